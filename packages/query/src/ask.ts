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
  /** Finds labels of records by type and id. Without it, the answer has no labels. */
  labels?: ((wanted: Record<string, string[]>) => Promise<LabelsByType>) | undefined;
  /** Whether the answer includes its plan. */
  explain?: boolean | undefined;
}

/** Answers a normalised question from a source. Every entry point uses this. */
export async function askSource(
  question: NormalizedQuestion,
  source: Source,
  turn: Turn,
  options?: AskOptions,
): Promise<Answer> {
  return complete(question, () => source.answer(question, turn), options);
}

/**
 * Answers a question with a function that runs the reads of a plan.
 *
 * ```ts
 * const { rows } = await ask({ type: 'ticket', groupBy: [{ field: 'status' }] }, context, { read });
 * rows[0]; // { key: { status: 'open' }, count: 12 }
 * ```
 * @throws Problem `invalid_question` with every mistake; errors of `read` and `labels` pass through.
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

/** Adds the current labels of the records in an answer's keys, even to an answer computed earlier. */
export async function nameAnswer(
  question: NormalizedQuestion,
  answer: Answer,
  name: NonNullable<AskOptions['labels']>,
): Promise<Answer> {
  const labels = labelsOf(question, answer, await name(wantedLabels(question, answer)));
  return { ...answer, rows: withMissing(answer.rows, labels), labels };
}
