import type { RecordType } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { changeTypesIn } from '../apps/apps.ts';
import { prepareTypeRecords, type SeenType } from '../apps/type-records.ts';
import { withChangeNumber } from '../changes/change-log.ts';
import { logRecords, type LoggedChange } from '../changes/log-records.ts';
import { addSigns } from '../collections/add-signs.ts';
import { createGate, findCollection, openGate, collectionEntryId } from '../collections/collections.ts';
import { createSignCollector } from '../collections/number-signs.ts';
import { recordsIn } from '../collections/record-document.ts';
import { createUniqueIndexes, dropOldUniqueIndexes, takenValue, describeTaken } from '../collections/unique-indexes.ts';
import { Problem } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { deadWriterTimeoutMs, inTransaction } from '../database/transaction.ts';
import { withoutUnfitIndexes } from '../field-indexes/without-unfit-indexes.ts';
import { convertBeside } from './convert-beside.ts';
import { convertRecord, type TypePlan } from './plan-type.ts';
import { surveyRecords, touchedBy, type TypeSurvey } from './survey-records.ts';

/** A planned change of a type. */
export interface PlannedChange {
  plan: TypePlan;
  by: string;
  /** Puts the changed type among those of the branch. */
  change: (types: RecordType[]) => RecordType[];
  /** The version of the type that must still be the current one. */
  seen?: SeenType | undefined;
  /** Throws if the records do not allow the change. */
  refuse: (survey: TypeSurvey) => void;
  /** The most records that are changed where they are; for tests. */
  maxInPlace?: number | undefined;
}

/** The most records that one transaction changes. */
export const maxChangedAtOnce = 10_000;

/** Changes a type and its records: up to 10,000 of them where they are, more in a new collection. */
export async function applyPlan(store: Store, branch: Branch, planned: PlannedChange): Promise<Branch> {
  const { plan, maxInPlace = maxChangedAtOnce } = planned;
  await prepareTypeRecords(store, branch);
  const survey = await surveyRecords(store, branch, plan);
  planned.refuse(survey);
  const work = () =>
    survey.changed > maxInPlace
      ? convertBeside(store, branch, { ...planned, survey })
      : changeInPlace(store, branch, planned, survey.changed);
  const changed = await withUniqueType(plan.after, () => withoutUnfitIndexes(store, branch, plan, work));
  const entry = await findCollection(store, branch, plan.after.name);
  if (entry) await dropOldUniqueIndexes(store, branch.workspaceId, { collection: entry.collection, type: plan.after });
  return changed;
}

/** A value that was written twice while the index was built. */
async function withUniqueType<Result>(type: RecordType, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const taken = takenValue(error, type);
    if (taken === undefined) throw error;
    const mistake = { ...describeTaken(taken), pointer: `#/fields/${taken.field.name}/unique` };
    throw new Problem('invalid_input', `The type "${type.name}" cannot change: ${mistake.detail}`, {
      errors: [mistake],
      cause: error,
    });
  }
}

async function changeInPlace(store: Store, branch: Branch, planned: PlannedChange, expected: number): Promise<Branch> {
  const { workspaceId } = branch;
  const { plan } = planned;
  const entry = await findCollection(store, branch, plan.after.name);
  const which = { _id: collectionEntryId(branch, plan.after.name) };
  // A conversion may make values equal or different, so then the index is built after it.
  const before = plan.works.length === 0 && entry !== null;
  if (before) await createUniqueIndexes(store, workspaceId, { collection: entry.collection, type: plan.after });
  const closeGate = createGate(store, workspaceId, which);
  try {
    const changed = await withChangeNumber(
      store,
      workspaceId,
      (last) =>
        inTransaction(
          store,
          async (session) => {
            await closeGate();
            const first = last - expected;
            return changeIn(store, branch, { ...planned, numbers: { first, count: expected } }, session);
          },
          { timeoutMs: deadWriterTimeoutMs },
        ),
      expected + 1,
    );
    if (entry && !before) {
      await createUniqueIndexes(store, workspaceId, { collection: entry.collection, type: plan.after });
    }
    return changed;
  } catch (error) {
    if (before) await dropOldUniqueIndexes(store, workspaceId, { collection: entry.collection, type: plan.before });
    throw error;
  } finally {
    await openGate(store, workspaceId, which);
  }
}

async function changeIn(
  store: Store,
  branch: Branch,
  { plan, by, change, seen, refuse, numbers }: PlannedChange & { numbers: { first: number; count: number } },
  session: ClientSession,
): Promise<Branch> {
  const { name } = plan.after;
  // First, because it makes open writes of the type conflict.
  const changed = await changeTypesIn(store, branch, { by, change, seen }, session);
  refuse(await surveyRecords(store, branch, plan, session));
  const entry = await findCollection(store, branch, name, session);
  if (entry === null || plan.works.length === 0) return changed;
  const records = recordsIn(store, branch.workspaceId, entry.collection);
  const at = new Date();
  const signs = createSignCollector();
  const logged: LoggedChange[] = [];
  for await (const before of records.find(touchedBy(plan), { session, sort: { _id: 1 } })) {
    const after = convertRecord(plan, before);
    if (after === before) continue;
    if (logged.length === numbers.count) throw tooManyMeanwhile(name);
    const number = numbers.first + logged.length;
    Object.assign(after, { revision: before.revision + 1, change: number, updatedAt: at, updatedBy: by });
    signs.note(after);
    logged.push({ before, after, number });
  }
  if (logged.length === 0) return changed;
  await addSigns(store, branch.workspaceId, entry, { found: signs.found(), session });
  const writes = logged.map(({ after }) => ({
    replaceOne: { filter: { _id: after!._id }, replacement: after! },
  }));
  await records.bulkWrite(writes, { session, ordered: false });
  await logRecords(store, branch, { type: name, by, at, imported: true }, { changed: logged, session });
  return changed;
}

function tooManyMeanwhile(type: string): Problem {
  const detail = `Records of "${type}" were written while the type was being changed: try again.`;
  return new Problem('unavailable', detail, { retryAfterSeconds: 1 });
}
