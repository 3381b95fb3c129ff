import { listNames } from './nearest.ts';
import type { ProblemDetail } from './problem.ts';
import type { SchemaFinding, SchemaMistakeCode } from './schema-errors.ts';

/** A mistake in a value, in the form of problem documents. */
export interface SchemaMistake extends ProblemDetail {
  code: SchemaMistakeCode;
}

/** What is wrong, and what to do about it unless that is obvious. */
export interface Sentences {
  message: string;
  advice?: string;
}

/** The sentence that suggests a similar name. */
export function didYouMean(suggestion: string): string {
  return `did you mean "${suggestion}"?`;
}

/** Writes the sentences of a finding. */
export function describeFinding(finding: SchemaFinding): Sentences {
  const { code, given, expected, allowed = [], suggestion } = finding;
  switch (code) {
    case 'unknown_key': {
      const known = `known keys are ${listNames(allowed.map(String), given ?? '')}`;
      return { message: `unknown key "${given}"`, advice: suggestion === undefined ? known : didYouMean(suggestion) };
    }
    case 'missing_key': {
      const message = `the key "${String(allowed[0])}" is missing`;
      return { message, advice: expected === undefined ? 'add it' : `add it: ${expected}` };
    }
    case 'wrong_key': {
      const why = expected === undefined ? 'it does not have the required form' : `expected ${expected}`;
      return { message: `the key "${given}" cannot be used: ${why}` };
    }
    case 'not_allowed':
      if (given !== undefined) return { message: `${given} is not allowed`, advice: `expected ${expected}` };
      return { message: expected === undefined ? 'this value is not allowed here' : `expected ${expected}` };
    case 'duplicate_entry':
      return { message: `duplicate entry ${given}`, advice: 'keep one of them' };
    case 'too_deep':
      return { message: `the value is nested more than ${expected} levels deep`, advice: 'nest it less' };
    default:
      return { message: `expected ${expected}${given === undefined ? '' : `, got ${given}`}` };
  }
}

/** Converts a finding to the form of problem documents. */
export function toMistake(finding: SchemaFinding): SchemaMistake {
  const { pointer, code, allowed, suggestion } = finding;
  const { message, advice } = describeFinding(finding);
  return {
    pointer,
    code,
    detail: advice === undefined ? message : `${message}; ${advice}`,
    ...(allowed !== undefined && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  };
}
