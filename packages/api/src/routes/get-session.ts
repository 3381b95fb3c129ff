import { Problem } from '@tallyhook/schemas';
import { getPerson } from '@tallyhook/store/people';
import { describeSession } from '../describe-session.ts';
import { defineRoute } from '../route.ts';

export const getSession = defineRoute({
  method: 'get',
  path: '/api/session',
  access: 'person',
  summary: 'Returns the signed-in person and their workspaces.',
  answer: 'Session',
  async handler(request, deps) {
    const person = await getPerson(deps.store, request.signedIn.personId);
    if (person === undefined)
      throw new Problem('sign_in_required', 'This person no longer exists. Sign in as somebody else.');
    return describeSession(deps, person);
  },
});
