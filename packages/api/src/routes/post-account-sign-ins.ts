import { beginAccountSignIn } from '../connectors/account-sign-in.ts';
import { defineRoute } from '../route.ts';

/** The browser opens the returned address within the click; afterwards the page asks for the outcome. */
export const postAccountSignIns = defineRoute({
  method: 'post',
  path: '/api/account-sign-ins',
  access: { person: 'act' },
  summary: 'Begins a sign-in at another service (OAuth 2), which links an account or connects one again.',
  body: 'NewAccountSignIn',
  answer: 'AccountSignIn',
  status: 201,
  problems: ['invalid_account', 'invalid_input'],
  handler(request, deps) {
    return beginAccountSignIn(deps, { ...request.caller, session: request.signedIn.session }, request.body);
  },
});
