import assert from 'node:assert/strict';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { Problem, problemKinds } from '@tallyhook/schemas';
import { ActionError } from '@tallyhook/sdk';
import { failureFrom, readFailure } from './failure-from.ts';

const secret = 'ghp_canary';

function toApplicationFailure(error: unknown): ApplicationFailure {
  const failure = failureFrom(error);
  assert.ok(failure instanceof ApplicationFailure);
  return failure;
}

describe('Failures for Temporal', () => {
  it('contain the code of each problem and whether it may be retried', () => {
    for (const [code, { retry }] of Object.entries(problemKinds)) {
      const { type, nonRetryable } = toApplicationFailure(new Problem(code as 'internal', 'x'));
      assert.deepEqual([type, nonRetryable], [code, !retry]);
    }
  });

  it('contain the class of an error of another service, with its requested pause', () => {
    const failure = toApplicationFailure(new ActionError('rate_limit', 'Slow down.', { retryAfterMs: 7_000 }));
    assert.deepEqual(
      [failure.type, failure.nonRetryable, failure.details],
      ['rate_limit', false, [{ retryAfterMs: 7_000 }]],
    );
    assert.equal(toApplicationFailure(new ActionError('unknown_outcome', 'x')).nonRetryable, true);
    const limited = toApplicationFailure(new ActionError('transient', 'x', { maxAttempts: 2 }));
    assert.deepEqual(limited.details, [{ maxAttempts: 2 }]);
  });

  it('never contain the message, because histories are kept for weeks in plain text', () => {
    const errors = [new Problem('invalid_input', secret), new ActionError('fatal', secret), new Error(secret)];
    for (const error of errors) {
      const failure = toApplicationFailure(error);
      assert.equal(JSON.stringify([failure, failure.message, failure.stack, failure.cause]).includes(secret), false);
    }
  });

  it('are "internal" and not retried for unexpected errors', () => {
    const { type, nonRetryable } = toApplicationFailure(new TypeError('x is undefined'));
    assert.deepEqual([type, nonRetryable], ['internal', true]);
  });

  it('stay cancellations', () => {
    const cancelled = new CancelledFailure('shutdown');
    assert.equal(failureFrom(cancelled), cancelled);
  });
});

describe('Failures for people', () => {
  it('contain the message with every mistake and its pointer', () => {
    const errors = [{ pointer: '#/filter/op', code: 'not_allowed', detail: 'There is no "eqq".' }];
    const { message } = readFailure(new Problem('invalid_question', 'The question has a mistake.', { errors }));
    assert.equal(message, 'The question has a mistake.\n#/filter/op: There is no "eqq".');
  });

  it('are a plain sentence for unexpected errors', () => {
    assert.equal(readFailure(new TypeError(secret)).message.includes(secret), false);
  });
});
