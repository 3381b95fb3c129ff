import type { Filter } from 'mongodb';
import type { Store } from '../database/store.ts';
import { listOpenDeliveries } from '../runs/runs.ts';
import { deliveryRows, type DeliveryDocument } from './deliveries.ts';
import { dropPieces } from './delivery-bodies.ts';

/** Which deliveries of a workspace to delete. */
export interface DeliveryChoice {
  ids?: readonly string[] | undefined;
  connector?: string | undefined;
  outcome?: DeliveryDocument['outcome'] | undefined;
  /** Only those that came before. */
  before?: Date | undefined;
}

const atOnce = 500;
/** A request ends in time; the answer says how many are left. */
const maxDeleted = 50_000;

/**
 * Deletes deliveries for a workspace: it no longer sees them, and their bodies are removed unless another workspace has
 * them too. Their ids stay known until they expire, so that one that is sent again starts nothing. Deliveries with runs
 * that are queued or have not ended stay. Returns how many were deleted.
 */
export async function deleteDeliveries(store: Store, workspaceId: string, choice: DeliveryChoice): Promise<number> {
  let deleted = 0;
  let after = '';
  while (deleted < maxDeleted) {
    const rows = await deliveryRows(store)
      .find(
        { $and: [matchOf(workspaceId, choice), { _id: { $gt: after } }] },
        { projection: { workspaceIds: 1, raw: 1, payload: 1, request: 1 } },
      )
      .sort({ _id: 1 })
      .limit(atOnce)
      .toArray();
    if (rows.length === 0) break;
    after = rows.at(-1)!._id;
    const open = await listOpenDeliveries(
      store,
      rows.map(({ _id }) => _id),
    );
    const over = rows.filter(({ _id }) => !open.has(_id));
    await forget(store, workspaceId, over);
    deleted += over.length;
  }
  return deleted;
}

function matchOf(workspaceId: string, { ids, connector, outcome, before }: DeliveryChoice): Filter<DeliveryDocument> {
  return {
    workspaceIds: workspaceId,
    targets: { $not: { $elemMatch: { workspaceId, status: 'waiting' } } },
    ...(ids !== undefined && { _id: { $in: [...ids] } }),
    ...(connector !== undefined && { connector }),
    ...(outcome !== undefined && { outcome }),
    ...(before !== undefined && { receivedAt: { $lt: before } }),
  };
}

type Kept = Pick<DeliveryDocument, '_id' | 'workspaceIds' | 'raw' | 'payload' | 'request'>;

async function forget(store: Store, workspaceId: string, rows: readonly Kept[]): Promise<void> {
  const idsOf = (some: readonly Kept[]) => some.map(({ _id }) => _id);
  await deliveryRows(store).updateMany({ _id: { $in: idsOf(rows) } }, { $pull: { workspaceIds: workspaceId } });
  const last = rows.filter(({ workspaceIds }) => workspaceIds.every((id) => id === workspaceId));
  // Several events share the pieces of one body, so those go with the last of them, or when they expire.
  const own = last.flatMap(({ _id, raw, payload, request }) =>
    [raw, payload, request].flatMap((kept) =>
      kept && kept !== 'raw' && 'piecesId' in kept && kept.piecesId.startsWith(_id) ? [kept.piecesId] : [],
    ),
  );
  await dropPieces(store, own);
  await deliveryRows(store).updateMany(
    { _id: { $in: idsOf(last) }, workspaceIds: [] },
    { $set: { raw: null, payload: null, request: null } },
  );
}
