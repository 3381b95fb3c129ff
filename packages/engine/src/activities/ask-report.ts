import { askNormalized, relatedTypes, understandQuestion, type Answer } from '@tallyhook/query';
import type { Read } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { momentOf } from '@tallyhook/store/collections';
import { choicesInUse, readPlan } from '@tallyhook/store/questions';

/** How long a question may take in all. */
const questionLimitMs = 8_000;

/**
 * Asks a question of the records of a branch, through the same `ask` as every other door.
 * Throws Problem `invalid_question` with every mistake, or `query_timeout`.
 */
export async function askOfBranch(
  store: Store,
  branch: Branch,
  question: unknown,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Answer> {
  const { types, timezone, weekStart } = branch;
  const deadlineAt = Date.now() + questionLimitMs;
  const context = { types, now, timezone, weekStart };
  const limits = { timeLimitMs: questionLimitMs, signal };
  const understood = await understandQuestion(question, context, (unlisted) =>
    choicesInUse(store, branch, unlisted, limits),
  );
  const { facts, moment } = await momentOf(store, branch, [understood.type.name, ...relatedTypes(understood)]);
  const io = { read: (reads: Read[]) => readPlan(store, branch, reads, { deadlineAt, signal, moment }) };
  return askNormalized(understood, { ...context, facts }, io);
}
