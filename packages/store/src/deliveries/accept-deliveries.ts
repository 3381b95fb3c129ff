import { createHash } from 'node:crypto';
import type { MongoBulkWriteError } from 'mongodb';
import {
  deliveryRows,
  type ConflictDocument,
  type DeliveryDocument,
  type DeliveryTargetDocument,
} from './deliveries.ts';
import { dropPieces, keepBytes, keepPieces, type KeptBytes } from './delivery-bodies.ts';
import { createRequestKeeper, type RequestKeeper } from './delivery-requests.ts';
import type { EventPayload } from './event-payload.ts';
import { routeEvents, routeToAccount, type EventReading, type EventRouting } from './delivery-targets.ts';
import { failuresOf, isRefusedUnsent } from '../database/bulk-inserts.ts';
import { gather, oncePer } from '../database/gather.ts';
import { newId, type Store } from '../database/store.ts';
import type { TriggerRoute } from '../triggers/trigger-routes.ts';

/** Longer than senders retry, and longer than Temporal remembers a run. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;
const maxShownIdLength = 1024;
const maxConflicts = 20;

/** One event of a body. */
export interface ReceivedEvent extends EventReading {
  payload: EventPayload;
  /** The other service's account; null if the connector does not identify it. */
  externalId: string | null;
  deliveryId: string;
  /** What stood around the list that the body was split by, as JSON. */
  aroundText?: string;
  /** Readings of the same event by the other connector versions in use. */
  otherReadings?: EventReading[];
}

/** One body, decoded from its content encoding, and its events. */
export interface ReceivedBody {
  connector: string;
  contentType: string;
  raw: Buffer;
  headers?: Record<string, string>;
  query?: Record<string, unknown>;
  events: ReceivedEvent[];
  /**
   * The account at whose own address it arrived, or at the address of whose subscription; undefined at the connector's
   * common address.
   */
  account?: { id: string; workspaceId: string; subscriptionId?: string };
  /**
   * Accounts that do not get it at the common address: its signature is not right for them. Nothing is saved before this
   * is known, or if it fails.
   */
  refusedAccountIds?: Promise<ReadonlySet<string>>;
  /** Throws for a workspace that may keep no more deliveries. */
  requireRoom?: (workspaceId: string) => Promise<unknown>;
}

/**
 * The result for an event: `new` was saved now, `repeated` was saved before, `conflict` was saved before with other
 * content.
 */
export interface AcceptedDelivery {
  /** The id of the stored delivery. */
  id: string;
  result: 'new' | 'repeated' | 'conflict';
  /** Whether targets are waiting to be started. */
  waiting: boolean;
}

interface PreparedEvent extends ReceivedEvent {
  identity: string;
}

/**
 * Saves each event of a body exactly once, and returns when a majority has journaled them. An event is routed only when
 * it first arrives; a repeat never adds targets. An event is not saved for workspaces without room.
 * @throws the error of `requireRoom` if there is no room for one of the events anywhere. The others are saved; sent
 * again, they are repeats.
 */
export async function acceptDeliveries(store: Store, body: ReceivedBody): Promise<AcceptedDelivery[]> {
  const events = body.events.map((event) => prepareEvent(body, event));
  const once = oncePerIdentity(events);
  // Nearly all are new, so where they go is read meanwhile.
  const [known, routings] = await Promise.all([
    findByIdentity(store, once),
    routeAll(store, body, once),
    body.refusedAccountIds,
  ]);
  const added = once.flatMap((event, index) =>
    known.has(event.identity) ? [] : [{ event, routing: routings[index]! }],
  );
  const inserted = await insertNew(store, body, added);
  const rows = await noteRepeats(
    store,
    body,
    events.filter((event) => !inserted.has(event)),
  );
  return events.map((event) => {
    const row = inserted.get(event);
    if (row) return { id: row._id, result: 'new', waiting: row.waiting > 0 };
    const kept = rows.get(event.identity)!;
    return {
      id: kept._id,
      result: kept.sha256 === event.payload.sha256 ? 'repeated' : 'conflict',
      waiting: kept.waiting > 0,
    };
  });
}

/** The identity of a delivery and of the runs it starts: SHA-256 over connector, account and delivery id. */
export function deliveryIdentity({
  connector,
  externalId,
  deliveryId,
}: {
  connector: string;
  externalId: string | null;
  deliveryId: string;
}): string {
  return sha256Hex(JSON.stringify([connector, externalId, deliveryId]));
}

/** At an account's own address the account alone counts, so that no other workspace's delivery can have the same id. */
function prepareEvent({ connector, account }: ReceivedBody, event: ReceivedEvent): PreparedEvent {
  const externalId = account === undefined ? event.externalId : receiverOf(account);
  return { ...event, identity: deliveryIdentity({ connector, externalId, deliveryId: event.deliveryId }) };
}

const receiverOf = ({ id, subscriptionId }: NonNullable<ReceivedBody['account']>) =>
  subscriptionId === undefined ? `account:${id}` : `subscription:${subscriptionId}`;

/** If a body contains a delivery id twice, the first is saved and the second is a repeat. */
function oncePerIdentity(events: PreparedEvent[]): PreparedEvent[] {
  const first = new Map<string, PreparedEvent>();
  for (const event of events) if (!first.has(event.identity)) first.set(event.identity, event);
  return [...first.values()];
}

type KeptRow = Pick<
  DeliveryDocument,
  '_id' | 'identity' | 'sha256' | 'waiting' | 'workspaceIds' | 'conflictCount' | 'expiresAt'
>;

async function findByIdentity(store: Store, events: PreparedEvent[]): Promise<Map<string, KeptRow>> {
  const rows = await Promise.all(events.map(({ identity }) => rowReader(store)(identity)));
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.identity, row] as const])));
}

const keptFields = { identity: 1, sha256: 1, waiting: 1, workspaceIds: 1, conflictCount: 1, expiresAt: 1 };

/** Reads rows by their identities, those of deliveries that arrive at the same time together. */
const rowReader = oncePer((store: Store) =>
  gather<string, KeptRow | undefined>(
    async (identities) => {
      const rows = await deliveryRows(store)
        .find({ identity: { $in: identities } }, { projection: keptFields })
        .toArray();
      const byIdentity = new Map(rows.map((row) => [row.identity, row]));
      return identities.map((identity) => byIdentity.get(identity));
    },
    { atMost: 1_000 },
  ),
);

function routeAll(store: Store, body: ReceivedBody, events: readonly PreparedEvent[]): Promise<EventRouting[]> {
  const readings = events.map((event) => ({
    externalId: event.externalId,
    readings: [event, ...(event.otherReadings ?? [])],
  }));
  return body.account === undefined
    ? routeEvents(store, body.connector, readings, body.refusedAccountIds)
    : routeToAccount(store, body.account, readings);
}

/** Writes large bytes before the rows, so that a row never points to missing bytes. */
async function insertNew(
  store: Store,
  body: ReceivedBody,
  added: { event: PreparedEvent; routing: EventRouting }[],
): Promise<Map<PreparedEvent, DeliveryDocument>> {
  if (added.length === 0) return new Map();
  const events = added.map(({ event }) => event);
  const { routings, refusal } = await withRoom(
    added.map(({ routing }) => routing),
    body.requireRoom,
  );
  const receivedAt = new Date();
  const expiresAt = new Date(receivedAt.getTime() + rememberedMs);
  const isKnownAccount = routings.some((routing) => (routing?.workspaceIds.length ?? 0) > 0);
  const sharedRaw =
    isKnownAccount && events.length > 1 ? await keepPieces(store, body.raw, { piecesId: newId(), expiresAt }) : null;
  const keepRequest = createRequestKeeper(store, body, expiresAt);
  const rows: DeliveryDocument[] = [];
  const kept = events.filter((_, index) => routings[index] !== undefined);
  const keptRoutings = routings.filter((routing) => routing !== undefined);
  for (const [index, event] of kept.entries()) {
    const routing = keptRoutings[index]!;
    rows.push(await makeRow(store, body, { event, routing, sharedRaw, keepRequest, receivedAt, expiresAt }));
  }
  const lost = rows.length === 0 ? new Set<number>() : await insertRows(store, rows);
  if (refusal !== undefined) throw refusal;
  return new Map(events.flatMap((event, index) => (lost.has(index) ? [] : [[event, rows[index]!] as const])));
}

/** The routings without workspaces that have no room; undefined for events that no workspace has room for. */
async function withRoom(
  routings: readonly EventRouting[],
  requireRoom: ReceivedBody['requireRoom'] = () => Promise.resolve(),
): Promise<{ routings: (EventRouting | undefined)[]; refusal: Error | undefined }> {
  const refusals = new Map<string, Error>();
  for (const workspaceId of new Set(routings.flatMap(({ workspaceIds }) => workspaceIds)))
    await requireRoom(workspaceId).catch((error: Error) => refusals.set(workspaceId, error));
  const hasRoom = (workspaceId: string) => !refusals.has(workspaceId);
  const isRefused = ({ workspaceIds }: EventRouting) => workspaceIds.length > 0 && !workspaceIds.some(hasRoom);
  const refused = routings.find(isRefused);
  return {
    routings: routings.map((routing) =>
      isRefused(routing)
        ? undefined
        : {
            workspaceIds: routing.workspaceIds.filter(hasRoom),
            routes: routing.routes.filter(({ workspaceId }) => hasRoom(workspaceId)),
          },
    ),
    refusal: refused && refusals.get(refused.workspaceIds[0]!),
  };
}

interface RowParts {
  event: PreparedEvent;
  routing: EventRouting;
  sharedRaw: KeptBytes | null;
  keepRequest: RequestKeeper;
  receivedAt: Date;
  expiresAt: Date;
}

async function makeRow(
  store: Store,
  body: ReceivedBody,
  { event, routing, sharedRaw, keepRequest, receivedAt, expiresAt }: RowParts,
): Promise<DeliveryDocument> {
  const _id = newId();
  const isLinked = routing.workspaceIds.length > 0;
  const raw = isLinked
    ? (sharedRaw ?? (await keepBytes(store, body.raw, { piecesId: `${_id}:raw`, expiresAt })))
    : null;
  return {
    _id,
    connector: body.connector,
    connectorVersion: event.connectorVersion,
    event: event.event,
    ...(event.webhook !== undefined && { webhook: event.webhook }),
    accountId: body.account?.id ?? null,
    externalId: event.externalId ?? 'any',
    deliveryId: shownId(event.deliveryId),
    identity: event.identity,
    receivedAt,
    expiresAt,
    contentType: body.contentType,
    sizeBytes: body.raw.length,
    sha256: event.payload.sha256,
    outcome: routing.routes.length > 0 ? 'accepted' : isLinked ? 'untriggered' : 'unlinked',
    workspaceIds: routing.workspaceIds,
    targets: routing.routes.map(toTarget),
    waiting: routing.routes.length,
    repeats: 0,
    conflictCount: 0,
    conflicts: [],
    raw,
    payload: isLinked ? await keepPayload(store, body.raw, { piecesId: `${_id}:payload`, event, expiresAt }) : null,
    request: isLinked ? await keepRequest(event.aroundText) : null,
  };
}

async function keepPayload(
  store: Store,
  raw: Buffer,
  { piecesId, event, expiresAt }: { piecesId: string; event: PreparedEvent; expiresAt: Date },
): Promise<KeptBytes | 'raw'> {
  const { text } = event.payload;
  return text.equals(raw) ? 'raw' : keepBytes(store, text, { piecesId, expiresAt });
}

function toTarget(route: TriggerRoute): DeliveryTargetDocument {
  const { workspaceId, branchId, branchName, workflowId, accountId, waitId } = route;
  const key = waitId === undefined ? `${branchId}:${workflowId}` : `wait:${waitId}`;
  return {
    key,
    workspaceId,
    branchId,
    branchName,
    workflowId,
    accountId,
    ...(waitId !== undefined && { waitId }),
    status: 'waiting',
    startedAt: null,
    started: null,
    reason: null,
  };
}

/** Returns the indexes of the rows whose delivery id another process inserted first. */
async function insertRows(store: Store, rows: DeliveryDocument[]): Promise<Set<number>> {
  const inserts = await Promise.all(rows.map(rowInserter(store)));
  const failed = inserts.find((insert) => insert instanceof Error);
  if (failed !== undefined) throw failed;
  const lost = [...inserts.keys()].filter((index) => inserts[index] === 'duplicate');
  await dropPieces(
    store,
    lost.flatMap((index) => [`${rows[index]!._id}:raw`, `${rows[index]!._id}:payload`]),
  );
  return new Set(lost);
}

/**
 * Inserts rows, those of deliveries that arrive at the same time together: they wait for the same majority and journal.
 * A row that cannot be inserted fails alone.
 */
const rowInserter = oncePer((store: Store) =>
  gather((rows: DeliveryDocument[]) => insertTogether(store, rows), { atMost: 500, atOnce: 2 }),
);

type Inserted = 'inserted' | 'duplicate' | Error;

async function insertTogether(store: Store, rows: DeliveryDocument[]): Promise<Inserted[]> {
  try {
    await deliveryRows(store).insertMany(rows, { ordered: false });
    return rows.map(() => 'inserted');
  } catch (error) {
    if (rows.length > 1 && isRefusedUnsent(error)) {
      const alone = rows.map((row) => insertTogether(store, [row]).catch(toError));
      return (await Promise.all(alone)).flat();
    }
    const failures = new Map(failuresOf(error).map(({ index, code }) => [index, code]));
    return rows.map((_, index) => {
      const code = failures.get(index);
      if (code === undefined) return 'inserted';
      return code === 11000 ? 'duplicate' : (error as MongoBulkWriteError);
    });
  }
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/**
 * Counts repeats, records conflicts, and returns the rows saved earlier. Write first: the write waits until a row that
 * another process just inserted is durable, and the sender may be answered only then.
 */
async function noteRepeats(store: Store, body: ReceivedBody, events: PreparedEvent[]): Promise<Map<string, KeptRow>> {
  if (events.length === 0) return new Map();
  const count = ({ identity }: PreparedEvent) => ({
    updateOne: { filter: { identity }, update: { $inc: { repeats: 1 } } },
  });
  await deliveryRows(store).bulkWrite(events.map(count), { ordered: false });
  const rows = await findByIdentity(store, events);
  const conflicts = events.filter(({ identity, payload }) => rows.get(identity)!.sha256 !== payload.sha256);
  const notes = [];
  for (const event of conflicts)
    notes.push(await noteConflict(store, body, { event, kept: rows.get(event.identity)! }));
  if (notes.length > 0) await deliveryRows(store).bulkWrite(notes, { ordered: false });
  return rows;
}

/**
 * Keeps the other content as a delivery of its own, which starts nothing until a person replays it. The same content
 * once more is a repeat of it.
 * @throws the error of `requireRoom` if no workspace that sees the first has room.
 */
async function noteConflict(
  store: Store,
  body: ReceivedBody,
  { event, kept }: { event: PreparedEvent; kept: KeptRow },
) {
  const receivedAt = new Date();
  const deliveryRow =
    kept.workspaceIds.length === 0 ? null : await keepConflict(store, body, { event, kept, receivedAt });
  const { sha256: givenSha256 } = event.payload;
  const conflict: ConflictDocument = { at: receivedAt, keptSha256: kept.sha256, givenSha256, deliveryRow };
  const update = { $inc: { conflictCount: 1 }, $push: { conflicts: { $each: [conflict], $slice: maxConflicts } } };
  return { updateOne: { filter: { _id: kept._id }, update } };
}

async function keepConflict(
  store: Store,
  body: ReceivedBody,
  { event, kept, receivedAt }: { event: PreparedEvent; kept: KeptRow; receivedAt: Date },
): Promise<string> {
  const identity = sha256Hex(JSON.stringify([kept.identity, event.payload.sha256]));
  const again = await deliveryRows(store).findOneAndUpdate({ identity }, { $inc: { repeats: 1 } });
  if (again !== null) return again._id;
  const { expiresAt } = kept;
  const unrouted = { routes: [], workspaceIds: kept.workspaceIds };
  const { routings, refusal } = await withRoom([unrouted], body.requireRoom);
  if (refusal !== undefined) throw refusal;
  const keepRequest = createRequestKeeper(store, body, expiresAt);
  const parts = {
    event: { ...event, identity },
    routing: routings[0]!,
    sharedRaw: null,
    keepRequest,
    receivedAt,
    expiresAt,
  };
  const row = { ...(await makeRow(store, body, parts)), outcome: 'conflict' as const, conflictOf: kept._id };
  if ((await insertRows(store, [row])).size === 0) return row._id;
  return (await deliveryRows(store).findOne({ identity }))!._id;
}

function shownId(deliveryId: string): string {
  return deliveryId.length <= maxShownIdLength ? deliveryId : `sha256:${sha256Hex(deliveryId)}`;
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
