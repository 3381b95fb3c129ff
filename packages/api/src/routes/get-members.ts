import { listMembers, listPeople } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Who is in the workspace, and in which role. */
export const getMembers = defineRoute({
  method: 'get',
  path: '/api/members',
  needs: 'manage',
  only: 'session',
  async handler(request, response, { store }) {
    const members = await listMembers(store, request.caller.workspaceId);
    const ids = members.map(({ personId }) => personId);
    const people = new Map((await listPeople(store, ids)).map((person) => [person.id, person]));
    response.json(
      members.flatMap(({ personId, role }) => {
        const person = people.get(personId);
        return person ? [{ personId, email: person.email, name: person.name, role }] : [];
      }),
    );
  },
});
