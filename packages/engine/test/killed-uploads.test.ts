import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { UploadPoint } from '../src/upload/points.ts';
import { startChild, type Child } from './child.ts';
import { runWorker, runWorkerProcess, soonLost, workerEnvironment, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld, type UploadWorldOptions } from './upload-world.ts';
import type { YoutubeRequest } from './youtube.ts';

const isLong = process.env['TALLYHOOK_LONG'] === '1';
const mebibyte = 1024 * 1024;
const size: UploadWorldOptions = isLong
  ? { sizeBytes: 64 * mebibyte, chunkSizeBytes: 8 * mebibyte }
  : { sizeBytes: 4 * mebibyte, chunkSizeBytes: mebibyte / 4 };

type Ended = Awaited<ReturnType<UploadWorld['endOfRun']>>;

interface Outcome {
  run: Ended;
  log: YoutubeRequest[];
  videos: Awaited<ReturnType<UploadWorld['youtube']['videos']>>;
  file: UploadWorld['file'];
}

/** Processes start two at a time. More would only slow each other down and hit time limits. */
const startsInTurn = createTurns(2);

function createTurns(places: number) {
  const turns = Array.from({ length: places }, (): Promise<unknown> => Promise.resolve());
  let next = 0;
  return <T>(start: () => Promise<T>): Promise<T> => {
    const place = next++ % places;
    const started = turns[place]!.then(start);
    turns[place] = started.catch(() => undefined);
    return started;
  };
}

interface Death {
  point: UploadPoint;
  piece?: number;
  signal?: 'SIGKILL' | 'SIGSTOP';
  /** The fault that YouTube has during the upload. */
  fault?: string;
}

/** Runs an upload whose first worker dies or stops at a point, and lets a second worker take over. */
async function carryOn(
  { point, piece, signal = 'SIGKILL', fault }: Death,
  whileStopped: (world: UploadWorld, first: Child) => Promise<void> = async () => undefined,
): Promise<Outcome> {
  const world = await startsInTurn(() => createUploadWorld(size));
  let first: Child | undefined;
  let second: TestWorker | undefined;
  try {
    const environment = {
      ...workerEnvironment(world),
      UPLOAD_POINT: point,
      UPLOAD_SIGNAL: signal,
      ...(piece !== undefined && { UPLOAD_PIECE: String(piece) }),
    };
    first = await startsInTurn(() => startChild(join(import.meta.dirname, 'upload-worker.ts'), environment));
    if (fault !== undefined) await world.youtube.setFaults(fault);
    await world.start(soonLost);
    if (signal === 'SIGKILL') await first.ended(120_000);
    second = await runWorker(world);
    await whileStopped(world, first);
    const run = await world.endOfRun();
    return { run, log: await world.youtube.log(), videos: await world.youtube.videos(), file: world.file };
  } finally {
    await first?.kill('SIGKILL');
    await second?.stop();
    await world.close();
  }
}

const pieces = (log: YoutubeRequest[]) => log.filter(({ kind }) => kind === 'piece');
const starts = (log: YoutubeRequest[]) => log.filter(({ kind }) => kind === 'start').length;

/** The highest number of times any piece was sent. */
function maxSends(log: YoutubeRequest[]): number {
  const counts = Map.groupBy(pieces(log), ({ piece }) => piece).values();
  return Math.max(...[...counts].map(({ length }) => length));
}

function assertArrived({ run, log, videos, file }: Outcome): void {
  assert.deepEqual([run.status, run.error], ['completed', null]);
  assert.deepEqual(
    videos.map(({ sizeBytes, sha256 }) => [sizeBytes, sha256]),
    [[file.sizeBytes, file.sha256]],
  );
  assert.equal(starts(log), 1);
  assert.ok(maxSends(log) <= 4, `a piece was sent ${maxSends(log)} times`);
}

describe('An upload whose worker is killed', function () {
  // Longer than the sum of the inner waits, which report what they waited for.
  this.timeout(isLong ? 600_000 : 400_000);
  const lastPiece = size.sizeBytes! / size.chunkSizeBytes! - 1;

  /** They mostly wait for heartbeats, so they run in parallel. */
  const points = [
    'before sending',
    'mid bytes',
    'after bytes',
    'after answer',
    'between pieces',
    'before start',
    'start sending',
    'start answered',
  ] as const;
  const outcomes = new Map<string, Promise<Outcome>>();
  before(() => {
    for (const point of points) {
      const outcome = carryOn({ point, ...(point.includes('start') ? {} : { piece: 2 }) });
      outcome.catch(() => undefined);
      outcomes.set(point, outcome);
    }
    const last = carryOn({ point: 'after answer', piece: lastPiece });
    last.catch(() => undefined);
    outcomes.set('last answer', last);
    const failed = carryOn({ point: 'end kept', fault: 'piece@3:404' });
    failed.catch(() => undefined);
    outcomes.set('failed', failed);
  });

  for (const point of ['before sending', 'mid bytes', 'after bytes', 'after answer', 'between pieces'] as const) {
    it(`${point}, is continued from the journal by another worker`, async () => {
      const outcome = await outcomes.get(point)!;
      assertArrived(outcome);
      const isSentAgain = point === 'mid bytes';
      const resent = pieces(outcome.log).filter(({ piece }) => piece === 3).length;
      assert.equal(resent, isSentAgain ? 2 : 1, `the piece was sent ${resent} times`);
    });
  }

  it('after the answer that completes the file, asks for the status and is complete', async () => {
    const outcome = await outcomes.get('last answer')!;
    assertArrived(outcome);
    assert.equal(outcome.log.at(-1)?.kind, 'status');
  });

  it('after the journal recorded a failure, fails with that message', async () => {
    const { run, log } = await outcomes.get('failed')!;
    assert.deepEqual([run.status, run.error?.code, run.upload?.state], ['failed', 'not_found', 'failed']);
    assert.match(
      run.error?.message ?? '',
      /^YouTube answered 404.* bytes are confirmed; more may have arrived\. Check/,
    );
    assert.deepEqual(
      [run.error, run.steps[0]?.error],
      [{ ...run.upload?.failure, stepId: 'upload' }, run.upload?.failure],
    );
    assert.equal(pieces(log).length, 3);
  });

  it('before the first request is recorded, is started by another worker', async () => {
    assertArrived(await outcomes.get('before start')!);
  });

  for (const point of ['start sending', 'start answered'] as const) {
    it(`while the first request may be in progress (${point}), is left to a person`, async () => {
      const { run, log } = await outcomes.get(point)!;
      assert.deepEqual([run.status, run.error?.code, run.upload?.state], ['failed', 'unknown_outcome', 'failed']);
      assert.match(run.error?.message ?? '', /request "start"\) was started at \d{4}-.*not sent again/);
      assert.deepEqual([starts(log), pieces(log).length], [point === 'start answered' ? 1 : 0, 0]);
    });
  }
});

describe('An upload whose workers are killed during the same piece', function () {
  this.timeout(400_000);
  const deaths = 2;
  const killed = 3;
  const rows = ['piece@4:500:3', 'piece@3:500:2'] as const;
  const outcomes = new Map<string, Promise<Outcome>>();
  before(() => {
    for (const faultOfLast of rows) {
      const outcome = outlive(faultOfLast);
      outcome.catch(() => undefined);
      outcomes.set(faultOfLast, outcome);
    }
  });

  /** Kills workers in the third piece, and gives the last one a fault. */
  async function outlive(faultOfLast: string): Promise<Outcome> {
    const world = await startsInTurn(() => createUploadWorld({ ...size, sizeBytes: 4 * size.chunkSizeBytes! }));
    const environment = {
      ...workerEnvironment(world),
      UPLOAD_POINT: 'mid bytes',
      UPLOAD_SIGNAL: 'SIGKILL',
      UPLOAD_PIECE: String(killed - 1),
    };
    let worker: Child | undefined;
    try {
      for (let death = 0; death < deaths; death++) {
        worker = await startsInTurn(() => startChild(join(import.meta.dirname, 'upload-worker.ts'), environment));
        if (death === 0) await world.start(soonLost);
        await worker.ended(120_000);
      }
      await world.youtube.setFaults(faultOfLast);
      worker = await startsInTurn(() => runWorkerProcess(world));
      const run = await world.endOfRun();
      return { run, log: await world.youtube.log(), videos: await world.youtube.videos(), file: world.file };
    } finally {
      await worker?.kill('SIGTERM');
      await world.close();
    }
  }
  const sendsOf = (log: YoutubeRequest[], wanted: number) => pieces(log).filter(({ piece }) => piece === wanted).length;

  it('still has four sends for the next piece, which was only recorded', async () => {
    const outcome = await outcomes.get('piece@4:500:3')!;
    assertArrived(outcome);
    assert.deepEqual([sendsOf(outcome.log, killed), sendsOf(outcome.log, killed + 1)], [deaths + 1, 4]);
    assert.deepEqual([outcome.run.upload?.piece?.sends, outcome.run.upload?.piece?.doubtful], [4, undefined]);
  });

  it('fails at the fourth send of that piece and claims only what is known', async () => {
    const { run, log } = await outcomes.get('piece@3:500:2')!;
    assert.deepEqual([run.status, run.error?.code], ['failed', 'unknown_outcome']);
    assert.match(
      run.error?.message ?? '',
      /^Piece 3 of 4 was sent at most 4 times without success \(for 2 of them, the worker ended and may not have started\): .*500/,
    );
    assert.equal(sendsOf(log, killed), 4);
  });
});

describe('A worker that is paused until it is replaced, and then resumes', function () {
  this.timeout(400_000);

  /** Temporal keeps giving the stopped worker tasks, which take time to move to another. */
  const points = isLong
    ? (['before sending', 'mid bytes', 'after bytes', 'between pieces'] as const)
    : (['before sending', 'mid bytes'] as const);
  const outcomes = new Map<string, Promise<Outcome & { sentByThen: number }>>();
  before(() => {
    for (const point of points) {
      const outcome = wakeUp(point);
      outcome.catch(() => undefined);
      outcomes.set(point, outcome);
    }
  });

  async function wakeUp(point: UploadPoint): Promise<Outcome & { sentByThen: number }> {
    let sentByThen = 0;
    const outcome = await carryOn({ point, piece: 2, signal: 'SIGSTOP' }, async (world, first) => {
      const isReplaced = async () => ((await world.upload())?.fence ?? 0) > 1;
      await world.until('the second worker to go on', isReplaced, 180_000);
      process.kill(first.pid, 'SIGCONT');
      await world.endOfRun();
      sentByThen = (await world.youtube.log()).length;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    });
    return { ...outcome, sentByThen };
  }

  for (const point of points) {
    it(`${point}, sends nothing more and leaves the upload to its new worker`, async () => {
      const outcome = await outcomes.get(point)!;
      assertArrived(outcome);
      assert.equal(outcome.log.length, outcome.sentByThen);
      const third = pieces(outcome.log).filter(({ piece }) => piece === 3);
      assert.equal(third.length, point === 'mid bytes' ? 2 : 1);
      if (point === 'mid bytes') {
        const [broken] = third;
        assert.ok(broken!.arrivedBytes <= size.chunkSizeBytes! / 2, `${broken!.arrivedBytes} bytes arrived`);
      }
    });
  }
});
