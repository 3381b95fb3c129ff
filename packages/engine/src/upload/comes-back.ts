import { ApplicationFailure } from '@temporalio/common';
import { comesBackType, type FailureDetails } from '../workflows/failures.ts';

/**
 * Ends the activity for now without a failure of the step: the workflow schedules it again after a pause, in which it
 * holds no place.
 */
export function comeBackAfter(comesBackMs: number): ApplicationFailure {
  const details: [FailureDetails] = [{ comesBackMs: Math.round(comesBackMs) }];
  return ApplicationFailure.create({ type: comesBackType, message: 'The step goes on later.', details });
}

/** Uploads that have waited longer ask for a place less often. */
export function pauseBeforePlaceMs(waitedMs: number): number {
  const pauseMs = Math.min(20_000, Math.max(1_000, waitedMs / 10));
  return pauseMs * (0.75 + Math.random() / 2);
}
