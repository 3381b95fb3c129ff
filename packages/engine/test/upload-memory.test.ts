import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { saveFile } from '@tallyhook/store/files';
import type { Child } from './child.ts';
import { fileBytes } from './file-bytes.ts';
import { runWorkerProcess } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';

const isLong = process.env['TALLYHOOK_LONG'] === '1';
const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

describe('Memory of a worker that sends a file', function () {
  this.timeout(isLong ? 1_800_000 : 300_000);

  let world: UploadWorld;
  let worker: Child;
  let idle: number;

  before(async () => {
    world = await createUploadWorld({ sizeBytes: mebibyte, chunkSizeBytes: 8 * mebibyte });
    worker = await runWorkerProcess(world);
    // Warm up with a file that takes no room.
    await upload();
    await pause(1_000);
    idle = await residentMebibytes();
  });
  after(async () => {
    await worker.kill('SIGTERM');
    await world.close();
  });

  /** In a short run too, both sizes exceed what the worker may use, so keeping a whole file in memory fails. */
  const once = isLong ? gibibyte : gibibyte / 4;
  const more = isLong ? ', and at most 32 MiB more with 10 GiB' : '';

  it(`is at most 128 MiB above idle with ${once / mebibyte} MiB${more}`, async () => {
    await useFile(once);
    const one = await upload();
    assert.ok(one.peak <= idle + 128, `idle ${idle} MiB, with ${once / mebibyte} MiB at most ${one.peak} MiB`);
    assert.equal(one.sha256, world.file.sha256);
    if (!isLong) return;
    await useFile(10 * gibibyte);
    const ten = await upload();
    assert.ok(ten.peak <= one.peak + 32, `with 1 GiB at most ${one.peak} MiB, with 10 GiB ${ten.peak} MiB`);
    assert.ok(ten.peak <= idle + 128, `idle ${idle} MiB, with 10 GiB at most ${ten.peak} MiB`);
    assert.equal(ten.sha256, world.file.sha256);
  });

  const twice = isLong ? 10 * gibibyte : gibibyte / 8;

  it(`is at most 160 MiB above idle with two files of ${twice / mebibyte} MiB at once`, async () => {
    await useFile(twice);
    const two = await upload(2);
    assert.ok(two.peak <= idle + 160, `idle ${idle} MiB, with two at once at most ${two.peak} MiB`);
    assert.ok(two.maxSending === 2, 'they were not sent at once');
    assert.equal(two.sha256, world.file.sha256);
  });

  const each = isLong ? gibibyte : gibibyte / 16;

  it(`is at most 224 MiB above idle with a service's whole share, four files of ${each / mebibyte} MiB`, async () => {
    await useFile(each);
    const four = await upload(4);
    assert.ok(four.peak <= idle + 224, `idle ${idle} MiB, with four at once at most ${four.peak} MiB`);
    assert.ok(four.maxSending === 4, `${four.maxSending} were sent at once`);
    assert.equal(four.sha256, world.file.sha256);
  });

  /** Replaces the file that the workflow sends. */
  async function useFile(sizeBytes: number): Promise<void> {
    const content = { name: 'big.mp4', contentType: 'video/mp4', stream: fileBytes(sizeBytes), by: 'test' };
    await world.useFile(await saveFile(world.store, world.branch, content));
  }

  /** Uploads the file, `times` times at once. Returns the worker's peak memory in MiB. */
  async function upload(times = 1) {
    const before = (await world.youtube.videos()).length;
    await Promise.all(Array.from({ length: times }, () => world.start()));
    let [peak, maxSending] = [0, 0];
    while ((await world.youtube.videos()).length < before + times) {
      peak = Math.max(peak, await residentMebibytes());
      maxSending = Math.max(maxSending, await countSending());
      for (const { status, error } of await world.runs()) assert.notEqual(status, 'failed', error?.message);
      await pause(50);
    }
    return { peak, maxSending, sha256: (await world.youtube.videos()).at(-1)?.sha256 };
  }

  async function countSending(): Promise<number> {
    return world.store.system.collection('uploads').countDocuments({ state: 'sending' });
  }

  async function residentMebibytes(): Promise<number> {
    const status = await readFile(`/proc/${worker.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024);
  }
});
