import { Problem } from '@tallyhook/schemas';
import { canGiveRole, roleOf, setRole } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const patchMember = defineRoute({
  method: 'patch',
  path: '/api/members/:id',
  access: { person: 'manage' },
  summary: 'Changes the role of a member, from the next request on.',
  body: 'RolePatch',
  problems: ['invalid_input'],
  async handler(request, { store, now }) {
    const { workspaceId, by, role: own } = request.caller;
    const { id: personId } = request.params;
    const { role } = request.body;
    const before = await roleOf(store, workspaceId, personId);
    if (before === undefined) throw new Problem('not_found', `This workspace has no member with the id "${personId}".`);
    if (!canGiveRole(own, role) || !canGiveRole(own, before))
      throw new Problem(
        'forbidden',
        `Only an owner can make or change an owner, and your role is ${own}: ask one of them.`,
      );
    await setRole(store, { workspaceId, personId, role, by, now: now() });
  },
});
