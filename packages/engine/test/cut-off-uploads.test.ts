import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild, type Child } from './child.ts';
import { engineAddresses } from './engines.ts';
import { runWorkerProcess, workerEnvironment } from './run-worker.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';

const mebibyte = 1024 * 1024;
const pieceBytes = mebibyte / 4;

describe('A worker cut off only from Temporal while it sends a file', function () {
  this.timeout(400_000);
  let world: UploadWorld;
  let temporal: TcpProxy;
  let service: TcpProxy;
  let workers: Child[];

  beforeEach(async () => {
    // The first worker sends one piece per second, the second eight. Each would still be sending if the other did not
    // stop.
    const paceBytesPerSecond = 8 * pieceBytes;
    world = await createUploadWorld({ sizeBytes: 32 * mebibyte, chunkSizeBytes: pieceBytes, paceBytesPerSecond });
    temporal = await startTcpProxy(engineAddresses().temporalAddress);
    service = await startTcpProxy(new URL(world.youtube.url).host, { bytesPerSecond: pieceBytes });
    workers = [];
  });
  afterEach(async () => {
    for (const worker of workers) await worker.kill('SIGKILL');
    await temporal.cut();
    await service.cut();
    await world.close();
  });

  const confirmedPieces = async () => (await world.upload())?.confirmedPieces ?? 0;
  const fence = async () => (await world.upload())?.fence ?? 0;

  /** A worker whose connections to Temporal and to the service, and no others, go through the proxies. */
  async function startFirst(): Promise<Child> {
    const routes = world.routes.replace(world.youtube.url, `http://${service.address}`);
    const environment = { ...workerEnvironment({ ...world, routes }), TEMPORAL_ADDRESS: temporal.address };
    return startChild(join(import.meta.dirname, '../src/main.ts'), environment);
  }

  /** The number of bytes the first worker has sent once it stops. A piece of four chunks takes it a second. */
  async function bytesWhenQuiet(): Promise<number> {
    for (;;) {
      const before = service.passedBytes;
      await pause(2_000);
      if (service.passedBytes === before) return before;
    }
  }

  it('keeps sending until another worker takes over, and then nothing more', async () => {
    const first = await startFirst();
    workers.push(first);
    await world.start();
    await world.until('the second piece', async () => (await confirmedPieces()) > 1);
    // Start the second before the cut: a process may take longer to start than Temporal waits for the first.
    workers.push(await runWorkerProcess(world));
    await temporal.cut();
    const atCut = await confirmedPieces();
    await world.until('pieces sent although Temporal is unreachable', async () => {
      const upload = await world.upload();
      return upload?.fence === 1 && upload.confirmedPieces > atCut + 1;
    });
    await world.until('the second worker to take over', async () => (await fence()) === 2, 90_000);
    const passedBytes = await bytesWhenQuiet();
    assert.equal((await world.upload())?.state, 'sending', 'the second worker has not ended yet');
    await temporal.mend();
    const run = await world.endOfRun({ timeoutMs: 120_000 });
    assert.equal(service.passedBytes, passedBytes, 'the first worker sent more');
    assert.doesNotThrow(() => process.kill(first.pid, 0), 'the first worker is alive');

    assert.deepEqual([run.status, run.error, run.upload?.fence], ['completed', null, 2]);
    const [video, ...others] = await world.youtube.videos();
    assert.deepEqual([video?.sha256, others.length], [world.file.sha256, 0]);
    const log = await world.youtube.log();
    assert.equal(log.filter(({ kind }) => kind === 'start').length, 1);
    const sends = Map.groupBy(
      log.filter(({ kind }) => kind === 'piece'),
      ({ piece }) => piece,
    );
    assert.equal(sends.size, world.file.sizeBytes / pieceBytes);
    assert.ok(
      Math.max(...[...sends.values()].map(({ length }) => length)) <= 2,
      'only the piece in progress is sent again',
    );
  });
});
