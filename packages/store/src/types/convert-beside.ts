import { Problem } from '@tallyhook/schemas';
import type { ClientSession, Collection, Filter, ObjectId } from 'mongodb';
import { changeTypesIn } from '../apps/apps.ts';
import { addChange, withChangeNumber } from '../changes/change-log.ts';
import { earlierValues, type EarlierValue } from '../changes/earlier-values.ts';
import { beginKeeping, dropEarlier, dropEarlierExcept, keepEarlier } from '../changes/keep-earlier.ts';
import { addSigns } from '../collections/add-signs.ts';
import { findCollection } from '../collections/collections.ts';
import { createSignCollector } from '../collections/number-signs.ts';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import { createUniqueIndexes, isUniqueIndex } from '../collections/unique-indexes.ts';
import { raiseCounter } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { beginMove, finishMoves, MovedMeanwhile } from '../moving/move-records.ts';
import type { PlannedChange } from './apply-plan.ts';
import { convertRecord, type TypePlan } from './plan-type.ts';
import { touchedBy, type TypeSurvey } from './survey-records.ts';

const maxTries = 3;

/** Converts the records in a new collection, which then replaces the one in use together with the type. */
export async function convertBeside(
  store: Store,
  branch: Branch,
  planned: PlannedChange & { survey: TypeSurvey },
): Promise<Branch> {
  for (let tries = 1; ; tries++) {
    try {
      return await withChangeNumber(store, branch.workspaceId, (number) => convert(store, branch, planned, number));
    } catch (error) {
      if (!(error instanceof MovedMeanwhile)) throw error;
      if (tries === maxTries) {
        const detail = `Imports into "${planned.plan.after.name}" finished first three times in a row: try again.`;
        throw new Problem('unavailable', detail, { retryAfterSeconds: 10, cause: error });
      }
    }
  }
}

async function convert(
  store: Store,
  branch: Branch,
  { plan, by, change, survey }: PlannedChange & { survey: TypeSurvey },
  number: number,
): Promise<Branch> {
  const { workspaceId, id: branchId } = branch;
  const { name } = plan.after;
  const at = new Date();
  const signs = createSignCollector();
  const converted = new Set<string>();
  const keep = async (records: readonly RecordDocument[]) => {
    const rows = records.map((before): EarlierValue => ({
      ...{ _id: `${number}/${before._id.toHexString()}`, branchId, number, before },
    }));
    // Not in a transaction: of a change that fails, these rows are never read.
    const writes = rows.map((row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } }));
    if (writes.length > 0) await earlierValues(store, workspaceId).bulkWrite(writes, { ordered: false });
  };
  const forget = (ids: readonly ObjectId[]) => ids.forEach((id) => converted.delete(id.toHexString()));
  const convertOne = (before: RecordDocument) => {
    const record = convertRecord(plan, before);
    if (record === before) {
      converted.delete(before._id.toHexString());
      return before;
    }
    converted.add(before._id.toHexString());
    signs.note(record);
    return Object.assign(record, { revision: before.revision + 1, change: number, updatedAt: at, updatedBy: by });
  };
  const entry = await findCollection(store, branch, name);
  const keeping = await beginKeeping(store, workspaceId, { branchId, number });
  const giveUp = async () => {
    keeping.stop();
    await keeping.abandon(() => dropEarlier(store, workspaceId, { branchId, number }));
  };
  const move = await beginMove(store, branch, entry, {
    conversion: {
      ...{ convert: convertOne, keep, forget },
      keepAll: (snapshot, from) => keepEarlier(snapshot, { from, match: touchedBy(plan), branchId, number }),
    },
    isWanted: (index) => !isUniqueIndex(index),
    addIndexes: (collection) => createUniqueIndexes(store, workspaceId, { collection, type: plan.after }),
  }).catch(async (error: unknown) => {
    await giveUp();
    throw error;
  });
  const dropOthers = () => dropEarlierExcept(store, workspaceId, { branchId, number, ids: converted });
  try {
    // Here, before writers wait.
    await dropOthers();
    let changed: Branch | undefined;
    await finishMoves(store, branch, [{ move, added: 0 }], async (session) => {
      await refuseEmpty(recordsIn(store, workspaceId, move.name), plan, session);
      await dropOthers();
      changed = await changeTypesIn(store, branch, { by, change }, session);
      await addSigns(store, workspaceId, entry!, { found: signs.found(), session });
      const tick = await raiseCounter(store, branch, name, { session, records: 0 });
      const fields = survey.fields.map(({ field }) => field);
      const logged = { kind: 'bulk', work: 'convert', count: converted.size, fields } as const;
      await addChange(store, branch, { ...logged, fields, number, type: name, by, at, ...tick }, session);
      await keeping.finish(session);
    });
    keeping.stop();
    return changed!;
  } catch (error) {
    await move.abandon();
    await giveUp();
    throw error;
  }
}

/** A record without a value may have been written since the records were looked at. */
async function refuseEmpty(
  records: Collection<RecordDocument>,
  { required, after }: TypePlan,
  session: ClientSession,
): Promise<void> {
  if (required.length === 0) return;
  const empty = required.map(({ name }) => ({ [name]: { $exists: false } }));
  const found = await records.findOne({ $or: empty } as Filter<RecordDocument>, { session });
  if (found === null) return;
  const detail = `Records of "${after.name}" were written while the type was being changed: try again.`;
  throw new Problem('unavailable', detail, { retryAfterSeconds: 1 });
}
