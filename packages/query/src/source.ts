import type { AnswerPlan } from '@tallyhook/schemas';
import type { Table } from './answer/table.ts';
import type { NormalizedQuestion } from './normalize/normalized-question.ts';

/** Milliseconds spent on the parts of an answer. */
export type Timings = Record<'queue' | 'db' | 'labels', number>;

/** The time budget of one question, its cancellation, and its timings. */
export interface Turn {
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  limitMs: number;
  /** Deadline of the answer, in milliseconds since 1970. */
  deadlineAt: number;
  /** Aborts when the caller no longer waits for the answer. */
  left: AbortSignal;
  /** Aborts when the time is up. */
  late: AbortSignal;
  /** Aborts on either. */
  signal: AbortSignal;
  /** Each part that works on the question adds its time. */
  timings: Timings;
}

/** Answers normalised questions with tables. MongoDB is one source; a columnar engine could be another. */
export interface Source {
  answer(question: NormalizedQuestion, turn: Turn): Promise<SourceAnswer>;
}

export interface SourceAnswer {
  /** The question, completed by the source: the top values of its groups, for example. */
  question: NormalizedQuestion;
  table: Table;
  /** How the source answered, for `explain`. */
  plan: AnswerPlan;
}
