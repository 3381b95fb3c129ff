import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPracticeService, type PracticeService } from '@tallyhook/practice';
import { deleteHistories, deliver, setGithubScene, type Delivery, type GithubScene } from './github-scene.ts';
import { startProduct, waitFor, type ListedProcess, type Product } from './product.ts';

const token = 'practice-token';

/** Long enough for a second run to appear: a run takes a fraction of it. */
const settleMs = 3_000;

/** GitHub gives up on a response after ten seconds. */
const githubTimeoutMs = 10_000;

describe('one delivery starts one run', function () {
  this.timeout(300_000);
  let practice: PracticeService;
  let product: Product;
  let scene: GithubScene;

  before(async () => {
    practice = await createPracticeService({ service: 'github', port: 0, token });
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: `https://api.github.com=${practice.url}` });
    scene = await setGithubScene(product, token);
  });
  after(async () => {
    await product?.remove();
    await practice?.close();
  });

  /** Waits until that many runs have ended and everything has settled; returns the number of runs and comments. */
  async function settled(runs: number): Promise<{ runs: number; comments: number; statuses: string[] }> {
    await waitFor(`${runs} runs to end`, async () => (await ended()).length >= runs, 120_000);
    await sleep(settleMs);
    const all = await scene.runs();
    return {
      runs: all.length,
      comments: practice.comments().length,
      statuses: [...new Set(all.map(({ status }) => status))],
    };
  }

  async function ended() {
    return (await scene.runs()).filter(({ status }) => !['queued', 'running', 'waiting'].includes(status));
  }

  async function processOf(name: string): Promise<ListedProcess> {
    const found = (await product.processes()).find((listed) => listed.name === name);
    assert.ok(found, `processes.json names ${name}`);
    return found;
  }

  /** Delivers like a real service: after a 503, retries once the time in `Retry-After` has passed. */
  async function deliverUntilTaken(delivery: Delivery): Promise<number> {
    for (;;) {
      const { status, headers } = await scene.deliver(delivery);
      if (status !== 503) return status;
      await sleep(Number(headers.get('retry-after')) * 1_000);
    }
  }

  const first = { event: 'issues', id: '72d3162e-cc78-11e3-81ab-4c9367dc0958' };

  it('if it arrives 50 times in parallel, and the comment has the number of the report', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliverUntilTaken(first)));
    assert.deepEqual([...new Set(answers)], [200]);
    assert.deepEqual(await settled(1), { runs: 1, comments: 1, statuses: ['completed'] });
    assert.match(
      practice.comments()[0]!.body,
      /^About "Spelling error in the README file — "recieve" → “receive”": 2 tickets are open\.$/,
    );
    assert.match(practice.comments()[0]!.issue_url, /\/repos\/Codertocat\/Hello-World\/issues\/1$/);
  });

  it('except for a ping, which starts none', async () => {
    const { status } = await scene.deliver({ event: 'ping', id: randomUUID() });
    assert.equal(status, 200);
    assert.deepEqual(await settled(1), { runs: 1, comments: 1, statuses: ['completed'] });
  });

  it('except for an event without a workflow, which starts none', async () => {
    const { status } = await scene.deliver({
      event: 'star',
      id: randomUUID(),
      payload: { action: 'created', repository: { id: 1 } },
    });
    assert.equal(status, 200);
    assert.deepEqual(await settled(1), { runs: 1, comments: 1, statuses: ['completed'] });
  });

  it('if it arrives again after a restart of everything', async () => {
    await product.stop();
    await product.start();
    assert.equal((await scene.deliver(first)).status, 200);
    assert.deepEqual(await settled(1), { runs: 1, comments: 1, statuses: ['completed'] });
  });

  // The engine's own tests cover this in every run.
  if (process.env.TALLYHOOK_LONG === '1')
    it('if it arrives again after the engine forgot the run', async () => {
      assert.equal(await deleteHistories(product), 1);
      const answers = await Promise.all(Array.from({ length: 5 }, () => scene.deliver(first)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      assert.deepEqual(await settled(1), { runs: 1, comments: 1, statuses: ['completed'] });
    });

  it('if it arrives while Temporal is down, once Temporal is back', async () => {
    const { pid } = await processOf('temporal');
    process.kill(pid, 'SIGKILL');
    const answer = await scene.deliver({ event: 'issues', id: randomUUID() });
    assert.equal(answer.status, 200);
    assert.deepEqual(await settled(2), { runs: 2, comments: 2, statuses: ['completed'] });
    assert.notEqual((await processOf('temporal')).pid, pid);
  });

  it('if it arrives while Temporal hangs, and is accepted within the time GitHub waits', async () => {
    const { pid } = await processOf('temporal');
    const startedAt = performance.now();
    process.kill(pid, 'SIGSTOP');
    try {
      assert.equal((await scene.deliver({ event: 'issues', id: randomUUID() })).status, 200);
      assert.ok(performance.now() - startedAt < githubTimeoutMs);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    assert.deepEqual(await settled(3), { runs: 3, comments: 3, statuses: ['completed'] });
  });

  it('if everything is killed right after it was acknowledged', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const answers = await Promise.all(ids.map((id) => scene.deliver({ event: 'issues', id })));
    const listed = await product.processes();
    for (const { pid } of listed) process.kill(pid, 'SIGKILL');
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    await product.stop();
    await product.start();
    const { runs, comments } = await settled(23);
    const completed = (await scene.runs()).filter(({ status }) => status === 'completed');
    assert.equal(runs, 23);
    // A comment being sent when the worker died may have arrived: it is not sent again, and the run says so.
    assert.ok(
      comments >= completed.length && comments <= 23,
      `${completed.length} runs completed, ${comments} comments`,
    );
  });

  it('unless nothing can be stored, when it is refused with a request to retry', async () => {
    const { pid } = await processOf('mongod');
    process.kill(pid, 'SIGSTOP');
    const delivery = { event: 'issues', id: randomUUID() };
    const comments = practice.comments().length + 1;
    const answer = await deliver(product.url, delivery).finally(() => process.kill(pid, 'SIGCONT'));
    assert.equal(answer.status, 503);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    await waitFor('the delivery to be accepted', async () => (await scene.deliver(delivery)).status === 200);
    await waitFor('its comment', () => practice.comments().length === comments);
    await sleep(settleMs);
    assert.equal(practice.comments().length, comments);
  });
});
