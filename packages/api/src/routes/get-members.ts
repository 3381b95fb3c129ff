import { listMembers, listPeople } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const getMembers = defineRoute({
  method: 'get',
  path: '/api/members',
  access: { person: 'manage' },
  summary: 'Lists the members of the workspace with their roles.',
  answer: 'Member[]',
  async handler(request, { store }) {
    const members = await listMembers(store, request.caller.workspaceId);
    const ids = members.map(({ personId }) => personId);
    const people = new Map((await listPeople(store, ids)).map((person) => [person.id, person]));
    return members.flatMap(({ personId, role }) => {
      const person = people.get(personId);
      return person ? [{ personId, email: person.email, name: person.name, role }] : [];
    });
  },
});
