import type { Collection, Filter } from 'mongodb';
import { Problem } from '@tallyhook/schemas';
import { readBytes, type KeptBytes } from './delivery-bodies.ts';
import { gather, oncePer } from '../database/gather.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** One workflow that a delivery starts. The list is fixed when the delivery first arrives. */
export interface DeliveryTarget {
  /** Identifies the target within its delivery. */
  key: string;
  workspaceId: string;
  branchId: string;
  branchName: string;
  workflowId: string;
  /** The linked account of the workflow's trigger; null if the connector identifies no account. */
  accountId: string | null;
  /** The wait of a run that it ends; absent if it starts a run. */
  waitId?: string;
  /** `waiting` until Temporal has the run; `refused` if it can never start. */
  status: 'waiting' | 'started' | 'refused';
  startedAt: string | null;
  /** Temporal's workflow id and run id, once started. */
  started: { workflowId: string; runId: string } | null;
  /** Why the target was refused. */
  reason: string | null;
}

/** The same delivery id arrived with other content. It started nothing. */
export interface DeliveryConflict {
  at: string;
  /** The digest of the stored content. */
  keptSha256: string;
  /** The digest of the later content. */
  givenSha256: string;
  /** The delivery that keeps it; null if nobody linked the account. */
  delivery: string | null;
}

/** One event of another service, as stored before it was acknowledged. */
export interface Delivery {
  id: string;
  connector: string;
  /** The connector version that read it. */
  connectorVersion: string;
  event: string;
  /** The webhook of the connector; absent in older deliveries. */
  webhook?: string;
  /** The linked account at whose own address it arrived; null or absent at the common one. */
  accountId?: string | null;
  /** The other service's account; `any` if the connector does not identify it. */
  externalId: string;
  /** The delivery id from the other service; a very long one is shown as its digest. */
  deliveryId: string;
  /** SHA-256 over connector, account and delivery id, in hex: the identity of the runs it starts. */
  identity: string;
  receivedAt: string;
  contentType: string;
  /** The size of the whole body. */
  sizeBytes: number;
  /** SHA-256 over the event and its payload, in hex. */
  sha256: string;
  /**
   * `accepted` by a workflow; `untriggered`: the account is linked, but no workflow accepts it; `unlinked`: nobody
   * linked the account; `conflict`: another delivery has its id.
   */
  outcome: 'accepted' | 'untriggered' | 'unlinked' | 'conflict';
  /** The delivery that came before with its id and another body; null for all others. */
  conflictOf: string | null;
  targets: DeliveryTarget[];
  /** How often it arrived again. */
  repeats: number;
  conflictCount: number;
  /** The first conflicts. */
  conflicts: DeliveryConflict[];
}

/** How a delivery was sent, beside its body. Headers that hold credentials are left out. */
export interface DeliveryRequest {
  /** By lower-case name. */
  headers: Record<string, string>;
  query: Record<string, unknown>;
  /** What stood around the list that the body was split by; absent if it was not split. */
  around?: unknown;
}

/** The content of a delivery. */
export interface DeliveryBody extends DeliveryRequest {
  /** Available to templates as `trigger.payload`. */
  payload: unknown;
  /** The whole body, decoded from its content encoding; shared by all its events. */
  raw: Buffer;
  contentType: string;
}

export interface DeliveryTargetDocument extends Omit<DeliveryTarget, 'startedAt'> {
  startedAt: Date | null;
}

/** Another content for the same delivery id. */
export interface ConflictDocument {
  at: Date;
  keptSha256: string;
  givenSha256: string;
  /** The delivery that keeps it like any other; null if nobody linked the account. */
  deliveryRow: string | null;
}

export interface DeliveryDocument extends Omit<Delivery, 'id' | 'receivedAt' | 'targets' | 'conflicts' | 'conflictOf'> {
  _id: string;
  /** Absent unless it is a conflict. */
  conflictOf?: string;
  receivedAt: Date;
  expiresAt: Date;
  /** The workspaces that may see it, fixed like its targets. */
  workspaceIds: string[];
  targets: DeliveryTargetDocument[];
  /** How many targets are waiting. */
  waiting: number;
  conflicts: ConflictDocument[];
  /** Absent if nobody linked the account: bodies from strangers are not stored. */
  raw: KeptBytes | null;
  /** JSON text; `raw` if the body is exactly that text. */
  payload: KeptBytes | 'raw' | null;
  /** JSON text of a `DeliveryRequest`; absent in older deliveries. */
  request?: KeptBytes | null;
}

export const deliveryIndexes: CollectionIndexes = {
  collection: 'deliveries',
  indexes: [
    { key: { identity: 1 }, name: 'identity', unique: true },
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    { key: { receivedAt: 1 }, name: 'waiting', partialFilterExpression: { waiting: { $gt: 0 } } },
    { key: { workspaceIds: 1, connector: 1, _id: -1 }, name: 'workspace' },
    { key: { workspaceIds: 1, outcome: 1, _id: -1 }, name: 'outcome' },
    { key: { workspaceIds: 1, deliveryId: 1 }, name: 'sender' },
    { key: { connector: 1 }, name: 'unlinked', partialFilterExpression: { outcome: 'unlinked' } },
  ],
};

/** The stored rows, for the files that write them. */
export const deliveryRows = (store: Store): Collection<DeliveryDocument> =>
  store.system.collection(deliveryIndexes.collection);

/**
 * Reads one delivery.
 * @throws Problem `not_found`, also for a delivery older than 30 days.
 */
export async function getDelivery(store: Store, id: string): Promise<Delivery> {
  const delivery = await deliveryReader(store)(id);
  if (delivery === undefined) throw noDelivery(id);
  return delivery;
}

/** Reads deliveries without their content, those that are asked for at the same time together. */
const deliveryReader = oncePer((store: Store) =>
  gather(async (ids: string[]): Promise<(Delivery | undefined)[]> => {
    const rows = await deliveryRows(store)
      .find({ _id: { $in: ids } }, { projection: { raw: 0, payload: 0, request: 0 } })
      .toArray();
    const byId = new Map(rows.map((row) => [row._id, row]));
    return ids.map((id) => {
      const row = byId.get(id);
      return row && toDelivery(row);
    });
  }),
);

/**
 * Reads the content of a delivery.
 * @throws Problem `not_found`, also if it was not stored because nobody linked the account.
 */
export async function readDeliveryBody(store: Store, id: string): Promise<DeliveryBody> {
  return bodyOf(store, await findRow(store, id));
}

/**
 * Reads a delivery with its content.
 * @throws as `readDeliveryBody`
 */
export async function readDelivery(store: Store, id: string): Promise<{ delivery: Delivery; body: DeliveryBody }> {
  const row = await contentReader(store)(id);
  if (row === undefined) throw noDelivery(id);
  return { delivery: toDelivery(row), body: await bodyOf(store, row) };
}

/** Reads deliveries with their content, those that are asked for at the same time together. */
const contentReader = oncePer((store: Store) =>
  gather(
    async (ids: string[]) => {
      const rows = await deliveryRows(store)
        .find({ _id: { $in: ids } })
        .toArray();
      const byId = new Map(rows.map((row) => [row._id, row]));
      return ids.map((id) => byId.get(id));
    },
    { atMost: 20 },
  ),
);

async function bodyOf(store: Store, row: DeliveryDocument): Promise<DeliveryBody> {
  if (!row.raw || !row.payload) throw noDelivery(row._id);
  const raw = await readBytes(store, row.raw);
  const text = row.payload === 'raw' ? raw : await readBytes(store, row.payload);
  const request = row.request
    ? (JSON.parse((await readBytes(store, row.request)).toString('utf8')) as DeliveryRequest)
    : { headers: {}, query: {} };
  return { payload: JSON.parse(text.toString('utf8')) as unknown, raw, contentType: row.contentType, ...request };
}

async function findRow(store: Store, id: string): Promise<DeliveryDocument> {
  const row = await deliveryRows(store).findOne({ _id: id });
  if (!row) throw noDelivery(id);
  return row;
}

/** Reads a delivery that a workspace may see, with this workspace's targets only; null if it may see none. */
export async function findDelivery(store: Store, workspaceId: string, id: string): Promise<Delivery | null> {
  const row = await deliveryRows(store).findOne({ _id: id, workspaceIds: workspaceId });
  return row && onlyOwnTargets(toDelivery(row), workspaceId);
}

export interface DeliveryFilter {
  connector?: string | undefined;
  id?: string | undefined;
  outcome?: Delivery['outcome'] | undefined;
  /** The id that the sender gave. */
  deliveryId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Lists the deliveries a workspace may see, newest first, each with this workspace's targets only. */
export async function listDeliveries(
  store: Store,
  workspaceId: string,
  { connector, id, outcome, deliveryId, limit, cursor }: DeliveryFilter,
): Promise<{ deliveries: Delivery[]; nextCursor?: string }> {
  const match: Filter<DeliveryDocument> = {
    workspaceIds: workspaceId,
    ...(connector === undefined ? {} : { connector }),
    ...(cursor === undefined ? {} : { _id: { $lt: cursor } }),
    ...(id === undefined ? {} : { _id: id }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(deliveryId === undefined ? {} : { deliveryId }),
  };
  const rows = await deliveryRows(store)
    .find(match, { projection: { raw: 0, payload: 0, request: 0 } })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray();
  const deliveries = rows.slice(0, limit).map((row) => onlyOwnTargets(toDelivery(row), workspaceId));
  return rows.length > limit ? { deliveries, nextCursor: deliveries.at(-1)!.id } : { deliveries };
}

/** A workspace must not learn which other workspaces linked the same account. */
function onlyOwnTargets(delivery: Delivery, workspaceId: string): Delivery {
  const targets = delivery.targets.filter((target) => target.workspaceId === workspaceId);
  const outcome = delivery.outcome === 'accepted' && targets.length === 0 ? 'untriggered' : delivery.outcome;
  return { ...delivery, targets, outcome };
}

/** How many deliveries of a connector arrived in the last 30 days for accounts that nobody linked. */
export async function countUnlinkedDeliveries(store: Store, connector: string): Promise<number> {
  return deliveryRows(store).countDocuments({ connector, outcome: 'unlinked' });
}

export function toDelivery({ _id, receivedAt, targets, conflicts, ...row }: DeliveryDocument): Delivery {
  return {
    id: _id,
    connector: row.connector,
    connectorVersion: row.connectorVersion,
    event: row.event,
    ...(row.webhook !== undefined && { webhook: row.webhook }),
    accountId: row.accountId ?? null,
    externalId: row.externalId,
    deliveryId: row.deliveryId,
    identity: row.identity,
    receivedAt: receivedAt.toISOString(),
    contentType: row.contentType,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256,
    outcome: row.outcome,
    conflictOf: row.conflictOf ?? null,
    targets: targets.map((target) => ({ ...target, startedAt: target.startedAt?.toISOString() ?? null })),
    repeats: row.repeats,
    conflictCount: row.conflictCount,
    conflicts: conflicts.map(({ at, keptSha256, givenSha256, deliveryRow = null }) => ({
      ...{ at: at.toISOString(), keptSha256, givenSha256, delivery: deliveryRow },
    })),
  };
}

function noDelivery(id: string): Problem {
  return new Problem(
    'not_found',
    `The delivery "${id}" has no stored body: deliveries are kept for 30 days, bodies only if their account was linked.`,
  );
}
