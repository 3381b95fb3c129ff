import type { Filter, WithId } from 'mongodb';
import type { Workflow } from '@tallyhook/schemas';
import type { RunStatus } from '@tallyhook/schemas/api';
import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import { isOpenRun, openRunStatuses } from '@tallyhook/schemas/run-statuses';
import { inserter } from '../database/bulk-inserts.ts';
import { gather, oncePer } from '../database/gather.ts';
import { idBefore } from '../database/id-before.ts';
import { newIdAt, type CollectionIndexes, type Store } from '../database/store.ts';

/** What started a run. */
export type RunTrigger = WorkflowStart;

/** Why a run or a step failed, as a message for users; never contains a secret. */
export interface RunError {
  code: string;
  message: string;
  /** The step that failed; absent if the run as a whole did. */
  stepId?: string;
  /** The iterations of the loops around the step; absent outside loops. */
  item?: string;
}

/** One run of a workflow, as users see it. Templates and steps read everything from here. */
export interface Run {
  id: string;
  workspaceId: string;
  branchId: string;
  branchName: string;
  workflowId: string;
  workflowName: string;
  /** The workflow as it was when the run was queued. */
  definition: Workflow;
  /** The linked account for each account name of the definition, when the run was queued. */
  accounts: Record<string, string>;
  /** The version of each connector of the definition, when the run was queued. */
  connectors: Record<string, string>;
  trigger: RunTrigger;
  status: RunStatus;
  /** 1 for a delivery's own run; incremented when a person re-runs it. */
  attempt: number;
  /** The first run of the attempts, and who asked for this one; absent in the first run. */
  againOf?: string;
  againBy?: string;
  /** The run whose unclear steps were decided to go on with this one. */
  decidedFrom?: string;
  /** The workflow id at Temporal, unique among the stored runs. */
  temporalWorkflowId: string;
  queuedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  error: RunError | null;
  /** Whether it tests steps of a workflow with a sample instead of an event; absent otherwise. */
  isTest?: true;
  /** Whether steps that may have done something wait for a person's decision; absent if none does. */
  isUndecided?: true;
  /** Who first asked to cancel the run: a person's id or `key:<id>`. The run may take a while to end. */
  cancelAsked: { by: string; at: Date } | null;
}

export type NewRun = Omit<
  Run,
  'id' | 'isUndecided' | 'status' | 'queuedAt' | 'startedAt' | 'endedAt' | 'error' | 'cancelAsked'
>;

/**
 * `slot` and `holdsSlot` are those of a workflow with limits; `watchers` are the people who want to know how the run
 * ends.
 */
type RunDocument = Omit<Run, 'id'> & { _id: string; slot?: string; holdsSlot?: boolean; watchers?: string[] };

const collectionName = 'runs';

export const runIndexes: CollectionIndexes = {
  collection: collectionName,
  indexes: [
    { key: { temporalWorkflowId: 1 }, name: 'temporalWorkflowId', unique: true },
    { key: { workspaceId: 1, branchId: 1, _id: -1 }, name: 'branch' },
    { key: { branchId: 1, workflowId: 1, _id: -1 }, name: 'workflow' },
    { key: { 'trigger.deliveryId': 1 }, name: 'delivery' },
    { key: { 'trigger.record': 1 }, name: 'record', sparse: true },
    { key: { slot: 1, _id: 1 }, name: 'slot', sparse: true },
    { key: { 'trigger.record.id': 1 }, name: 'recordOfButton', sparse: true },
    {
      key: { againOf: 1, attempt: -1 },
      name: 'again',
      partialFilterExpression: { againOf: { $exists: true } },
    },
    {
      key: { decidedFrom: 1 },
      name: 'decided',
      unique: true,
      partialFilterExpression: { decidedFrom: { $exists: true } },
    },
    {
      key: { _id: 1, status: 1 },
      name: 'open',
      partialFilterExpression: { status: { $in: openRunStatuses } },
    },
    {
      key: { branchId: 1, _id: -1 },
      name: 'undecided',
      partialFilterExpression: { isUndecided: true },
    },
    {
      key: { workspaceId: 1, branchId: 1, _id: -1 },
      name: 'cancelled',
      partialFilterExpression: { status: 'cancelled' },
    },
    { key: { workspaceId: 1, branchId: 1, _id: -1 }, name: 'tests', partialFilterExpression: { isTest: true } },
    // Few runs fail, and successful runs never touch this index. Counting failed runs needs only the index.
    {
      key: { workspaceId: 1, branchId: 1, status: 1, _id: -1, workflowId: 1 },
      name: 'failed',
      partialFilterExpression: { status: 'failed' },
    },
  ],
};

/** Whether the run has ended. */
export function isEnded(run: Run): boolean {
  return !isOpenRun(run.status);
}

const queued = { status: 'queued', startedAt: null, endedAt: null, error: null, cancelAsked: null } as const;

/**
 * Inserts a run as `queued`. Runs are in the order of their ids. If a run with the same Temporal id exists, returns that
 * one with `inserted` false. This row, not Temporal's memory, ensures that a delivery starts nothing twice.
 */
export async function insertRun(
  store: Store,
  run: NewRun,
  at: Date,
  id = newIdAt(at),
): Promise<{ run: Run; inserted: boolean }> {
  const document: RunDocument = { _id: id, ...run, ...queued, queuedAt: at };
  if (run.definition.limits !== undefined) document.slot = slotBefore(run);
  if (await runInserter(store)(document)) return { run: toRun(document), inserted: true };
  const { _id, ...values } = document;
  const outcome = await runs(store).findOneAndUpdate(
    { temporalWorkflowId: run.temporalWorkflowId },
    { $setOnInsert: { _id, ...values } },
    { upsert: true, returnDocument: 'after' },
  );
  if (outcome === null) throw new Error('an upsert returned no run');
  return { run: toRun(outcome), inserted: outcome._id === id };
}

/** The slot of a queued run with limits until its key is known. It has no places. */
export const slotBefore = ({ branchId, workflowId }: Pick<Run, 'branchId' | 'workflowId'>): string =>
  `${branchId}:${workflowId}`;

/** Inserts new runs, those that are queued at the same time together. False for one that it could not insert. */
const runInserter = oncePer((store: Store) => gather(inserter(() => runs(store))));

/** The highest attempt of a run and its re-runs. */
export async function lastAttempt(store: Store, firstRunId: string): Promise<number> {
  const [last] = await runs(store)
    .find({ againOf: firstRunId }, { projection: { attempt: 1 } })
    .sort({ attempt: -1 })
    .limit(1)
    .toArray();
  return last?.attempt ?? 1;
}

/** The newest attempt after the first run that is still open; null if none is. */
export async function findOpenAttempt(store: Store, firstRunId: string): Promise<Run | null> {
  const [open] = await runs(store)
    .find({ againOf: firstRunId, status: { $in: openRunStatuses } })
    .sort({ attempt: -1 })
    .limit(1)
    .toArray();
  return open === undefined ? null : toRun(open);
}

/** Reads a run by id; null if it does not exist. */
export async function getRun(store: Store, id: string): Promise<Run | null> {
  const document = await runs(store).findOne({ _id: id });
  return document === null ? null : toRun(document);
}

/** The first run with an id at Temporal, whatever attempts came after it; null if there is none. */
export async function findFirstRun(store: Store, temporalWorkflowId: string): Promise<Run | null> {
  const document = await runs(store).findOne({ temporalWorkflowId });
  return document === null ? null : toRun(document);
}

/** The run that goes on after the decisions about another; null if there is none. */
export async function findDecidedRun(store: Store, decidedFrom: string): Promise<Run | null> {
  const document = await runs(store).findOne({ decidedFrom });
  return document === null ? null : toRun(document);
}

export interface RunFilter {
  workspaceId: string;
  branchId: string;
  status?: RunStatus;
  workflowId?: string;
  /** Only those that wait for a decision. */
  isUndecided?: boolean | undefined;
  /** Only tests, or none. */
  isTest?: boolean | undefined;
  /** Runs of these deliveries, of this record, or with this id. */
  of?: { id: string; deliveryIds: string[] } | undefined;
  queuedFrom?: Date | undefined;
  queuedBefore?: Date | undefined;
  /** The `nextCursor` of the previous page. */
  cursor?: string;
  limit: number;
}

/** Lists the runs of a branch, newest first. */
export async function listRuns(store: Store, filter: RunFilter): Promise<{ runs: Run[]; nextCursor?: string }> {
  const {
    workspaceId,
    branchId,
    status,
    workflowId,
    isUndecided,
    isTest,
    of,
    queuedFrom,
    queuedBefore,
    cursor,
    limit,
  } = filter;
  const match: Filter<RunDocument> = { workspaceId, branchId };
  if (status !== undefined) match.status = status;
  if (workflowId !== undefined) match.workflowId = workflowId;
  if (isUndecided === true) match.isUndecided = true;
  if (isTest !== undefined) match.isTest = isTest ? true : { $exists: false };
  if (cursor !== undefined || queuedFrom !== undefined)
    match._id = { ...(cursor && { $lt: cursor }), ...(queuedFrom && { $gt: idBefore(queuedFrom) }) };
  if (of !== undefined) match.$or = waysToBeOf(of);
  if (queuedFrom !== undefined || queuedBefore !== undefined)
    match.queuedAt = { ...(queuedFrom && { $gte: queuedFrom }), ...(queuedBefore && { $lt: queuedBefore }) };
  const documents = await runs(store)
    .find(match)
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray();
  const page = documents.slice(0, limit).map(toRun);
  const last = page.at(-1);
  return documents.length > limit && last !== undefined ? { runs: page, nextCursor: last.id } : { runs: page };
}

function waysToBeOf({ id, deliveryIds }: { id: string; deliveryIds: string[] }): Filter<RunDocument>[] {
  return [
    { _id: id },
    { againOf: id },
    { 'trigger.record': id },
    { 'trigger.record.id': id },
    ...(deliveryIds.length > 0 ? [{ 'trigger.deliveryId': { $in: deliveryIds } } as Filter<RunDocument>] : []),
  ];
}

/** The runs of a branch that a delivery started, newest first. */
export async function listRunsOfDelivery(store: Store, branchId: string, deliveryId: string): Promise<Run[]> {
  const documents = await runs(store)
    .find({ 'trigger.deliveryId': deliveryId, branchId })
    .sort({ _id: -1 })
    .limit(100)
    .toArray();
  return documents.map(toRun);
}

/** Which of these deliveries have runs that have not ended. */
export async function listOpenDeliveries(store: Store, deliveryIds: readonly string[]): Promise<Set<string>> {
  const open = (await runs(store).distinct('trigger.deliveryId', {
    'trigger.deliveryId': { $in: [...deliveryIds] },
    endedAt: null,
  })) as string[];
  return new Set(open);
}

/** The last runs of one workflow of a branch, newest first. */
export async function listLastRuns(
  store: Store,
  { branchId, workflowId }: Pick<Run, 'branchId' | 'workflowId'>,
  limit: number,
): Promise<Pick<Run, 'id' | 'status' | 'queuedAt'>[]> {
  const rows = await runs(store)
    .find({ branchId, workflowId, isTest: { $exists: false } }, { projection: { status: 1, queuedAt: 1 } })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray();
  return rows.map(({ _id, status, queuedAt }) => ({ id: _id, status, queuedAt }));
}

/** Counts the failed runs of a branch, only those of a workflow if given; stops at `atMost`. */
export async function countFailedRuns(
  store: Store,
  { atMost, ...filter }: Pick<RunFilter, 'workspaceId' | 'branchId' | 'workflowId'> & { atMost: number },
): Promise<number> {
  const { workspaceId, branchId, workflowId } = filter;
  const match: Filter<RunDocument> = { workspaceId, branchId, status: 'failed' };
  if (workflowId !== undefined) match.workflowId = workflowId;
  return runs(store).countDocuments(match, { limit: atMost });
}

/** Lists open runs that were queued before a moment, oldest first, starting after the given id. */
export async function listOpenRuns(
  store: Store,
  { queuedBefore, after, limit }: { queuedBefore: Date; after?: string; limit: number },
): Promise<Run[]> {
  const match: Filter<RunDocument> = { status: { $in: openRunStatuses }, queuedAt: { $lt: queuedBefore } };
  if (after !== undefined) match._id = { $gt: after };
  const documents = await runs(store).find(match).sort({ _id: 1 }).limit(limit).toArray();
  return documents.map(toRun);
}

/**
 * Marks a queued run as `running`; a run that is already running or has ended does not change, nor does one of a
 * workflow with limits unless it has a place. Returns the run.
 */
export function beginRun(
  store: Store,
  id: string,
  at: Date,
  { hasPlace = false }: { hasPlace?: boolean } = {},
): Promise<Run | null> {
  return beginner(store)({ id, at, hasPlace });
}

interface Beginning {
  id: string;
  at: Date;
  hasPlace: boolean;
}

/** Begins runs, those that begin at the same time together. */
const beginner = oncePer((store: Store) =>
  gather(async (beginnings: Beginning[]): Promise<(Run | null)[]> => {
    if (beginnings.length === 1) return [await beginAlone(store, beginnings[0]!)];
    await runs(store).bulkWrite(
      beginnings.map((beginning) => ({ updateOne: beginningOf(beginning) })),
      { ordered: false },
    );
    const known = await getRuns(
      store,
      beginnings.map(({ id }) => id),
    );
    return beginnings.map(({ id }) => known.get(id) ?? null);
  }),
);

const beginningOf = ({ id, at, hasPlace }: Beginning) => ({
  filter: { _id: id, status: 'queued' as const, ...(!hasPlace && { 'definition.limits': { $exists: false } }) },
  update: { $set: { status: 'running' as const, startedAt: at } },
});

async function beginAlone(store: Store, beginning: Beginning): Promise<Run | null> {
  const { filter, update } = beginningOf(beginning);
  const document = await runs(store).findOneAndUpdate(filter, update, { returnDocument: 'after' });
  return document === null ? getRun(store, beginning.id) : toRun(document);
}

async function getRuns(store: Store, ids: readonly string[]): Promise<Map<string, Run>> {
  const documents = await runs(store)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(documents.map((document) => [document._id, toRun(document)]));
}

/**
 * Records that somebody asked to cancel an open run; a queued run has done nothing yet and ends at once. Returns the
 * run; returns null and changes nothing if it had already ended.
 */
export async function askToCancelRun(store: Store, id: string, asked: { by: string; at: Date }): Promise<Run | null> {
  const ifQueued = (then: unknown, otherwise: string) => ({ $cond: [{ $eq: ['$status', 'queued'] }, then, otherwise] });
  const values = {
    status: ifQueued('cancelled', '$status'),
    endedAt: ifQueued(asked.at, '$endedAt'),
    cancelAsked: { $ifNull: ['$cancelAsked', { $literal: asked }] },
  };
  const document = await runs(store).findOneAndUpdate(
    { _id: id, status: { $in: openRunStatuses } },
    [{ $set: values }],
    {
      returnDocument: 'after',
    },
  );
  return document === null ? null : toRun(document);
}

/** Whether a run is to do nothing more: somebody has asked to cancel it, or it has ended. */
export async function isCancelAsked(store: Store, id: string): Promise<boolean> {
  return cancelReader(store)(id);
}

/** Reads whether runs are to do nothing more, for all that ask at the same time together. */
const cancelReader = oncePer((store: Store) =>
  gather(async (ids: string[]) => {
    const rows = await runs(store)
      .find({ _id: { $in: ids } }, { projection: { status: 1, cancelAsked: 1 } })
      .toArray();
    const goingOn = rows.filter(({ status, cancelAsked }) => cancelAsked === null && isOpenRun(status));
    const goOn = new Set(goingOn.map(({ _id }) => _id));
    return ids.map((id) => !goOn.has(id));
  }),
);

/** A run that has ended, with the people who watch it. */
type EndedRun = Run & { watchers: readonly string[] };

/** Ends an open run, and returns it with the people who watch it; returns null and changes nothing if it had already ended. */
export function endRun(store: Store, id: string, ending: RunEnding): Promise<EndedRun | null> {
  return ending.status === 'completed' ? ender(store)({ id, ending }) : endAlone(store, { id, ending });
}

interface End {
  id: string;
  ending: RunEnding;
}

/** Ends runs that are completed, those that end at the same time together. */
const ender = oncePer((store: Store) =>
  gather(async (ends: End[]): Promise<(EndedRun | null)[]> => {
    if (ends.length === 1) return [await endAlone(store, ends[0]!)];
    const updates = ends.map((end) => ({ updateOne: endOf(end) }));
    const { modifiedCount } = await runs(store).bulkWrite(updates, { ordered: false });
    const documents = await runs(store)
      .find({ _id: { $in: ends.map(({ id }) => id) } })
      .toArray();
    const byId = new Map(documents.map((document) => [document._id, document]));
    // The server counts only how many were ended; after fewer, those ended otherwise have another status or moment.
    const isEndedHere = ({ status, endedAt }: RunDocument, { ending }: End) =>
      modifiedCount === ends.length || (status === ending.status && endedAt?.getTime() === ending.at.getTime());
    return ends.map((end) => {
      const document = byId.get(end.id);
      return document !== undefined && isEndedHere(document, end) ? toEnded(document) : null;
    });
  }),
);

const endOf = ({ id, ending: { status, error, at, isUndecided = false, onlyQueued = false } }: End) => ({
  filter: { _id: id, status: onlyQueued ? ('queued' as const) : { $in: openRunStatuses } },
  update: [
    { $set: { status, error: { $literal: error }, endedAt: at, ...(isUndecided && { isUndecided: ifNoTest }) } },
  ],
});

async function endAlone(store: Store, end: End): Promise<EndedRun | null> {
  const { filter, update } = endOf(end);
  const document = await runs(store).findOneAndUpdate(filter, update, { returnDocument: 'after' });
  return document === null ? null : toEnded(document);
}

const toEnded = (document: WithId<RunDocument>): EndedRun => ({
  watchers: document.watchers ?? [],
  ...toRun(document),
});

/** After a test, nothing goes on. */
const ifNoTest = { $cond: [{ $eq: ['$isTest', true] }, '$$REMOVE', true] };

/** How a run ends. */
export interface RunEnding {
  status: 'completed' | 'failed' | 'cancelled';
  error: RunError | null;
  at: Date;
  isUndecided?: boolean;
  /** Ends it only if it has not begun. */
  onlyQueued?: boolean;
}

/** Records that nothing about a run waits for a decision any more. */
export async function noteDecided(store: Store, id: string): Promise<void> {
  await runs(store).updateOne({ _id: id }, { $unset: { isUndecided: '' } });
}

/** Counts the runs of a branch that wait for a decision; stops at `atMost`. */
export function countUndecidedRuns(store: Store, branchId: string, atMost: number): Promise<number> {
  return runs(store).countDocuments({ branchId, isUndecided: true }, { limit: atMost });
}

/** Has a person told how an open run ends, or no longer. Returns false if it has ended. */
export async function watchRun(
  store: Store,
  id: string,
  { personId, isWatching }: { personId: string; isWatching: boolean },
): Promise<boolean> {
  const change = isWatching ? { $addToSet: { watchers: personId } } : { $pull: { watchers: personId } };
  const { matchedCount } = await runs(store).updateOne({ _id: id, status: { $in: openRunStatuses } }, change);
  return matchedCount === 1;
}

/** The people who want to know how a run ends. */
export async function listWatchers(store: Store, id: string): Promise<string[]> {
  const row = await runs(store).findOne({ _id: id }, { projection: { watchers: 1 } });
  return row?.watchers ?? [];
}

function runs(store: Store) {
  return store.system.collection<RunDocument>(collectionName);
}

/** A run without what only the store reads. */
export function toRun({ _id, ...rest }: WithId<RunDocument>): Run {
  const run = { id: _id, ...rest };
  delete run.slot;
  delete run.holdsSlot;
  delete run.watchers;
  return run;
}
