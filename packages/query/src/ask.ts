import type { Answer } from '@tallyhook/schemas';
import { assembleAnswer } from './answer/assemble-answer.ts';
import { labelsOf, wantedLabels, withMissing, type LabelsByType } from './answer/labels.ts';
import { normalizeQuestion } from './normalize/normalize-question.ts';
import type { NormalizedQuestion } from './normalize/normalized-question.ts';
import { answerByPlans, type PlanReader } from './plan/answer-by-plans.ts';
import type { PlanContext } from './plan/facts-of.ts';
import type { QuestionContext } from './question-context.ts';
import type { Source, SourceAnswer, Turn } from './source.ts';

export interface AskOptions {
  /** Names records, by type and id; without it the answer has no labels. */
  labels?: ((wanted: Record<string, string[]>) => Promise<LabelsByType>) | undefined;
  /** Whether the answer says how it was found. */
  explain?: boolean | undefined;
}

/** Asks a source a question: the one way from a normalised question to its answer, for every door. */
export async function askSource(
  question: NormalizedQuestion,
  source: Source,
  turn: Turn,
  options?: AskOptions,
): Promise<Answer> {
  return complete(question, () => source.answer(question, turn), options);
}

/**
 * Asks a question of whatever runs the reads of a plan.
 *
 * ```ts
 * const { rows } = await ask({ type: 'ticket', groupBy: [{ field: 'status' }] }, context, { read });
 * rows[0]; // { key: { status: 'open' }, count: 12 }
 * ```
 * @throws Problem `invalid_question` with every mistake; whatever `read` and `labels` throw.
 */
export async function ask(
  input: unknown,
  context: QuestionContext & PlanContext,
  { read, ...options }: { read: PlanReader } & AskOptions,
): Promise<Answer> {
  const question = normalizeQuestion(input, context);
  return complete(question, () => answerByPlans(question, { context, read }), options);
}

async function complete(
  question: NormalizedQuestion,
  find: () => Promise<SourceAnswer>,
  { labels, explain = false }: AskOptions = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const { plan, ...found } = await find();
  const answer = assembleAnswer(found.question, found.table);
  if (explain) answer.meta.plan = plan;
  const named = labels ? await nameAnswer(question, answer, labels) : answer;
  named.meta.tookMs = Math.round(performance.now() - startedAt);
  return named;
}

/** The answer with the names of the records behind its ids, whenever it was counted. */
export async function nameAnswer(
  question: NormalizedQuestion,
  answer: Answer,
  name: NonNullable<AskOptions['labels']>,
): Promise<Answer> {
  const labels = labelsOf(question, answer, await name(wantedLabels(question, answer)));
  return { ...answer, rows: withMissing(answer.rows, labels), labels };
}
