import { askSource, understandQuestion, type Answer, type NormalizedQuestion, type Turn } from '@tallyhook/query';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { choicesInUse, openMongoSource, startTurn } from '@tallyhook/store/questions';

/** Total time limit of a question. */
const questionLimitMs = 8_000;

/** When a question is asked, and what calls it off. */
export interface Asking {
  now: Date;
  signal: AbortSignal;
}

/**
 * Queries the records of a branch, the same way as the API.
 * @throws Problem `invalid_question` with every mistake, or `query_timeout`
 */
export async function askOfBranch(store: Store, branch: Branch, question: unknown, asking: Asking): Promise<Answer> {
  const { understood, turn } = await understandOnBranch(store, branch, question, asking);
  return askSource(understood, await openMongoSource(store, branch, understood), turn);
}

/** Parses a question of a branch; `turn` is the rest of its time. */
export async function understandOnBranch(
  store: Store,
  branch: Branch,
  question: unknown,
  { now, signal }: Asking,
): Promise<{ understood: NormalizedQuestion; turn: Turn }> {
  const { types, timezone, weekStart } = branch;
  const turn = startTurn({ limitMs: questionLimitMs, left: signal });
  const understood = await understandQuestion(question, { types, now, timezone, weekStart }, (unlisted) =>
    choicesInUse(store, branch, unlisted, turn),
  );
  return { understood, turn };
}
