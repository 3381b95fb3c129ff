import type { Question } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { medianOf, timesToAdd, type Times } from './usage-times.ts';

/** One question of a report. */
export interface QuestionUse {
  branchId: string;
  question: Question;
  /** The same for questions that differ only in the values they compare with. */
  shape: string;
  /** How long counting took, in milliseconds. */
  tookMs: number;
  at: Date;
}

/** How often reports asked questions of one shape, and how long that took. */
export interface QuestionUsage {
  /** The last question. */
  question: Question;
  uses: number;
  lastUsedAt: string;
  medianMs: number;
  totalMs: number;
}

interface QuestionUsageDocument {
  /** `<branch>/<shape>` */
  _id: string;
  branchId: string;
  type: string;
  /** As JSON text, because choices are any text and not always valid document keys. */
  question: string;
  uses: number;
  totalMs: number;
  lastUsedAt: Date;
  times: Times;
}

/** Questions that nobody asks any more need no index. */
const forgottenAfterSeconds = 30 * 86_400;

export const questionUsageIndexes: CollectionIndexes = {
  collection: 'question_usage',
  indexes: [
    { key: { branchId: 1, lastUsedAt: -1 } },
    { key: { lastUsedAt: 1 }, expireAfterSeconds: forgottenAfterSeconds },
  ],
};

/** How many shapes a branch keeps; older ones are deleted. */
const maxShapes = 200;
/** Larger questions are not recorded. */
const maxQuestionLength = 8_000;

const questionUsage = (store: Store) => store.system.collection<QuestionUsageDocument>(questionUsageIndexes.collection);

/** Adds uses in one write that does not wait for the disk: statistics may lose a few. */
export async function addQuestionUses(store: Store, uses: readonly QuestionUse[]): Promise<void> {
  const byShape = Map.groupBy(uses, ({ branchId, shape }) => `${branchId}/${shape}`);
  const updates = [...byShape].flatMap(([_id, some]) => {
    const update = updateOf(some);
    return update.$set.question.length > maxQuestionLength
      ? []
      : [{ updateOne: { filter: { _id }, update, upsert: true } }];
  });
  if (updates.length === 0) return;
  const options = { ordered: false, writeConcern: { w: 1, journal: false } };
  const { upsertedCount } = await questionUsage(store).bulkWrite(updates, options);
  if (upsertedCount === 0) return;
  for (const branchId of new Set(uses.map((use) => use.branchId))) await dropOldest(store, branchId);
}

function updateOf(uses: readonly QuestionUse[]) {
  const { branchId, question } = uses.at(-1)!;
  const lastUsedAt = new Date(Math.max(...uses.map(({ at }) => at.getTime())));
  return {
    $inc: timesToAdd(uses),
    $max: { lastUsedAt },
    $set: { question: JSON.stringify(question) },
    $setOnInsert: { branchId, type: question.type },
  };
}

async function dropOldest(store: Store, branchId: string): Promise<void> {
  // What was just written need not have reached a majority.
  const options = { projection: { _id: 1 }, sort: { lastUsedAt: -1 }, skip: maxShapes, readConcern: 'local' } as const;
  const old = await questionUsage(store).find({ branchId }, options).toArray();
  if (old.length > 0) await questionUsage(store).deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}

/** Reads which questions the reports of a branch asked in the last 30 days; those that took longest come first. */
export async function readQuestionUsage(store: Store, branch: Branch): Promise<QuestionUsage[]> {
  const documents = await questionUsage(store)
    .find({ branchId: branch.id }, { readConcern: { level: 'local' }, sort: { totalMs: -1, _id: 1 } })
    .toArray();
  return documents.map(({ question, uses, lastUsedAt, totalMs, times }) => ({
    ...{ question: JSON.parse(question) as Question, uses, totalMs },
    lastUsedAt: lastUsedAt.toISOString(),
    medianMs: medianOf(times, totalMs),
  }));
}

/** Deletes the question usage of a branch. */
export async function dropQuestionUsage(store: Store, branchId: string): Promise<void> {
  await questionUsage(store).deleteMany({ branchId });
}
