import { listLinkedAccounts } from '@tallyhook/store/accounts';
import { listApiKeys } from '@tallyhook/store/keys';
import { lastSeenOf, listMembers, listPeople } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const getMembers = defineRoute({
  method: 'get',
  path: '/api/members',
  access: { person: 'manage' },
  summary: 'Lists the members of the workspace with their roles, and what would end if they left.',
  answer: 'Member[]',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const members = await listMembers(store, workspaceId);
    const ids = members.map(({ personId }) => personId);
    const [people, seen, keys, accounts] = await Promise.all([
      listPeople(store, ids),
      lastSeenOf(store, ids),
      listApiKeys(store, workspaceId),
      listLinkedAccounts(store, workspaceId),
    ]);
    const byId = new Map(people.map((person) => [person.id, person]));
    return members.flatMap(({ personId, role }) => {
      const person = byId.get(personId);
      if (person === undefined) return [];
      const { lastSeenAt, sessions = 0 } = seen.get(personId) ?? {};
      const own = accounts.filter((account) => account.ownerPersonId === personId && !account.shared);
      return [
        {
          ...{ personId, email: person.email, name: person.name, role, sessions },
          lastSeenAt: lastSeenAt?.toISOString() ?? null,
          keys: keys.filter(({ createdBy }) => createdBy === personId).length,
          ownAccounts: own.length,
        },
      ];
    });
  },
});
