/** One mistake in a template; `offset` counts characters of its text from 0. */
export interface TemplateProblem {
  offset: number;
  length: number;
  code: TemplateProblemCode;
  message: string;
  hint?: string;
  /** An error unless told. */
  severity?: 'warning';
  /** Of a name that means nothing: the names of its path as far as the one that is not there. */
  missing?: readonly string[];
  /** Whether the name is like none that is known here, as one of another language is. */
  isForeign?: boolean;
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
  | 'constant_value'
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
