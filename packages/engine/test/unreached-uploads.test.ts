import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { getRun } from '@tallyhook/store/runs';
import { decide, listUnclearSteps, startRun } from '../src/client/index.ts';
import type { UploadLimits } from '../src/upload/limits.ts';
import type { OnUploadPoint } from '../src/upload/points.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';
import { startVault, type Vault } from './vault.ts';

const mebibyte = 1024 * 1024;
/** Four sends with these pauses are over long before the service is back. */
const uploadLimits = { pausesMs: [20, 40, 80], reachPausesMs: [20, 40, 80, 100] };

describe('An upload to an unreachable service', () => {
  let proxy: TcpProxy;
  let world: UploadWorld;
  let vault: Vault | undefined;
  let workers: TestWorker[] = [];

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
    await world.close();
    await vault?.close();
    vault = undefined;
    await proxy.cut().catch(() => undefined);
  });

  const behindProxy = async (address: string): Promise<string> => {
    proxy = await startTcpProxy(new URL(address).host);
    return `http://${proxy.address}`;
  };
  async function openYoutube(): Promise<void> {
    world = await createUploadWorld({ sizeBytes: mebibyte, behind: behindProxy });
  }
  async function work(limits: Partial<UploadLimits> = {}, onUploadPoint?: OnUploadPoint): Promise<TestWorker> {
    const worker = await runWorker(world, {
      uploadLimits: { ...uploadLimits, ...limits },
      ...(onUploadPoint && { onUploadPoint }),
    });
    workers.push(worker);
    return worker;
  }
  /** Cuts the service off, and gives the sending thread time to notice. */
  const cutOff = async () => {
    await proxy.cut();
    await pause(1_000);
  };
  /** Cuts the service off after the second of four pieces. */
  const cutAfterSecond: OnUploadPoint = async (point, piece) => {
    if (point === 'between pieces' && piece === 1) await cutOff();
  };
  /** The upload between two attempts. During an attempt its piece is `sending`. */
  const waiting = async () => {
    let upload = await world.upload();
    await world.until('a pause', async () => (upload = await world.upload())?.state === 'pausing');
    return upload;
  };
  const pieces = async () =>
    (await world.youtube.log()).filter(({ kind }) => kind === 'piece').map(({ piece }) => piece);

  it('waits until the service is back, shows it, and does not count these attempts', async () => {
    await openYoutube();
    await work({}, cutAfterSecond);
    await world.start();
    await waiting();
    await pause(1_000);
    const upload = await waiting();
    assert.match(upload?.lastError ?? '', /www\.googleapis\.com cannot be reached \(ECONNREFUSED\)/);
    assert.deepEqual([upload?.piece?.index, upload?.piece?.state], [1, 'confirmed']);
    await proxy.mend();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error, await pieces()], ['completed', null, [1, 2, 3, 4]]);
    assert.deepEqual([run.upload?.piece?.sends, run.upload?.lastError], [1, null]);
    assert.equal((await world.youtube.videos())[0]?.sha256, world.file.sha256);
  });

  it('also waits before the first request', async () => {
    await openYoutube();
    await proxy.cut();
    await work();
    await world.start();
    await waiting();
    await pause(1_000);
    await proxy.mend();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error, run.upload?.requests.start?.sends], ['completed', null, 1]);
  });

  it('goes on from where it stood once a person decides so after it was given up', async () => {
    await openYoutube();
    await work({ longestUnreachedMs: 1_500 }, cutAfterSecond);
    await world.start();
    const failed = await world.endOfRun();
    assert.equal(failed.status, 'failed');
    const [unclear] = await listUnclearSteps(world.store, failed.id);
    assert.deepEqual(
      unclear?.choices.map(({ choice }) => choice),
      ['continue', 'again', 'done', 'stop'],
    );
    const { stepId, item } = unclear.key;
    await proxy.mend();
    const next = (await decide(world.store, failed, { stepId, item, choice: 'continue', by: 'test' }))!;
    await startRun(world.store, world.temporal, next);
    await world.until('its end', async () => (await getRun(world.store, next.id))?.endedAt !== null);
    const run = await getRun(world.store, next.id);
    assert.deepEqual([run?.status, run?.error, run?.attempt], ['completed', null, 2]);
    assert.deepEqual(await pieces(), [1, 2, 3, 4], 'no piece came twice');
    const [video, ...others] = await world.youtube.videos();
    assert.deepEqual([video?.sha256, others.length], [world.file.sha256, 0]);
    const starts = (await world.youtube.log()).filter(({ kind }) => kind === 'start');
    assert.equal(starts.length, 1, 'the upload went on in the session that it had');
  });

  it('is continued by another worker if the waiting one is shut down', async () => {
    await openYoutube();
    const first = await work({}, cutAfterSecond);
    await world.start();
    await waiting();
    await first.stop();
    await work();
    await waiting();
    await proxy.mend();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, await pieces(), run.upload?.piece?.sends], ['completed', [1, 2, 3, 4], 1]);
  });

  it('fails after a long time with that reason only', async () => {
    await openYoutube();
    await work({ longestUnreachedMs: 500 }, cutAfterSecond);
    await world.start();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error?.code, run.upload?.state], ['failed', 'transient', 'failed']);
    assert.match(
      run.error?.message ?? '',
      /^The service could not be reached for \d+ minutes: \S+ cannot be reached \(ECONNREFUSED\)\. 524288 of 1048576 bytes are confirmed\. /,
    );
    assert.doesNotMatch(run.error?.message ?? '', /without success|may have arrived/);
  });

  it('fails equally long after the first attempt, however many workers wait in between', async () => {
    await openYoutube();
    const longestUnreachedMs = 10 * 60_000;
    const first = await work({ longestUnreachedMs }, cutAfterSecond);
    await world.start();
    const since = (await waiting())?.unreachedSince;
    assert.ok(since);
    await first.stop();
    const second = await work({ longestUnreachedMs });
    await world.until('the second worker to wait', async () => (await world.upload())?.fence === 2);
    assert.deepEqual((await waiting())?.unreachedSince, since);
    await second.stop();
    const uploads = world.store.system.collection('uploads');
    await uploads.updateOne({}, { $set: { unreachedSince: new Date(since.getTime() - longestUnreachedMs) } });
    await work({ longestUnreachedMs });
    const run = await world.endOfRun({ timeoutMs: 30_000 });
    assert.deepEqual([run.status, run.upload?.fence], ['failed', 3]);
    assert.match(run.error?.message ?? '', /^The service could not be reached for 10 minutes: /);
  });

  it('counts a later outage from its own start', async () => {
    await openYoutube();
    let cuts = 0;
    await work({}, async (point, piece) => {
      if (point !== 'between pieces' || (piece !== 0 && piece !== 1)) return;
      await cutOff();
      cuts++;
    });
    await world.start();
    const unreachedSince = async () => (await world.upload())?.unreachedSince ?? null;
    await world.until('the first outage', async () => (await unreachedSince()) !== null);
    const first = (await unreachedSince())!;
    await proxy.mend();
    await world.until('the second cut', async () => cuts === 2);
    await world.until('the second outage', async () => ((await unreachedSince()) ?? first) > first);
    await proxy.mend();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error, run.upload?.unreachedSince], ['completed', null, null]);
  });

  it('ends immediately when the run is cancelled', async () => {
    await openYoutube();
    await work({ reachPausesMs: [60_000] }, cutAfterSecond);
    await world.start();
    await waiting();
    const [run] = await world.runs();
    await world.temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').cancel();
    const ended = await world.endOfRun({ timeoutMs: 30_000 });
    const states = [ended.status, ended.steps[0]?.status, ended.upload?.state, ended.upload?.nextTryAt];
    assert.deepEqual(states, ['cancelled', 'cancelled', 'cancelled', null]);
  });

  for (const action of ['send-body', 'send-form', 'send-between'] as const) {
    it(`also waits with a file that is sent whole (${action}), and sends it once`, async () => {
      vault = await startVault();
      const connector = vault.connector(action);
      const [origin, address] = connector.routes.split('=') as [string, string];
      const routes = `${origin}=${await behindProxy(address)}`;
      world = await createUploadWorld({ sizeBytes: mebibyte, connector: { ...connector, routes } });
      const cutBefore = action === 'send-between' ? 'before finish' : 'before sending';
      let isCut = false;
      await work({}, async (point) => {
        if (point !== cutBefore || isCut) return;
        isCut = true;
        await proxy.cut();
      });
      await world.start();
      await waiting();
      await pause(1_000);
      await proxy.mend();
      const run = await world.endOfRun();
      const expected = action === 'send-between' ? 3 : 1;
      assert.deepEqual([run.status, run.error, vault.requests.length], ['completed', null, expected]);
    });
  }
});
