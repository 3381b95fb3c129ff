import { renamePerson } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const patchPerson = defineRoute({
  method: 'patch',
  path: '/api/person',
  access: 'person',
  summary: "Changes the person's own name.",
  body: 'PersonPatch',
  async handler(request, { store, now }) {
    await renamePerson(store, { personId: request.signedIn.personId, name: request.body.name, now: now() });
  },
});
