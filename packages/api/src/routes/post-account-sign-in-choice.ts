import { Problem } from '@tallyhook/schemas';
import { getSignIn, takeChoosingSignIn } from '@tallyhook/store/accounts';
import { chooseInAccountSignIn, showSignIn } from '../connectors/account-sign-in.ts';
import { defineRoute } from '../route.ts';

export const postAccountSignInChoice = defineRoute({
  method: 'post',
  path: '/api/account-sign-ins/:id/choice',
  access: { person: 'act' },
  summary: 'Chooses one of the accounts that the other service offers, and goes on with the sign-in.',
  body: 'SignInChoice',
  answer: 'AccountSignIn',
  problems: ['already_decided', 'invalid_input'],
  async handler(request, deps) {
    const { store, now } = deps;
    const { workspaceId, personId } = request.caller;
    const place = { workspaceId, signInId: request.params.id };
    const { options, status } = await getSignIn(store, place, personId!);
    const { value } = request.body;
    if (status === 'choosing' && !options.some((option) => option.value === value)) {
      const offered = options.map((option) => option.value).join(', ');
      throw new Problem('invalid_input', `"${value}" is not offered. The options are ${offered}.`);
    }
    const signIn = await takeChoosingSignIn(store, place, { personId: personId!, now: now() });
    await chooseInAccountSignIn(deps, request.caller, signIn, value);
    return showSignIn(await getSignIn(store, place, personId!));
  },
});
