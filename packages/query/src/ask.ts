import type { Answer, Read, ReadResults } from '@tallyhook/schemas';
import { answerQuestion } from './answer-question.ts';
import { labelsOf, wantedLabels, withMissing, type LabelsByType } from './answer/labels.ts';
import { normalizeQuestion } from './normalize/normalize-question.ts';
import type { NormalizedQuestion } from './normalize/normalized-question.ts';
import type { QuestionContext } from './question-context.ts';

/** How a question reaches the records. Deadlines and cancelling are the caller's. */
export interface AskIo {
  /** Runs reads at one moment of the database, the same each time; the results carry the reads' ids. */
  read(reads: Read[]): Promise<ReadResults>;
  /** Names records, by type and id; without it the answer has no labels. */
  labels?(wanted: Record<string, string[]>): Promise<LabelsByType>;
}

export interface AskOptions {
  /** Whether the answer says how the records were read. */
  explain?: boolean;
}

/**
 * Asks a question: the one way from a question to its answer, for every door.
 *
 * ```ts
 * const { rows } = await ask({ type: 'ticket', groupBy: [{ field: 'status' }] }, context, { read });
 * rows[0]; // { key: { status: 'open' }, count: 12 }
 * ```
 * @throws Problem `invalid_question` with every mistake; whatever `io` throws.
 */
export async function ask(input: unknown, context: QuestionContext, io: AskIo, options?: AskOptions): Promise<Answer> {
  return askNormalized(normalizeQuestion(input, context), context, io, options);
}

/** Asks a question that was read already, as `ask` does. */
export async function askNormalized(
  question: NormalizedQuestion,
  context: QuestionContext,
  io: AskIo,
  { explain = false }: AskOptions = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const reads: Read[] = [];
  const read = (next: Read[]) => {
    reads.push(...next);
    return io.read(next);
  };
  const { answer, plan } = await answerQuestion(question, { context, read });
  if (explain) answer.meta.plan = { maker: plan.maker, reads: reads.map((one) => ({ ...one })) };
  const named = io.labels ? await nameAnswer(question, answer, io.labels) : answer;
  named.meta.tookMs = Math.round(performance.now() - startedAt);
  return named;
}

/** The answer with the names of the records behind its ids, whenever it was counted. */
export async function nameAnswer(
  question: NormalizedQuestion,
  answer: Answer,
  name: NonNullable<AskIo['labels']>,
): Promise<Answer> {
  const labels = labelsOf(question, answer, await name(wantedLabels(question, answer)));
  return { ...answer, rows: withMissing(answer.rows, labels), labels };
}
