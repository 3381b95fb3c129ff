import assert from 'node:assert/strict';
import { CancelledFailure } from '@temporalio/common';
import { ActionError } from '@tallyhook/sdk';
import { ensureIndexes, newId, type Store } from '@tallyhook/store';
import { listSends, takeSend, type StepKey } from '@tallyhook/store/runs';
import { sendByJournal, type JournaledRequest } from '../src/activities/journal.ts';
import { dropTestStore, openTestStore } from './engines.ts';

describe('Journal', () => {
  let store: Store;

  before(async () => {
    store = await openTestStore();
    await ensureIndexes(store);
  });
  after(() => dropTestStore(store));

  function aStep(): StepKey {
    return { workspaceId: newId(), runId: newId(), stepId: 'comment', item: '' };
  }

  /** A request to a service with the given outcomes; `sent` counts. */
  function aRequest(repeatable: boolean, ...outcomes: (Error | string)[]): JournaledRequest & { sent: number } {
    return {
      request: 'POST api.github.com',
      repeatable,
      sent: 0,
      async send() {
        const outcome = outcomes[this.sent++] ?? 'done';
        if (outcome instanceof Error) throw outcome;
        return { output: outcome, status: 201 };
      },
    };
  }

  const send = (step: StepKey, request: JournaledRequest) =>
    sendByJournal({ store, now: () => new Date() }, step, request);

  const isUnknown = (error: unknown) => error instanceof ActionError && error.class === 'unknown_outcome';

  const stateOf = async ({ runId }: StepKey) =>
    (await listSends(store, runId)).map(({ state, count }) => [state, count]);

  /** The state left by a worker that dies while its request is in flight. */
  async function dieWhileSending(step: StepKey): Promise<void> {
    void send(step, { request: 'POST api.github.com', repeatable: false, send: () => new Promise(() => undefined) });
    for (;;) {
      const [row] = await listSends(store, step.runId);
      if (row?.state === 'sending') return;
    }
  }

  describe('A request that may not be repeated', () => {
    it('is sent once, and later workers get the stored answer', async () => {
      const [step, request] = [aStep(), aRequest(false, 'first', 'second')];
      assert.equal(await send(step, request), 'first');
      assert.equal(await send(step, request), 'first');
      assert.equal(request.sent, 1);
      assert.deepEqual(await stateOf(step), [['answered', 1]]);
    });

    it('is not sent again after its worker died: the outcome is unknown since its start time', async () => {
      const [step, request] = [aStep(), aRequest(false)];
      await dieWhileSending(step);
      await assert.rejects(
        send(step, request),
        (error) => isUnknown(error) && /POST api.github.com.*\d{4}-/.test(String(error)),
      );
      await assert.rejects(send(step, request), isUnknown);
      assert.equal(request.sent, 0);
      assert.deepEqual(await stateOf(step), [['sending', 1]]);
    });

    for (const [title, error] of [
      ['the connection broke after it was sent', new ActionError('transient', 'reset', { mayHaveArrived: true })],
      ['the service failed on it', new ActionError('transient', '503', { status: 503, mayHaveArrived: true })],
      ['the worker was shut down during it', new CancelledFailure('WORKER_SHUTDOWN')],
      ['an unexpected error occurred', new TypeError('x')],
    ] as const) {
      it(`has an unknown outcome if ${title}, and is not sent again`, async () => {
        const [step, request] = [aStep(), aRequest(false, error)];
        await assert.rejects(send(step, request), isUnknown);
        await assert.rejects(send(step, request), isUnknown);
        assert.equal(request.sent, 1);
      });
    }

    it('is sent again if it never left because the connection was refused', async () => {
      const refused = new ActionError('transient', 'refused', { mayHaveArrived: false });
      const [step, request] = [aStep(), aRequest(false, refused, 'second')];
      await assert.rejects(send(step, request), refused);
      assert.deepEqual(await stateOf(step), [['open', 1]]);
      assert.equal(await send(step, request), 'second');
    });

    it('is sent again if the service did not accept it', async () => {
      const tooMany = new ActionError('rate_limit', 'slow down', { status: 429, mayHaveArrived: true });
      const [step, request] = [aStep(), aRequest(false, tooMany, 'second')];
      await assert.rejects(send(step, request), tooMany);
      assert.equal(await send(step, request), 'second');
      assert.deepEqual(await stateOf(step), [['answered', 2]]);
    });

    it('fails again with the same message, unsent, after a final refusal', async () => {
      const refused = new ActionError('invalid_input', 'body is too long', { status: 422, mayHaveArrived: true });
      const [step, request] = [aStep(), aRequest(false, refused)];
      await assert.rejects(send(step, request), refused);
      await assert.rejects(send(step, request), { class: 'invalid_input', message: 'body is too long' });
      assert.equal(request.sent, 1);
    });
  });

  describe('A request that may be repeated', () => {
    it('is sent again after its worker died', async () => {
      const [step, request] = [aStep(), aRequest(true)];
      await dieWhileSending(step);
      assert.equal(await send(step, request), 'done');
      assert.deepEqual(await stateOf(step), [['answered', 2]]);
    });

    it('is sent again after a temporary failure', async () => {
      const reset = new ActionError('transient', 'reset', { mayHaveArrived: true });
      const [step, request] = [aStep(), aRequest(true, reset)];
      await assert.rejects(send(step, request), reset);
      assert.equal(await send(step, request), 'done');
    });
  });

  describe('A worker that lost its request to another', () => {
    it('writes nothing more, whatever the outcome', async () => {
      for (const outcome of ['late', new ActionError('auth', 'late', { status: 401, mayHaveArrived: true })]) {
        const [step, request] = [aStep(), aRequest(true, outcome)];
        const overtaken = {
          ...request,
          send: async () => (await takeSend(store, step, { request: 'x', at: new Date() }), request.send()),
        };
        await assert.rejects(send(step, overtaken), CancelledFailure);
        assert.deepEqual(await stateOf(step), [['sending', 1]]);
      }
    });
  });
});
