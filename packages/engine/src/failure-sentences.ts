import { problemKinds, type ProblemCode } from '@tallyhook/schemas';
import type { ActionErrorClass } from '@tallyhook/sdk';

/** Codes of failures that no activity reports. */
export type EngineFailureCode =
  'cancelled' | 'timeout' | 'worker_lost' | 'workflow_code' | 'ended_by_engine' | 'stopped' | 'WorkerShutdown';

export type FailureCode = ProblemCode | ActionErrorClass | EngineFailureCode;

/** The sentence for each code when nothing more exact is known; also the only text in Temporal's history. */
const sentences: Record<ActionErrorClass | EngineFailureCode, string> = {
  auth: 'The other service refused the account: link it again.',
  rate_limit: 'The other service is limiting requests.',
  invalid_input: 'The input is not valid for the action.',
  conflict: 'The other service reported a conflict with existing data.',
  not_found: 'Something that the step needs does not exist.',
  transient: 'The other service could not be reached.',
  unknown_outcome: 'The request was sent but got no answer: it may have taken effect, so it was not sent again.',
  fatal: 'The other service refused the request.',
  cancelled: 'The run was cancelled.',
  timeout: 'The step exceeded its time limit.',
  worker_lost: 'The workers that ran the step died repeatedly.',
  workflow_code: 'The program that runs workflows failed; see the worker log.',
  ended_by_engine: 'Temporal ended the run before it finished.',
  stopped: 'The workflow stopped itself as failed.',
  WorkerShutdown: 'The worker was shut down while running the step.',
};

/** The sentence for a code of a failed step or run. */
export function sentenceOf(code: string): string {
  if (Object.hasOwn(sentences, code)) return sentences[code as keyof typeof sentences];
  if (Object.hasOwn(problemKinds, code)) return `${problemKinds[code as ProblemCode].title}.`;
  return 'The step failed.';
}
