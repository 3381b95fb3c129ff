import type { SharedCause } from '../compile/source-problem.ts';

/** One mistake in a template; `offset` counts characters of its text from 0. */
export interface TemplateProblem {
  offset: number;
  length: number;
  code: TemplateProblemCode;
  message: string;
  hint?: string;
  /** What was written, where that is a name. */
  given?: string;
  /** The nearest name that is known there. */
  suggestion?: string;
  /** What other problems come from too. */
  cause?: SharedCause;
  /** The default is an error. */
  severity?: 'warning';
}

/** A code of a mistake in a template. */
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

/** Thrown inside the parser and collected where the slot begins. */
export class TemplateMistake extends Error {
  readonly problem: TemplateProblem;

  constructor(problem: TemplateProblem) {
    super(problem.message);
    this.problem = problem;
  }
}
