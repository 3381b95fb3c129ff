import { Problem } from '@tallyhook/schemas';
import { audited } from '@tallyhook/store/audit';
import { deleteDeliveries } from '@tallyhook/store/deliveries';
import { defineRoute } from '../route.ts';

/** Frees the quota of a workspace; what is sent again under the same ids still starts nothing. */
export const postDeliveryDeletions = defineRoute({
  method: 'post',
  path: '/api/delivery-deletions',
  access: { person: 'manage' },
  summary: 'Deletes deliveries with their bodies, chosen by id or by what they have in common.',
  body: 'DeliveryDeletion',
  answer: 'DeletedDeliveries',
  async handler(request, { store, now }) {
    const { workspaceId, by } = request.caller;
    const { ids, connector, outcome, before } = request.body;
    if (ids === undefined && connector === undefined && outcome === undefined && before === undefined)
      throw new Problem('invalid_request', 'Say which deliveries to delete: ids, connector, outcome or before.');
    const choice = { ids, connector, outcome, before: before === undefined ? undefined : new Date(before) };
    const deleted = await deleteDeliveries(store, workspaceId, choice);
    const details = { count: String(deleted), ...(connector && { connector }), ...(outcome && { outcome }) };
    const entry = { action: 'deliveries.deleted', by, at: now(), workspaceId, target: workspaceId, details } as const;
    if (deleted > 0) await audited(store, entry, () => Promise.resolve());
    return { deleted };
  },
});
