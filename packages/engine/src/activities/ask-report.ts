import { ask, type Answer } from '@tallyhook/query';
import type { Report } from '@tallyhook/schemas';
import { momentOf, readPlan, type Branch, type Store } from '@tallyhook/store';

/** How long a question may take in all. */
const questionLimitMs = 8_000;

/** The question that a report asks: the report without what only its chart needs. */
export function questionOf(report: Report): unknown {
  return Object.fromEntries(Object.entries(report).filter(([key]) => key !== 'chart' && key !== '$schema'));
}

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
  const { type } = question as { type?: unknown };
  const { facts, moment } = await momentOf(store, branch, typeof type === 'string' ? type : '');
  const context = { types, now, timezone, weekStart, facts };
  return ask(question, context, { read: (reads) => readPlan(store, branch, reads, { deadlineAt, signal, moment }) });
}
