import type { SharedCause } from '../compile/source-problem.ts';

/** A mistake in a template. `offset` is in characters of its text, from 0. */
export interface TemplateProblem {
  offset: number;
  length: number;
  code: TemplateProblemCode;
  message: string;
  hint?: string;
  /** The given name, if it is about one. */
  given?: string;
  /** The closest known name. */
  suggestion?: string;
  /** A cause shared with other problems. */
  cause?: SharedCause;
  /** Default: error. */
  severity?: 'warning';
}

/** The code of a mistake in a template. */
export type TemplateProblemCode =
  | 'template_too_large'
  | 'template_too_deep'
  | 'unclosed_slot'
  | 'empty_slot'
  | 'slot_syntax'
  | 'unknown_filter'
  | 'filter_not_here'
  | 'unknown_block'
  | 'unclosed_block'
  | 'unopened_block'
  | 'unknown_name'
  | 'wrong_type'
  | 'secret_not_here'
  | 'feature_missing';

/** Thrown inside the parser and caught at the start of the slot. */
export class TemplateMistake extends Error {
  readonly problem: TemplateProblem;

  constructor(problem: TemplateProblem) {
    super(problem.message);
    this.problem = problem;
  }
}
