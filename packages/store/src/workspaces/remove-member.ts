import { stopAccountsOf } from '../accounts/stop-accounts.ts';
import type { Store } from '../database/store.ts';
import { deleteKeysOf } from '../keys/api-keys.ts';
import { audited } from '../audit/audit.ts';
import { invitations } from '../people/invitations.ts';
import { deleteShareLinksOf } from '../shares/share-links.ts';
import { deleteMember } from '../people/members.ts';

/**
 * Removes a person from a workspace, also at their own wish. From then on they have no access; the keys and links that they
 * made and their open invitations end, and their own accounts are stopped.
 * @throws Problem `not_found` without a membership, `invalid_input` if no owner would be left.
 */
export async function removeMember(
  store: Store,
  { workspaceId, personId, by, now }: { workspaceId: string; personId: string; by: string; now: Date },
): Promise<void> {
  const entry = { action: 'member.removed', by, at: now, workspaceId, target: personId } as const;
  await audited(store, entry, async (session) => {
    await deleteMember(store, { workspaceId, personId }, session);
    await deleteKeysOf(store, { workspaceId, personId }, session);
    await deleteShareLinksOf(store, { workspaceId, personId }, session);
    await invitations(store).deleteMany({ workspaceId, createdBy: personId }, { session });
    await stopAccountsOf(store, { workspaceId, personId, now }, session);
  });
}
