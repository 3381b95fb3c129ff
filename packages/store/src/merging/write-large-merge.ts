import type { ClientSession, ObjectId } from 'mongodb';
import { dropMergedChanges, mergedChanges } from '../changes/merged-changes.ts';
import { addSigns } from '../collections/add-signs.ts';
import {
  collectionEntryId,
  collectionMap,
  findCollection,
  holdBranch,
  makeCollection,
} from '../collections/collections.ts';
import { noSigns, type NumberSigns } from '../collections/number-signs.ts';
import { recordsIn } from '../collections/record-document.ts';
import { typeMark } from '../collections/type-mark.ts';
import { createUniqueIndexes, isUniqueIndex } from '../collections/unique-indexes.ts';
import { counters, newCounters } from '../collections/write-counter.ts';
import type { CommitDocument } from '../commits/commits.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Finder } from '../database/finder.ts';
import { findInSnapshot } from '../database/finder.ts';
import type { Store } from '../database/store.ts';
import { beginBuilding, type Building } from '../database/unfinished.ts';
import {
  beginMove,
  finishMoves,
  MovedMeanwhile,
  type FinishedMove,
  type Move,
  type MoveOptions,
} from '../moving/move-records.ts';
import { changesRecords, type TypeFit } from './fits.ts';
import { addedBy, countOutcomes, writesOf } from './merged-records.ts';
import type { Outcome } from './outcomes.ts';
import { idsToFit, joinIds } from './type-fits.ts';
import {
  addCommit,
  beginWrite,
  inBatches,
  logMerge,
  requireExpected,
  requireFilled,
  writeType,
  type PlannedWrite,
  type WrittenType,
} from './write-merge.ts';

/** Types with more changes are built beside; the others are written in the transaction that swaps these. */
const maxInSwap = 1_000;

type PlannedType = PlannedWrite['types'][number];

const isLarge = ({ count, isBeside }: PlannedType) => isBeside || count > maxInSwap;

/** A type whose merged records are built beside those in use. */
interface BuiltType {
  planned: PlannedType;
  move: Move;
  /** What happened to each record, by id. */
  kinds: Map<string, Outcome['kind']>;
  signs: NumberSigns;
}

/** Builds the merged records beside those in use, and swaps them in one transaction in which writers wait. */
export async function writeLargeMerge(store: Store, planned: PlannedWrite): Promise<CommitDocument> {
  const { branch, types } = planned;
  const [large, small] = [types.filter((one) => isLarge(one)), types.filter((one) => !isLarge(one))];
  for (const { type } of small) {
    if (!(await findCollection(store, branch, type))) await makeCollection(store, branch, type);
  }
  const log = await beginLog(store, planned, large);
  const built: BuiltType[] = [];
  try {
    for (const one of large) built.push(await buildType(store, planned, one));
    await log.building.confirm();
    const moves = built.map((one): FinishedMove => ({
      move: one.move,
      added: addedBy(countOutcomes(one.kinds.values())),
      again: (ids, find, session) => mergeAgain(store, planned, one, { ids, find, session }),
    }));
    let commit: CommitDocument | undefined;
    await finishMoves(store, branch, moves, async (session) => {
      await beginWrite(store, planned, session);
      const written: WrittenType[] = [];
      for (const one of small) written.push(await writeType(store, planned, one, session));
      for (const one of built) written.push(await finishType(store, planned, one, session));
      commit = await addCommit(store, planned, written, session);
      await log.building.finish(session);
    });
    log.building.stop();
    return commit!;
  } catch (error) {
    for (const { move } of built) await move.abandon();
    await log.abandon();
    throw error;
  }
}

/** The rows of the log are written before they count; those of a merge that died are found by their numbers. */
async function beginLog(store: Store, { branch }: PlannedWrite, types: readonly PlannedType[]) {
  const { workspaceId, id: branchId } = branch;
  const numbers = types.map(({ number }) => number);
  const building: Building = await beginBuilding(store, workspaceId, {
    id: [branchId, ...numbers].join('/'),
    kind: 'merge',
  });
  return {
    building,
    async abandon() {
      building.stop();
      await building.abandon(() => dropMergedChanges(store, workspaceId, { branchId, numbers }));
    },
  };
}

async function buildType(store: Store, plan: PlannedWrite, planned: PlannedType): Promise<BuiltType> {
  const { branch } = plan;
  const { type, ids } = planned;
  const entry = await findCollection(store, branch, type);
  const fit = plan.fits.get(type);
  const move = await beginMove(store, branch, entry, fit && uniqueIndexesOf(store, branch.workspaceId, fit));
  try {
    // Whatever changes until the end is merged again.
    const find = findInSnapshot(move.snapshot);
    const built: BuiltType = { planned, move, kinds: new Map(), signs: noSigns() };
    const at = { find, collection: entry?.collection };
    for (const some of inBatches(joinIds(ids, await idsToFit(fit, at)))) {
      const outcomes = await plan.find(type, some, at);
      await write(store, plan, built, { outcomes });
    }
    return built;
  } catch (error) {
    await move.abandon();
    throw error;
  }
}

/** The collection that is built has the unique indexes of the merged type. */
function uniqueIndexesOf(store: Store, workspaceId: string, { merged }: TypeFit): MoveOptions {
  if (merged === undefined) return {};
  return {
    isWanted: (index) => !isUniqueIndex(index),
    addIndexes: (collection) => createUniqueIndexes(store, workspaceId, { collection, type: merged }),
  };
}

async function write(
  store: Store,
  plan: PlannedWrite,
  { planned: { type, number }, move, kinds, signs }: BuiltType,
  { outcomes, session, isAgain }: { outcomes: Outcome[]; session?: ClientSession | undefined; isAgain?: true },
): Promise<void> {
  const { branch, commit } = plan;
  requireExpected(plan, type, outcomes);
  if (outcomes.length === 0) return;
  const { by, at } = commit;
  const { writes, rows, signs: found } = writesOf(outcomes, { branchId: branch.id, type, number, by, at });
  const options = session ? { session, ordered: false } : { ordered: false, writeConcern: { w: 1, journal: false } };
  const records = recordsIn(store, branch.workspaceId, move.name);
  // By now it has its unique indexes, and a record may get the value that another one has until now.
  if (isAgain) await records.deleteMany({ _id: { $in: outcomes.map(({ id }) => id) } }, { session });
  if (writes.length > 0) await records.bulkWrite(writes, options);
  await mergedChanges(store, branch.workspaceId).insertMany(rows, session ? { session } : { ordered: false });
  for (const { id, kind } of outcomes) kinds.set(id.toHexString(), kind);
  for (const name of ['negative', 'rounded'] as const) signs[name] = [...new Set([...signs[name], ...found[name]])];
}

/** Merges records again that somebody changed on the branch meanwhile. */
async function mergeAgain(
  store: Store,
  plan: PlannedWrite,
  built: BuiltType,
  { ids, find, session }: { ids: readonly ObjectId[]; find: Finder; session: ClientSession | undefined },
): Promise<void> {
  const { workspaceId, id: branchId } = plan.branch;
  const { planned, move, kinds } = built;
  const looked = new Set(planned.ids.map((id) => id.toHexString()));
  const fit = plan.fits.get(planned.type);
  // With its type, every record may change.
  const changed = fit && changesRecords(fit) ? [...ids] : ids.filter((id) => looked.has(id.toHexString()));
  if (changed.length === 0) return;
  const { number, type } = planned;
  await mergedChanges(store, workspaceId).deleteMany({ branchId, number, id: { $in: changed } }, { session });
  for (const id of changed) kinds.delete(id.toHexString());
  for (const some of inBatches(changed)) {
    const outcomes = await plan.find(type, some, { find, collection: move.entry!.collection });
    await write(store, plan, built, { outcomes, session, isAgain: true });
  }
}

async function finishType(
  store: Store,
  plan: PlannedWrite,
  { planned: { type, number }, move, kinds, signs }: BuiltType,
  session: ClientSession,
): Promise<WrittenType> {
  const { branch } = plan;
  const fit = plan.fits.get(type);
  await requireFilled(recordsIn(store, branch.workspaceId, move.name), fit, session);
  const { workspaceId, id: branchId } = branch;
  if (move.entry) await addSigns(store, workspaceId, move.entry, { found: signs, session });
  else {
    await holdBranch(store, branch, session);
    const mark = fit?.merged && { typeMark: typeMark(fit.merged) };
    const entry = {
      ...{ _id: collectionEntryId(branch, type), branchId, type, collection: move.name, epoch: 1, signs },
      ...mark,
    };
    try {
      await collectionMap(store, workspaceId).insertOne(entry, { session });
    } catch (error) {
      throw isDuplicateKey(error) ? new MovedMeanwhile() : error;
    }
    await counters(store, workspaceId).insertMany(newCounters(entry), { session });
  }
  const counts = countOutcomes(kinds.values());
  if (kinds.size > 0) await logMerge(store, plan, { type, number, counts, rows: kinds.size }, session);
  return { type, number, counts, rows: kinds.size };
}
