import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { ActionError } from '@tallyhook/sdk';
import { listStepResults, listUploads } from '@tallyhook/store/runs';
import { createCarrier } from '../src/carrier/carrier.ts';
import { reconcileRuns } from '../src/client/index.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld, type UploadWorldOptions } from './upload-world.ts';
import type { YoutubeRequest } from './youtube.ts';
import type { StartWorkerOptions } from '../src/index.ts';

const mebibyte = 1024 * 1024;
const block = mebibyte / 4;
const pausesMs = [20, 40, 80];

describe('A step that sends a file', () => {
  let world: UploadWorld;
  let workers: TestWorker[] = [];

  async function open(options?: UploadWorldOptions): Promise<void> {
    world = await createUploadWorld(options);
  }
  async function work(options: Partial<StartWorkerOptions> = {}): Promise<TestWorker> {
    const worker = await runWorker(world, { ...options, uploadLimits: { pausesMs, ...options.uploadLimits } });
    workers.push(worker);
    return worker;
  }
  /** Uploads a file of four pieces past these faults. */
  async function uploadPast(faults: string[], options?: Partial<StartWorkerOptions>) {
    await open({ sizeBytes: mebibyte });
    await world.youtube.setFaults(...faults);
    await work(options);
    await world.start();
    return world.endOfRun();
  }
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
    await world.close();
  });

  const pieces = (log: YoutubeRequest[]) => log.filter(({ kind }) => kind === 'piece').map(({ piece }) => piece);
  const kinds = (log: YoutubeRequest[]) => log.map(({ kind, piece }) => (kind === 'piece' ? piece : kind));
  const starts = (log: YoutubeRequest[]) => log.filter(({ kind }) => kind === 'start').length;

  async function assertArrived(run: Awaited<ReturnType<UploadWorld['endOfRun']>>): Promise<void> {
    assert.deepEqual([run.status, run.error, run.upload?.state], ['completed', null, 'done']);
    const videos = await world.youtube.videos();
    assert.deepEqual(
      videos.map(({ sizeBytes, sha256 }) => [sizeBytes, sha256]),
      [[world.file.sizeBytes, world.file.sha256]],
    );
  }

  it('sends 64 MiB in pieces of 8 MiB after one start request, each byte in its place', async () => {
    await open({ sizeBytes: 64 * mebibyte, chunkSizeBytes: 8 * mebibyte });
    await work();
    await world.start();
    const run = await world.endOfRun();
    await assertArrived(run);
    const [video] = await world.youtube.videos();
    assert.deepEqual(run.steps[0]?.output, { id: video?.id, url: `https://www.youtube.com/watch?v=${video?.id}` });
    assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2, 3, 4, 5, 6, 7, 8]);
    const { confirmedBytes, confirmedPieces, pieceCount, lastError, nextTryAt } = run.upload!;
    assert.deepEqual([confirmedBytes, confirmedPieces, pieceCount], [64 * mebibyte, 8, 8]);
    assert.deepEqual([lastError, nextTryAt], [null, null]);
  });

  for (const [title, sizeBytes, count] of [
    ['of exactly one piece', block, 1],
    ['smaller than a piece', 1, 1],
    ['whose last piece is one byte', 2 * block + 1, 3],
    ['that is empty', 0, 1],
  ] as const) {
    it(`sends a file ${title}`, async () => {
      await open({ sizeBytes });
      await work();
      await world.start();
      const run = await world.endOfRun();
      await assertArrived(run);
      assert.deepEqual([run.upload?.confirmedPieces, run.upload?.pieceCount], [count, count]);
    });
  }

  describe('if a piece fails', () => {
    for (const fault of ['503:2', '500:3', '502', '504', '408', '429', 'reset:2'] as const) {
      it(`with ${fault}, sends only that piece again, at most four times in all`, async () => {
        const times = Number(fault.split(':')[1] ?? 1);
        const run = await uploadPast([`piece@2:${fault}`]);
        await assertArrived(run);
        const log = await world.youtube.log();
        assert.deepEqual(pieces(log), [1, ...Array<number>(times + 1).fill(2), 3, 4]);
        assert.equal(starts(log), 1);
        const again = log.filter(({ piece }) => piece === 2);
        assert.equal(new Set(again.map(({ firstByte, lastByte }) => `${firstByte}-${lastByte}`)).size, 1);
      });
    }

    it('four times, fails, reports the progress, and does not start over', async () => {
      const run = await uploadPast(['piece@2:500:*']);
      assert.deepEqual([run.status, run.error?.code, run.upload?.state], ['failed', 'unknown_outcome', 'failed']);
      assert.match(run.error?.message ?? '', /^Piece 2 of 4 was sent 4 times without success: .*500/);
      assert.match(run.error?.message ?? '', /262144 of 1048576 bytes are confirmed/);
      const log = await world.youtube.log();
      assert.deepEqual([pieces(log), starts(log)], [[1, 2, 2, 2, 2], 1]);
      assert.equal(run.upload?.piece?.sends, 4);
    });

    it('pauses longer each time, and as long as the service asks', async () => {
      const run = await uploadPast(['piece@2:500:2', 'piece@2:429']);
      await assertArrived(run);
      const tries = (await world.youtube.log()).filter(({ piece }) => piece === 2);
      const gaps = tries
        .slice(1)
        .map(({ startedAt }, index) => Date.parse(startedAt) - Date.parse(tries[index]!.endedAt!));
      assert.ok(gaps[0]! >= 10 && gaps[1]! >= 25 && gaps[2]! >= 1_000, gaps.join(' '));
    });

    for (const lost of ['stored-reset', 'stored-500'] as const) {
      it(`after all its bytes arrived (${lost}), asks for the status and continues from there`, async () => {
        const run = await uploadPast([`piece@2:${lost}`]);
        await assertArrived(run);
        assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2, 'status', 3, 4]);
      });
    }

    it('because nothing moves, stops sending it although the worker is alive, and counts it', async () => {
      const run = await uploadPast(['piece@2:hang'], { uploadLimits: { idleTimeoutMs: 10_000 } });
      await assertArrived(run);
      assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2, 'status', 2, 3, 4]);
    });

    it('and the status request fails too, sends the piece again', async () => {
      const run = await uploadPast(['piece@2:500', 'status:503']);
      await assertArrived(run);
      assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2, 'status', 2, 3, 4]);
    });
  });

  describe('if the service stores only part of a piece', () => {
    it('continues from there with the same bytes', async () => {
      await open({ sizeBytes: 4 * mebibyte, chunkSizeBytes: mebibyte });
      await world.youtube.setFaults(`piece@2:partial=${block}`);
      await work();
      await world.start();
      await assertArrived(await world.endOfRun());
      const second = (await world.youtube.log()).filter(({ piece }) => piece === 2);
      assert.deepEqual(
        second.map(({ firstByte, lastByte }) => [firstByte, lastByte]),
        [
          [mebibyte, 2 * mebibyte - 1],
          [mebibyte + block, 2 * mebibyte - 1],
        ],
      );
    });

    it('or nothing of the first (308 without Range), starts at 0 again', async () => {
      const run = await uploadPast(['piece@1:partial=0']);
      await assertArrived(run);
      assert.deepEqual(pieces(await world.youtube.log()), [1, 1, 2, 3, 4]);
    });
  });

  describe('fails immediately', () => {
    for (const [what, fault, code] of [
      ['exceeds the daily quota (403)', 'piece@2:403', 'fatal'],
      ['is refused because of the credential (401)', 'piece@2:401', 'auth'],
      ['finds the session gone (404), without opening a second one', 'piece@2:404', 'not_found'],
      ['is too large (413)', 'piece@2:early-413', 'invalid_input'],
      ['is redirected to another address (307), which is not called', 'piece@2:redirect', 'fatal'],
    ] as const) {
      it(`if a piece ${what}`, async () => {
        const run = await uploadPast([fault]);
        assert.deepEqual([run.status, run.error?.code], ['failed', code]);
        const message = run.error?.message ?? '';
        assert.match(
          message,
          /\. 262144 of 1048576 bytes are confirmed; more may have arrived\. Check the other service/,
        );
        assert.equal(message.includes('no longer knows this upload'), fault.endsWith(':404'), message);
        assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2]);
        assert.equal(run.steps[0]?.status, 'failed');
      });
    }

    for (const fault of ['start:500', 'start:stored-500', 'start:stored-reset'] as const) {
      it(`if the first request may have been accepted but its answer is lost (${fault})`, async () => {
        const run = await uploadPast([fault]);
        assert.deepEqual([run.status, run.error?.code], ['failed', 'unknown_outcome']);
        assert.deepEqual(kinds(await world.youtube.log()), ['start']);
      });
    }
  });

  describe('if the answer to the last piece', () => {
    it('says that more is expected (308), asks for the status and completes', async () => {
      await assertArrived(await uploadPast(['last:308']));
    });

    it('always says so, fails', async () => {
      const run = await uploadPast(['last:308:*']);
      assert.deepEqual([run.status, run.error?.code], ['failed', 'unknown_outcome']);
      assert.deepEqual(pieces(await world.youtube.log()), [1, 2, 3, 4, 4, 4, 4]);
    });

    for (const status of ['202', '206']) {
      it(`is ${status}, which is not declared, does not complete`, async () => {
        const run = await uploadPast([`last:${status}`]);
        assert.equal(run.status, 'failed');
      });
    }

    it('is lost, asks for the status and sends nothing again', async () => {
      const run = await uploadPast(['last:stored-reset']);
      await assertArrived(run);
      assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2, 3, 4, 'status']);
    });
  });

  describe('at its time limit', () => {
    it('stops during a piece and leaves the rest to a person', async () => {
      await open({ sizeBytes: 8 * mebibyte, paceBytesPerSecond: mebibyte / 2 });
      await work({ uploadLimits: { longestMs: 4_000 } });
      await world.start();
      const run = await world.endOfRun();
      assert.deepEqual([run.status, run.error?.code], ['failed', 'unknown_outcome']);
      assert.match(run.error?.message ?? '', /exceeded its limit of/);
      assert.ok((await world.youtube.storedBytes()) < 8 * mebibyte);
    });
  });

  describe('if the file', () => {
    const inTheMiddle = {
      'changes partway, sends nothing of the new content': {
        change: async () => (await filesOfBranch()).updateOne({}, { $set: { sha256: 'f'.repeat(64) } }),
        code: 'fatal',
        what: 'has changed',
      },
      'is deleted partway, sends nothing more': {
        change: async () => (await filesOfBranch()).deleteOne({}),
        code: 'not_found',
        what: 'was deleted',
      },
    };
    for (const [title, { change, code, what }] of Object.entries(inTheMiddle)) {
      it(`${title}, and reports how much has arrived`, async () => {
        await open({ sizeBytes: mebibyte });
        await work({
          uploadLimits: { leaseMs: 0 },
          onUploadPoint: async (point, piece) => {
            if (point === 'between pieces' && piece === 1) await change();
          },
        });
        await world.start();
        const run = await world.endOfRun();
        assert.deepEqual([run.status, run.error?.code], ['failed', code]);
        const expected = `The file ".*" ${what} since the step began, .* 524288 of 1048576 bytes are confirmed\\. Check the other service first\\.`;
        assert.match(run.error?.message ?? '', new RegExp(expected));
        assert.deepEqual(pieces(await world.youtube.log()), [1, 2]);
      });
    }

    for (const [title, part] of [
      ['between two pieces', 4],
      ['during a piece', 3],
    ] as const) {
      it(`lacks bytes in storage (${title}), fails immediately and says which part is missing`, async () => {
        await open({ sizeBytes: 4 * mebibyte, chunkSizeBytes: 1.5 * mebibyte });
        await chunks().deleteMany({ n: { $gte: part - 1 } });
        await work({ uploadLimits: { pausesMs: [60_000] } });
        await world.start();
        const run = await world.endOfRun({ timeoutMs: 30_000 });
        assert.deepEqual([run.status, run.error?.code, run.upload?.state], ['failed', 'not_found', 'failed']);
        const more = part === 3 ? '; more may have arrived' : '';
        assert.equal(
          run.error?.message,
          `The stored file is no longer complete: part ${part} of 4 is missing. Upload the file again. ` +
            `${part === 3 ? 1572864 : 3145728} of 4194304 bytes are confirmed${more}. ` +
            'Check the other service first. A new run of the workflow sends the file from the beginning.',
        );
        assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2]);
        assert.deepEqual(await world.youtube.videos(), []);
      });
    }

    it('cannot be read for a while, reads it again before the piece counts as sent', async () => {
      const run = await uploadUnread(2);
      await assertArrived(run);
      assert.deepEqual([kinds(await world.youtube.log()), run.upload?.piece?.sends], [['start', 1, 2, 3, 4], 1]);
    });

    it('cannot be read repeatedly, fails and blames the file, not the service', async () => {
      const run = await uploadUnread(Infinity);
      assert.deepEqual([run.status, run.error?.code, run.upload?.piece?.sends], ['failed', 'transient', 1]);
      assert.equal(
        run.error?.message,
        'The file could not be read, 4 times in a row. 524288 of 1048576 bytes are confirmed. ' +
          'Check the other service first. A new run of the workflow sends the file from the beginning.',
      );
      assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2]);
    });

    it('cannot be read to the end of a piece, fails and says how often the piece was started', async () => {
      const run = await uploadUnread(Infinity, { mayHaveArrived: true });
      assert.deepEqual([run.status, run.error?.code, run.upload?.piece?.sends], ['failed', 'unknown_outcome', 4]);
      assert.match(
        run.error?.message ?? '',
        /^Piece 3 of 4 was started 4 times without success: the file could not be read\. 524288 of 1048576 bytes are confirmed; more/,
      );
    });

    /** Uploads a file of four pieces; reading the third fails `times` times. */
    async function uploadUnread(times: number, { mayHaveArrived = false } = {}) {
      await open({ sizeBytes: mebibyte });
      const carrier = createCarrier(world);
      let left = times;
      const unread = (): Promise<never> =>
        Promise.reject(new ActionError('transient', 'the file could not be read', { unread: true, mayHaveArrived }));
      await work({
        carrier: {
          ...carrier,
          open(place) {
            const content = carrier.open(place);
            return {
              ...content,
              send: (request, options) =>
                options.start === 2 * block && left-- > 0 ? unread() : content.send(request, options),
            };
          },
        },
      });
      await world.start();
      return world.endOfRun();
    }

    const chunks = () => world.store.workspaceDb(world.branch.workspaceId).collection('fs.chunks');

    it('does not exist, fails before anything is sent', async () => {
      await open({ sizeBytes: mebibyte });
      await (await filesOfBranch()).deleteOne({});
      await work();
      await world.start();
      const run = await world.endOfRun();
      assert.deepEqual([run.status, run.error?.code, run.upload], ['failed', 'not_found', undefined]);
      assert.deepEqual(await world.youtube.log(), []);
    });

    /** The collection with the rows of files. */
    async function filesOfBranch() {
      const database = world.store.workspaceDb(world.branch.workspaceId);
      for (const { name } of await database.listCollections().toArray()) {
        if ((await database.collection(name).countDocuments({ sha256: world.file.sha256 })) > 0) {
          return database.collection(name);
        }
      }
      return assert.fail('no collection contains the file');
    }
  });

  describe('if the run is cancelled', () => {
    it('stops during a piece and reports the progress', async () => {
      await open({ sizeBytes: 16 * mebibyte, paceBytesPerSecond: mebibyte / 2 });
      await work();
      await world.start();
      await world.until('the first piece', async () => ((await world.upload())?.confirmedPieces ?? 0) > 0);
      const [run] = await world.runs();
      await world.temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').cancel();
      const ended = await world.endOfRun();
      assert.equal(ended.status, 'cancelled');
      assert.deepEqual(
        [ended.steps[0]?.status, ended.steps[0]?.error?.code, ended.upload?.state],
        ['cancelled', 'cancelled', 'cancelled'],
      );
      assert.match(
        ended.steps[0]?.error?.message ?? '',
        /^The run was cancelled\. \d+ of 16777216 bytes are confirmed/,
      );
      const requests = (await world.youtube.log()).length;
      await pause(700);
      assert.equal((await world.youtube.log()).length, requests);
    });
  });

  async function states(): Promise<string[]> {
    const rows = await world.store.system.collection('uploads').find().toArray();
    return rows.map((row) => row['state'] as string);
  }
  const oneWaits = async () => (await states()).sort().join() === 'sending,sending,sending,sending,waiting';

  describe('if Temporal ends the run', () => {
    const newRunHint = 'A new run of the workflow sends the file from the beginning.';

    /** Terminates the run in Temporal and runs the sweep. */
    async function terminate() {
      const [run] = await world.runs();
      await world.temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').terminate('enough');
      await reconcileRuns(world.store, world.temporal, { olderThanMs: 0 });
      const ended = await world.endOfRun();
      assert.deepEqual([ended.status, ended.error?.code], ['failed', 'ended_by_engine']);
      return ended;
    }

    it('during a piece, ends with it, sends nothing more and reports the progress', async () => {
      await open({ sizeBytes: 16 * mebibyte, paceBytesPerSecond: mebibyte / 2 });
      await work();
      await world.start();
      await world.until('the first piece', async () => ((await world.upload())?.confirmedPieces ?? 0) > 0);
      const { steps, upload } = await terminate();
      const [step] = steps;
      assert.deepEqual([step?.status, step?.error, upload?.state], ['failed', upload?.failure, 'failed']);
      assert.ok(step?.endedAt);
      assert.match(
        step?.error?.message ?? '',
        /^Ended by the engine: someone terminated the run in Temporal\. \d+ of 16777216 bytes are confirmed; more may have arrived\. Check the other service first\. A new run/,
      );
      // A piece that had begun before the end may still be on its way to the service.
      await pause(700);
      const requests = (await world.youtube.log()).length;
      await pause(700);
      assert.equal((await world.youtube.log()).length, requests);
    });

    it('before a worker took the file, says that nothing was sent', async () => {
      await open({ sizeBytes: mebibyte, paceBytesPerSecond: mebibyte / 8 });
      await work();
      for (let run = 0; run < 5; run++) await world.start();
      await world.until('four that send and one that waits', oneWaits);
      const [upload] = await waiting();
      const run = (await world.runs()).find(({ id }) => id === upload?.runId);
      await world.temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').terminate('enough');
      await reconcileRuns(world.store, world.temporal, { olderThanMs: 0 });
      const [[step], [ended]] = [await listStepResults(world.store, run!.id), await listUploads(world.store, run!.id)];
      assert.deepEqual([step?.status, step?.error, ended?.state], ['failed', ended?.failure, 'failed']);
      assert.equal(
        step?.error?.message,
        `Ended by the engine: someone terminated the run in Temporal. No part of the file was sent. ${newRunHint}`,
      );
    });

    const waiting = () =>
      world.store.system.collection<{ runId: string }>('uploads').find({ state: 'waiting' }).toArray();
  });

  describe('if its worker is shut down', () => {
    it('finishes the current piece, and another worker continues without a status request', async () => {
      await open({ sizeBytes: 2 * mebibyte, paceBytesPerSecond: mebibyte });
      const first = await work();
      await world.start();
      await world.until('the second piece', async () => ((await world.upload())?.confirmedPieces ?? 0) > 1);
      await first.stop();
      await work();
      await assertArrived(await world.endOfRun());
      assert.deepEqual(kinds(await world.youtube.log()), ['start', 1, 2, 3, 4, 5, 6, 7, 8]);
    });
  });

  describe('next to other uploads', () => {
    it('waits for a place if its service has its share of them, shown as waiting, without delaying other steps', async () => {
      await open({ sizeBytes: mebibyte, paceBytesPerSecond: mebibyte / 8 });
      await work();
      for (let run = 0; run < 5; run++) await world.start();
      await world.until('four that send and one that waits', oneWaits);
      await world.until('the end of all', async () => (await states()).every((state) => state === 'done'));
    });
  });

  describe('in storage', () => {
    it('shows no upload address in plain text, neither in the journal nor in the history', async () => {
      const run = await uploadPast([]);
      const [session] = (await world.youtube.log()).slice(1).map(({ path }) => /upload_id=([^&]+)/.exec(path)?.[1]);
      assert.ok(session);
      const rows = await world.store.system.collection('uploads').find().toArray();
      const history = await world.temporal.client.workflow.getHandle(run.temporalWorkflowId).fetchHistory();
      const text = JSON.stringify(history.events?.map((event) => JSON.stringify(event)));
      const decoded = text.replace(
        /[A-Za-z0-9+/=]{8,}/g,
        (part) => part + Buffer.from(part, 'base64').toString('latin1'),
      );
      for (const place of [JSON.stringify(rows), decoded]) {
        for (const secret of [session, world.youtube.token]) assert.equal(place.includes(secret), false);
      }
    });
  });
});
