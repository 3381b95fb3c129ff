import { Problem } from '@tallyhook/schemas';
import { getPerson } from '@tallyhook/store';
import { describeSession } from '../describe-session.ts';
import { defineRoute } from '../route.ts';

/** Who is signed in, and where they can go. */
export const getSession = defineRoute({
  method: 'get',
  path: '/api/session',
  needs: 'session',
  async handler(request, response, { store }) {
    const person = await getPerson(store, request.signedIn.personId);
    if (person === undefined) throw new Problem('sign_in_required', 'This person is gone. Sign in as somebody else.');
    response.json(await describeSession(store, person));
  },
});
