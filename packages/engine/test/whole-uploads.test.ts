import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { UploadLimits } from '../src/upload/limits.ts';
import type { UploadPoint } from '../src/upload/points.ts';
import { startChild } from './child.ts';
import { runWorker, soonLost, workerEnvironment, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';
import { startVault, type Vault } from './vault.ts';

const mebibyte = 1024 * 1024;
type Action = Parameters<Vault['connector']>[0];

describe('A file that is sent whole', () => {
  let vault: Vault;
  let world: UploadWorld;
  let worker: TestWorker | undefined;

  beforeEach(async () => {
    vault = await startVault();
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await world.close();
    await vault.close();
  });

  async function send(action: Action, uploadLimits: Partial<UploadLimits> = {}) {
    world = await createUploadWorld({ sizeBytes: 3 * mebibyte + 7, connector: vault.connector(action) });
    worker = await runWorker(world, { uploadLimits: { pausesMs: [20, 40, 80], ...uploadLimits } });
    await world.start();
    return world.endOfRun();
  }

  const whats = () => vault.requests.map(({ what }) => what);

  it('is sent as the body of the only request, whose answer is the output', async () => {
    const run = await send('send-body');
    assert.deepEqual([run.status, run.error, run.upload?.state], ['completed', null, 'done']);
    const [{ what, sha256 } = assert.fail()] = vault.requests;
    assert.deepEqual([what, sha256, vault.requests.length], ['POST /files', world.file.sha256, 1]);
    assert.deepEqual(run.steps[0]?.output, { id: 'file-1', place: '/places/7' });
    assert.deepEqual(
      [run.upload?.pieceCount, run.upload?.confirmedBytes, run.upload?.confirmedPieces],
      [null, world.file.sizeBytes, 0],
    );
  });

  it('is sent as part of a form', async () => {
    const run = await send('send-form');
    assert.deepEqual([run.status, whats()], ['completed', ['POST /files']]);
    assert.ok(vault.requests[0]!.arrivedBytes > world.file.sizeBytes);
  });

  it('is sent between the start and finish requests, each made once', async () => {
    const run = await send('send-between');
    assert.deepEqual([run.status, run.error], ['completed', null]);
    assert.deepEqual(whats(), ['POST /places', 'PUT /places/7', 'POST /publish']);
    assert.equal(vault.requests[1]?.sha256, world.file.sha256);
  });

  for (const action of ['send-body', 'send-form'] as const) {
    for (const [fault, spoil] of [
      ['500', (response) => void response.writeHead(500).end()],
      ['429', (response) => void response.writeHead(429).end()],
      ['reset', (response) => void response.socket?.resetAndDestroy()],
      ['hang', () => undefined],
    ] as [string, (response: Parameters<Parameters<Vault['answerWith']>[0]>[1]) => void][]) {
      it(`is not sent again (${action}, ${fault}): it may have arrived, so a person decides`, async () => {
        vault.answerWith((_, response) => (spoil(response), true));
        const run = await send(action, fault === 'hang' ? { idleTimeoutMs: 2_000 } : {});
        assert.deepEqual([run.status, run.error?.code, whats().length], ['failed', 'unknown_outcome', 1]);
        assert.match(run.error?.message ?? '', /may have arrived/);
      });
    }
  }

  it('may have arrived in part, which is reported once, if the service refuses it (422)', async () => {
    vault.answerWith((_, response) => (response.writeHead(422).end('no such folder'), true));
    const { error } = await send('send-form');
    assert.match(error?.message ?? '', /422: no such folder\. Part or all of the file may have arrived\. Check/);
  });

  it('fails without repeating the finish request if its answer is lost, but reports the file', async () => {
    vault.answerWith(({ url }, response) => url === '/publish' && (response.writeHead(500).end(), true));
    const run = await send('send-between');
    assert.deepEqual([run.status, whats().length], ['failed', 3]);
    assert.match(run.error?.message ?? '', /the file itself has arrived/);
  });

  it('repeats the finish request if the service did not accept it (429)', async () => {
    let times = 0;
    vault.answerWith(
      ({ url }, response) => url === '/publish' && times++ === 0 && (response.writeHead(429).end(), true),
    );
    const run = await send('send-between');
    assert.deepEqual([run.status, whats().slice(2)], ['completed', ['POST /publish', 'POST /publish']]);
  });

  it('is aborted at the other service when the run is cancelled', async () => {
    vault.answerWith(({ method }) => method === 'PUT');
    world = await createUploadWorld({ sizeBytes: mebibyte, connector: vault.connector('send-between') });
    worker = await runWorker(world);
    await world.start();
    await world.until('the file', async () => whats().includes('PUT /places/7'));
    const [run] = await world.runs();
    await world.temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').cancel();
    const ended = await world.endOfRun();
    const states = [ended.status, ended.steps[0]?.status, ended.upload?.state];
    assert.deepEqual(states, ['cancelled', 'cancelled', 'cancelled']);
    assert.match(ended.steps[0]?.error?.message ?? '', /may have arrived/);
    assert.equal(whats().at(-1), 'DELETE /places/7');
  });
});

describe('A file that is sent whole by a worker that is killed', function () {
  this.timeout(300_000);

  const scenes: [point: UploadPoint, action: Action, sent: string[], completed: boolean][] = [
    ['mid bytes', 'send-body', ['POST /files'], false],
    ['after answer', 'send-form', ['POST /files'], false],
    ['before sending', 'send-body', ['POST /files'], true],
    ['before finish', 'send-between', ['POST /places', 'PUT /places/7', 'POST /publish'], true],
    ['finish answered', 'send-between', ['POST /places', 'PUT /places/7', 'POST /publish'], false],
  ];
  const outcomes = new Map<UploadPoint, ReturnType<typeof carryOn>>();
  before(() => {
    for (const [point, action] of scenes) {
      const outcome = carryOn(point, action);
      outcome.catch(() => undefined);
      outcomes.set(point, outcome);
    }
  });

  async function carryOn(point: UploadPoint, action: Action) {
    const vault = await startVault();
    const world = await createUploadWorld({ sizeBytes: mebibyte, connector: vault.connector(action) });
    let second: TestWorker | undefined;
    const environment = { ...workerEnvironment(world), UPLOAD_POINT: point, UPLOAD_SIGNAL: 'SIGKILL' };
    const first = await startChild(join(import.meta.dirname, 'upload-worker.ts'), environment);
    try {
      await world.start(soonLost);
      await first.ended(120_000);
      second = await runWorker(world);
      return { run: await world.endOfRun(), sent: vault.requests.map(({ what }) => what) };
    } finally {
      await first.kill('SIGKILL');
      await second?.stop();
      await world.close();
      await vault.close();
    }
  }

  for (const [point, action, sent, completed] of scenes) {
    const what = completed ? 'is continued by another worker' : 'may have arrived and is not sent again';
    it(`${point} (${action}), ${what}`, async () => {
      const outcome = await outcomes.get(point)!;
      assert.deepEqual(outcome.sent, sent);
      if (completed) assert.deepEqual([outcome.run.status, outcome.run.error], ['completed', null]);
      else assert.deepEqual([outcome.run.status, outcome.run.error?.code], ['failed', 'unknown_outcome']);
      const left = outcome.run.upload!.lines!.filter(({ result }) => result === 'left');
      const isLeft = { 'mid bytes': ['transfer'], 'after answer': ['transfer'], 'finish answered': ['finish'] };
      assert.deepEqual(
        left.map(({ request }) => request),
        Object.hasOwn(isLeft, point) ? isLeft[point as keyof typeof isLeft] : [],
      );
    });
  }
});
