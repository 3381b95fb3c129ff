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

const tried = (mostAttempts: number): ActivityFailure =>
  activityFailure(ApplicationFailure.create({ type: 'transient', nonRetryable: false, details: [{ mostAttempts }] }));

const timedOut = (type: 'HEARTBEAT' | 'START_TO_CLOSE') => activityFailure(new TimeoutFailure('late', undefined, type));

describe('the code of a failure', () => {
  it('is the one the activity gave', () => assert.equal(codeOf(answered('auth', true)), 'auth'));
  it('says that the worker was lost when its heartbeats stopped', () => {
    assert.equal(codeOf(timedOut('HEARTBEAT')), 'worker_lost');
  });
  it('says that the time ran out', () => assert.equal(codeOf(timedOut('START_TO_CLOSE')), 'timeout'));
  it('blames the program for anything else', () => assert.equal(codeOf(new TypeError('x')), 'workflow_code'));
});

describe('the next turn of an action', () => {
  const rows: [string, Error, number, number | null][] = [
    ['comes at once after the death of a worker', timedOut('HEARTBEAT'), 1, 0],
    ['comes at once after the shutdown of a worker', answered('WorkerShutdown', false), 1, 0],
    ['does not come when the time ran out: the request may still be on its way', timedOut('START_TO_CLOSE'), 1, null],
    ['does not come after a final failure', answered('unknown_outcome', true), 1, null],
    ['comes after a second the first time', answered('transient', false), 1, 1_000],
    ['comes after four seconds the third time', answered('transient', false), 3, 4_000],
    ['never waits longer than a minute by itself', answered('transient', false), 9, 60_000],
    ['waits as long as the other service asks', answered('rate_limit', false, 90_000), 1, 90_000],
    ['does not wait for hours', answered('rate_limit', false, 3_600_000), 1, null],
    ['comes as often as the connector says', tried(3), 2, 2_000],
    ['comes no more often than the connector says', tried(3), 3, null],
    ['comes ten times at most', answered('transient', false), 10, null],
    ['comes ten times at most, also when workers die', timedOut('HEARTBEAT'), 10, null],
    ['does not come after a mistake in the program', new TypeError('x'), 1, null],
  ];
  for (const [title, error, turn, pauseMs] of rows) {
    it(title, () => assert.equal(pauseBeforeNextTurnMs(error, turn), pauseMs));
  }
});
