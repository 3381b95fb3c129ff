import assert from 'node:assert/strict';
import { Problem, type ProblemDetail } from '@tallyhook/schemas';
import { normalizeQuestion } from '../src/normalize/normalize-question.ts';
import { sampleContext } from './sample-types.ts';

const context = sampleContext();

/** The mistakes of a question as `pointer code`, in order. */
export function mistakesOf(question: unknown): string[] {
  return detailsOf(question).map(({ pointer, code }) => `${pointer} ${code}`);
}

/** The reported mistakes of a question; empty if there are none. */
export function detailsOf(question: unknown): readonly ProblemDetail[] {
  try {
    normalizeQuestion(question, context);
    return [];
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, 'invalid_question');
    return error.errors;
  }
}

/** A question with a filter, as sent by a client. */
export const filtered = (filter: unknown) => ({ type: 'ticket', filter });
