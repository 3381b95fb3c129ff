import assert from 'node:assert/strict';
import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { codeOf, pauseBeforeNextTurnMs } from './failures.ts';

function activityFailure(cause: Error): ActivityFailure {
  return new ActivityFailure('failed', 'runAction', '1', 'MAXIMUM_ATTEMPTS_REACHED', undefined, cause);
}

function answered(type: string, nonRetryable: boolean, retryAfterMs?: number): ActivityFailure {
  const details = retryAfterMs === undefined ? [] : [{ retryAfterMs }];
  return activityFailure(ApplicationFailure.create({ type, nonRetryable, details }));
}

const tried = (maxAttempts: number): ActivityFailure =>
  activityFailure(ApplicationFailure.create({ type: 'transient', nonRetryable: false, details: [{ maxAttempts }] }));

const timedOut = (type: 'HEARTBEAT' | 'START_TO_CLOSE') => activityFailure(new TimeoutFailure('late', undefined, type));

describe('Failure codes', () => {
  it('come from the activity', () => assert.equal(codeOf(answered('auth', true)), 'auth'));
  it('are worker_lost if its heartbeats stopped', () => {
    assert.equal(codeOf(timedOut('HEARTBEAT')), 'worker_lost');
  });
  it('are timeout if the time ran out', () => assert.equal(codeOf(timedOut('START_TO_CLOSE')), 'timeout'));
  it('are workflow_code for anything else', () => assert.equal(codeOf(new TypeError('x')), 'workflow_code'));
});

describe('Next attempt of an action', () => {
  const rows: [string, Error, number, number | null][] = [
    ['follows immediately after a worker died', timedOut('HEARTBEAT'), 1, 0],
    ['follows immediately after a worker was shut down', answered('WorkerShutdown', false), 1, 0],
    ['is not made after a timeout: the request may still be in progress', timedOut('START_TO_CLOSE'), 1, null],
    ['is not made after a final failure', answered('unknown_outcome', true), 1, null],
    ['follows after one second the first time', answered('transient', false), 1, 1_000],
    ['follows after four seconds the third time', answered('transient', false), 3, 4_000],
    ['follows after at most a minute by default', answered('transient', false), 9, 60_000],
    ['waits as long as the other service asks', answered('rate_limit', false, 90_000), 1, 90_000],
    ['does not wait for hours', answered('rate_limit', false, 3_600_000), 1, null],
    ['is made as often as the connector allows', tried(3), 2, 2_000],
    ['is made no more often than the connector allows', tried(3), 3, null],
    ['is made at most ten times', answered('transient', false), 10, null],
    ['is made at most ten times, even if workers die', timedOut('HEARTBEAT'), 10, null],
    ['is not made after a bug in the program', new TypeError('x'), 1, null],
  ];
  for (const [title, error, turn, pauseMs] of rows) {
    it(title, () => assert.equal(pauseBeforeNextTurnMs(error, turn), pauseMs));
  }
});
