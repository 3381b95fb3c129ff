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

describe('what Temporal gets to know of an error', () => {
  it('is its code, and whether it may be tried again, for every problem of the table', () => {
    for (const [code, { retry }] of Object.entries(problemKinds)) {
      const { type, nonRetryable } = toApplicationFailure(new Problem(code as 'internal', 'x'));
      assert.deepEqual([type, nonRetryable], [code, !retry]);
    }
  });

  it('is the class of an error of another service, with the pause that the service asks for', () => {
    const failure = toApplicationFailure(new ActionError('rate_limit', 'Slow down.', { retryAfterMs: 7_000 }));
    assert.deepEqual(
      [failure.type, failure.nonRetryable, failure.details],
      ['rate_limit', false, [{ retryAfterMs: 7_000 }]],
    );
    assert.equal(toApplicationFailure(new ActionError('unknown_outcome', 'x')).nonRetryable, true);
    const limited = toApplicationFailure(new ActionError('transient', 'x', { maxAttempts: 2 }));
    assert.deepEqual(limited.details, [{ mostAttempts: 2 }]);
  });

  it('is never what the error says: histories are kept for weeks and shown in plain text', () => {
    const errors = [new Problem('invalid_input', secret), new ActionError('fatal', secret), new Error(secret)];
    for (const error of errors) {
      const failure = toApplicationFailure(error);
      assert.equal(JSON.stringify([failure, failure.message, failure.stack, failure.cause]).includes(secret), false);
    }
  });

  it('is "internal" for what nobody expected, and that is not tried again', () => {
    const { type, nonRetryable } = toApplicationFailure(new TypeError('x is undefined'));
    assert.deepEqual([type, nonRetryable], ['internal', true]);
  });

  it('stays a cancellation when it is one', () => {
    const cancelled = new CancelledFailure('shutdown');
    assert.equal(failureFrom(cancelled), cancelled);
  });
});

describe('what people get to know of an error', () => {
  it('is its message with every mistake in its place', () => {
    const errors = [{ pointer: '#/filter/op', code: 'not_allowed', detail: 'There is no "eqq".' }];
    const { message } = readFailure(new Problem('invalid_question', 'The question has a mistake.', { errors }));
    assert.equal(message, 'The question has a mistake.\n#/filter/op: There is no "eqq".');
  });

  it('is a plain sentence for what nobody expected', () => {
    assert.equal(readFailure(new TypeError(secret)).message.includes(secret), false);
  });
});
