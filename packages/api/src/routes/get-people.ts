import { listMembers, listPeople } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const getPeople = defineRoute({
  method: 'get',
  path: '/api/people',
  access: 'write',
  summary: 'Lists the members of the workspace by name: the values that fields for people take.',
  answer: 'PersonName[]',
  async handler(request, { store }) {
    const members = await listMembers(store, request.caller.workspaceId);
    const found = await listPeople(
      store,
      members.map(({ personId }) => personId),
    );
    return found.map(({ id, name }) => ({ id, name })).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  },
});
