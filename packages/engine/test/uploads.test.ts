import assert from 'node:assert/strict';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld, type UploadWorldOptions } from './upload-world.ts';

const mebibyte = 1024 * 1024;
const shortPauses = { pausesMs: [20, 40, 80] };

describe('a step that sends a file', () => {
  let world: UploadWorld;
  let worker: TestWorker | undefined;

  async function open(options?: UploadWorldOptions): Promise<void> {
    world = await createUploadWorld(options);
  }
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await world.close();
  });

  it('sends 64 MiB in pieces of 8 MiB, announced once, each byte in its place', async () => {
    await open({ sizeBytes: 64 * mebibyte, chunkSizeBytes: 8 * mebibyte });
    worker = await runWorker(world, { uploadLimits: shortPauses });
    await world.start();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error], ['completed', null]);
    const [video] = await world.youtube.videos();
    assert.deepEqual([video?.sizeBytes, video?.sha256], [world.file.sizeBytes, world.file.sha256]);
    assert.deepEqual(run.steps[0]?.output, { id: video?.id, url: `https://www.youtube.com/watch?v=${video?.id}` });
    const log = await world.youtube.log();
    assert.deepEqual(
      log.map(({ kind, piece }) => [kind, piece]),
      [['start', null], ...[1, 2, 3, 4, 5, 6, 7, 8].map((piece) => ['piece', piece])],
    );
    assert.deepEqual(
      [run.upload?.state, run.upload?.confirmedBytes, run.upload?.confirmedPieces, run.upload?.pieceCount],
      ['done', 64 * mebibyte, 8, 8],
    );
  });
});
