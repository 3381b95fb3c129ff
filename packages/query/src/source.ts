import type { AnswerPlan } from '@tallyhook/schemas';
import type { Table } from './answer/table.ts';
import type { NormalizedQuestion } from './normalize/normalized-question.ts';

/** Milliseconds spent on the parts of an answer. */
export type Timings = Record<'queue' | 'db' | 'labels', number>;

/** The time of one question: how much it has, who waits for the answer, and where the time went. */
export interface Turn {
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  limitMs: number;
  /** When the answer must be there, in milliseconds since 1970. */
  deadlineAt: number;
  /** Aborts when nobody waits for the answer any more. */
  left: AbortSignal;
  /** Aborts when the time is up. */
  late: AbortSignal;
  /** Aborts at either. */
  signal: AbortSignal;
  /** Whoever works on the question adds to these. */
  timings: Timings;
}

/** Answers normalised questions with tables. MongoDB is one source; an engine that keeps columns can be another. */
export interface Source {
  answer(question: NormalizedQuestion, turn: Turn): Promise<SourceAnswer>;
}

export interface SourceAnswer {
  /** The question with what the source found out for it, such as the top values of its groups. */
  question: NormalizedQuestion;
  table: Table;
  /** How it was answered, for people who ask with `explain`. */
  plan: AnswerPlan;
}
