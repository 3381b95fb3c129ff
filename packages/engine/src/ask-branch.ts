import { ask, type Answer } from '@tallyhook/query';
import { collectionFacts, readLabels, readPlan, type Branch, type Store } from '@tallyhook/store';

export interface AskOptions {
  now: Date;
  /** When the answer must be there, in milliseconds since 1970; the reads are ended then. */
  deadlineAt: number;
  signal?: AbortSignal;
}

/** How long a question may take in all. */
export const questionLimitMs = 8_000;

/**
 * Asks a question of the records of a branch: the one way from a question to its answer, for the HTTP interface, the
 * pages and the Run Report step. Throws Problem `invalid_question` with every mistake, or `query_timeout`.
 */
export async function askBranch(store: Store, branch: Branch, question: unknown, options: AskOptions): Promise<Answer> {
  const { now, deadlineAt, signal } = options;
  const facts = await collectionFacts(store, branch);
  const { types, timezone, weekStart } = branch;
  return ask(
    question,
    { types, now, timezone, weekStart, facts },
    {
      read: (reads) => readPlan(store, branch, reads, { deadlineAt, ...(signal && { signal }) }),
      labels: (wanted) => readLabels(store, branch, wanted),
    },
  );
}
