import { Problem } from '@tallyhook/schemas';
import { canGiveRole, roleOf } from '@tallyhook/store/people';
import { removeMember } from '@tallyhook/store/workspaces';
import { defineRoute } from '../route.ts';

/** Everybody may leave; others need the ability to manage, and only owners remove owners. */
export const deleteMember = defineRoute({
  method: 'delete',
  path: '/api/members/:id',
  access: { person: 'read' },
  summary: 'Removes a member, whose keys and own accounts here end at once; `me` leaves the workspace.',
  problems: ['invalid_input'],
  async handler(request, { store, now }) {
    const { workspaceId, personId: own, by, role, abilities } = request.caller;
    const personId = request.params.id === 'me' ? own! : request.params.id;
    if (personId !== own) {
      if (!abilities.has('manage'))
        throw new Problem(
          'forbidden',
          `Only owners and admins can remove somebody else, and your role is ${role}: ask one of them.`,
        );
      const given = await roleOf(store, workspaceId, personId);
      if (given !== undefined && !canGiveRole(role, given))
        throw new Problem('forbidden', `Only an owner can remove an owner, and your role is ${role}: ask one of them.`);
    }
    await removeMember(store, { workspaceId, personId, by, now: now() });
  },
});
