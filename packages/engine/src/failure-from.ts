import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { Problem } from '@tallyhook/schemas';
import { ActionError } from '@tallyhook/sdk';
import { problemFrom } from '@tallyhook/store';
import { sentenceOf } from './failure-sentences.ts';
import type { FailureDetails } from './workflows/failures.ts';

/** A failure as shown in a step's result. The message is for people and contains no secrets. */
export interface StepFailure {
  code: string;
  message: string;
  /** Whether the step may be retried automatically. */
  mayRetry: boolean;
  retryAfterMs?: number;
  /** Maximum number of attempts, if the connector sets one. */
  maxAttempts?: number;
}

/**
 * Whether the work was called off: by the workflow, by the worker's shutdown, or because another worker has taken over.
 */
export function isCalledOff(error: unknown): boolean {
  return error instanceof CancelledFailure || (error instanceof Error && error.name === 'AbortError');
}

/** Reads any error of an activity. */
export function readFailure(thrown: unknown): StepFailure {
  const error = problemFrom(thrown);
  if (error instanceof Problem) {
    const retryAfterMs = error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * 1_000;
    return { code: error.code, message: describe(error), mayRetry: error.kind.retry, retryAfterMs };
  }
  if (error instanceof ActionError) {
    const { class: code, message, mayRetry, retryAfterMs, maxAttempts: maxAttempts } = error;
    return { code, message, mayRetry, retryAfterMs, maxAttempts };
  }
  return { code: 'internal', message: sentenceOf('internal'), mayRetry: false };
}

/**
 * The only place that converts errors into Temporal's. The type is the code, and the code's table decides about
 * retries. Histories are kept for weeks and readable as plain text, so they get the code's sentence; the message stays
 * in the step's result.
 */
export function failureFrom(error: unknown): Error {
  if (error instanceof ApplicationFailure || (error instanceof Error && isCalledOff(error))) return error;
  const failure = readFailure(error);
  const { code, mayRetry, retryAfterMs } = failure;
  const details = detailsOf(failure);
  return ApplicationFailure.create({
    type: code,
    message: sentenceOf(code),
    nonRetryable: !mayRetry,
    ...(Object.keys(details).length > 0 && { details: [details] }),
    ...(retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
  });
}

/** What says when a step may be run again. */
export function detailsOf({ retryAfterMs, maxAttempts }: StepFailure): FailureDetails {
  return { ...(retryAfterMs !== undefined && { retryAfterMs }), ...(maxAttempts !== undefined && { maxAttempts }) };
}

function describe({ message, errors }: Problem): string {
  return [message, ...errors.map(({ pointer, detail }) => (pointer ? `${pointer}: ${detail}` : detail))].join('\n');
}
