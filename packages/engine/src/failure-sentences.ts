import { problemKinds, type ProblemCode } from '@tallyhook/schemas';
import type { ActionErrorClass } from '@tallyhook/sdk';

/** Codes of failures that no activity reports. */
export type EngineFailureCode =
  'cancelled' | 'timeout' | 'worker_lost' | 'workflow_code' | 'ended_by_engine' | 'WorkerShutdown';

export type FailureCode = ProblemCode | ActionErrorClass | EngineFailureCode;

/** The sentence for each code when nothing more exact is known; also the only text in Temporal's history. */
const sentences: Record<ActionErrorClass | EngineFailureCode, string> = {
  auth: 'The other service refused the account: link it again.',
  rate_limit: 'The other service asks for fewer requests.',
  invalid_input: 'The input does not fit the action.',
  conflict: 'The other service says that this contradicts what is there.',
  not_found: 'What the step needs is not there.',
  transient: 'The other service could not be reached.',
  unknown_outcome:
    'The request was sent and its answer never came: it may have had its effect, so it was not sent again.',
  fatal: 'The other service refused the request.',
  cancelled: 'Somebody cancelled the run.',
  timeout: 'The step took longer than it may.',
  worker_lost: 'The workers that ran the step died, again and again.',
  workflow_code: 'The program that runs workflows failed; the log of the worker says where.',
  ended_by_engine: 'Temporal ended the run without finishing it.',
  WorkerShutdown: 'The worker was shut down while it ran the step.',
};

/** The sentence for a code of a failed step or run. */
export function sentenceOf(code: string): string {
  if (Object.hasOwn(sentences, code)) return sentences[code as keyof typeof sentences];
  if (Object.hasOwn(problemKinds, code)) return `${problemKinds[code as ProblemCode].title}.`;
  return 'The step failed.';
}
