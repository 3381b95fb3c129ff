import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Run } from '@tallyhook/store/runs';
import type { OnUploadPoint, UploadPoint } from '../src/upload/points.ts';
import { startChild } from './child.ts';
import { faultRows, type FaultRow } from './matrix-rows.ts';
import {
  openMatrixWorld,
  pieceBytes,
  sizeBytes,
  type Evidence,
  type MatrixWorld,
  type Way,
} from './matrix-services.ts';
import { startOwnEngines, type OwnEngines } from './own-engines.ts';
import { runWorker, soonLost, workerEnvironment, type TestWorker } from './run-worker.ts';

const isLong = process.env['TALLYHOOK_LONG'] === '1';
const ways = ['pieces', 'body', 'form'] as const;
const uploadLimits = { pausesMs: [20, 40, 80], idleTimeoutMs: 1_500 };

type Victim = 'worker' | 'mongod' | 'temporal';
type Moment = 'at start' | 'mid piece' | 'before finish';

const moments: readonly Moment[] = ['at start', 'mid piece', 'before finish'];
/** The request before the file has a minute until it counts as lost. */
const takesMinute = ({ fault }: FaultRow) => fault === 'start:hang';
/** The rows without a kill. */
const faultsOf = (way: Way) => faultRows[way].filter((row) => isLong || !takesMinute(row));

/** The rows with a kill: all of them in the long run, else each moment and each victim once. */
function killsOf(way: Way, victim: Victim): [Moment, FaultRow][] {
  const rows = faultRows[way].filter((row) => !takesMinute(row));
  if (isLong) return moments.flatMap((moment) => rows.map((row): [Moment, FaultRow] => [moment, row]));
  const ofWorker = { pieces: 'mid piece', body: 'at start', form: 'before finish' } as const;
  return [[victim === 'worker' ? ofWorker[way] : 'mid piece', rows[0]!]];
}

interface Outcome extends Evidence {
  run: Run;
  sha256: string;
  wasKilled: boolean;
}

/** The lines of the table, printed at the end. */
const table: string[][] = [];

function note(
  row: [Way, string, string, string],
  { run, held, starts, arrivals, finishes, arrivedBytes }: Outcome,
): void {
  const outcome = run.status === 'completed' ? 'done' : `failed: ${run.error?.code}`;
  const sends = arrivals.join(' ') || '0';
  const files = held.map((file) => `${file.sizeBytes} ${file.sha256.slice(0, 12)}`).join(', ') || 'none';
  table.push([...row, outcome, String(starts), sends, String(finishes), String(arrivedBytes), files]);
}

function printTable(): void {
  const heads = ['sent as', 'fault', 'killed', 'when', 'step', 'starts', 'sends', 'finishes', 'bytes', 'file there'];
  const rows = [heads, ...table];
  const widths = heads.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd());
  process.stdout.write(
    `\nUploads of ${sizeBytes} bytes in pieces of ${pieceBytes}, as the services logged them:\n${lines.join('\n')}\n`,
  );
}

/** Starts one run and waits for its end. */
async function runOnce({ world, evidence }: MatrixWorld): Promise<Outcome> {
  const before = (await world.runs()).length;
  await world.start(soonLost);
  await world.until('the run', async () => {
    // The database may be the one that was killed.
    const runs = await world.runs().catch(() => []);
    return runs.length > before && runs[0]!.endedAt !== null;
  });
  // The service counts a request that is cut off a moment later.
  await pause(50);
  const [run] = await world.runs();
  return { run: run!, sha256: world.file.sha256, wasKilled: false, ...(await evidence()) };
}

/** A refusal that the service gives once is lost with the worker that got it; the next worker asks where it stands. */
const isOnce = ({ fault }: FaultRow) => /^(?:piece|last)/.test(fault) && !fault.endsWith(':*');

/** What must be true whatever was killed. */
function assertHonest(outcome: Outcome, expected: FaultRow): void {
  const { run, sha256, starts, arrivals, finishes, held } = outcome;
  const isWhole = expected.finishes !== undefined || arrivals.length <= 1;
  assert.ok(starts <= 1, `${starts} starts`);
  assert.ok(finishes <= 1, `${finishes} finishes`);
  assert.ok(
    Math.max(0, ...arrivals) <= (isWhole && expected.arrivals.length <= 1 ? 1 : 4),
    `sent ${arrivals.join(' ')} times`,
  );
  assert.deepEqual(new Set(held.map((file) => `${file.sizeBytes} ${file.sha256}`)).size <= 1, true, 'one file at most');
  if (run.status === 'completed') {
    assert.deepEqual(held, held.length === 0 ? assert.fail('nothing arrived') : [{ ...held[0]!, sizeBytes, sha256 }]);
    if (!(outcome.wasKilled && isOnce(expected)))
      assert.equal(expected.outcome, 'done', 'done although the service refused it');
  } else {
    assert.equal(run.status, 'failed');
    const codes = [expected.outcome, ...(outcome.wasKilled ? ['unknown_outcome'] : [])];
    assert.ok(codes.includes(run.error?.code ?? ''), `${run.error?.code}: ${run.error?.message}`);
  }
}

function assertExact(outcome: Outcome, expected: FaultRow, way: Way): void {
  const { run, arrivals, starts, finishes, held } = outcome;
  const shown = run.status === 'completed' ? 'done' : run.error?.code;
  assert.deepEqual(
    { outcome: shown, arrivals, starts, finishes, isHeld: held.length === 1 },
    {
      outcome: expected.outcome,
      arrivals: expected.arrivals,
      starts: expected.starts ?? 1,
      finishes: expected.finishes ?? (way === 'pieces' ? 0 : 1),
      isHeld: expected.isHeld ?? expected.outcome === 'done',
    },
    run.error?.message,
  );
}

describe('The matrix of uploads', function () {
  this.timeout(isLong ? 600_000 : 120_000);
  after(printTable);

  for (const way of ways) {
    describe(`sent as ${way}`, () => {
      let matrix: MatrixWorld;
      let worker: TestWorker;
      before(async () => {
        matrix = await openMatrixWorld(way);
        worker = await runWorker(matrix.world, { uploadLimits });
      });
      after(async () => {
        await worker.stop();
        await matrix.close();
      });

      for (const row of faultsOf(way)) {
        it(`${row.fault}: ${row.outcome}, nothing twice`, async () => {
          await matrix.begin(row.fault);
          const outcome = await runOnce(matrix);
          note([way, row.fault, '', ''], outcome);
          assertHonest(outcome, row);
          assertExact(outcome, row, way);
        });
      }
    });
  }

  for (const way of ways) {
    describe(`sent as ${way} by a worker that is killed`, () => {
      let matrix: MatrixWorld;
      before(async () => void (matrix = await openMatrixWorld(way)));
      after(() => matrix.close());

      for (const [moment, row] of killsOf(way, 'worker'))
        it(`${moment}, ${row.fault}: is continued, or left to a person`, async () => {
          await matrix.begin(row.fault);
          const [point, piece] = pointOf(way, moment);
          const environment = {
            ...workerEnvironment(matrix.world),
            ...{ UPLOAD_POINT: point, UPLOAD_SIGNAL: 'SIGKILL' },
            ...(piece !== null && { UPLOAD_PIECE: String(piece) }),
          };
          const first = await startChild(join(import.meta.dirname, 'upload-worker.ts'), environment);
          let second: TestWorker | undefined;
          try {
            const ended = runOnce(matrix);
            ended.catch(() => undefined);
            // With some faults the upload ends before it comes to that point.
            const wasKilled = await Promise.race([first.ended(90_000).then(() => true), ended.then(() => false)]);
            if (wasKilled) second = await runWorker(matrix.world, { uploadLimits });
            const outcome = { ...(await ended), wasKilled };
            note([way, row.fault, wasKilled ? 'worker' : '(over before)', moment], outcome);
            assertHonest(outcome, row);
          } finally {
            await first.kill('SIGKILL');
            await second?.stop();
          }
        });
    });
  }

  describe('while an engine is killed and started again', () => {
    let engines: OwnEngines;
    const { MONGODB_URI, TEMPORAL_ADDRESS } = process.env;
    before(async () => {
      engines = await startOwnEngines();
      Object.assign(process.env, { MONGODB_URI: engines.mongodbUri, TEMPORAL_ADDRESS: engines.temporalAddress });
    });
    after(async () => {
      Object.assign(process.env, { MONGODB_URI, TEMPORAL_ADDRESS });
      await engines?.stop();
    });

    for (const way of isLong ? ways : (['pieces'] as const)) {
      describe(`sent as ${way}`, () => {
        let matrix: MatrixWorld;
        let worker: TestWorker;
        let onPoint: OnUploadPoint = () => undefined;
        before(async () => {
          matrix = await openMatrixWorld(way);
          worker = await runWorker(matrix.world, { uploadLimits, onUploadPoint: (...at) => onPoint(...at) });
        });
        after(async () => {
          await worker?.stop();
          await matrix?.close();
        });

        for (const victim of ['mongod', 'temporal'] as const)
          for (const [moment, row] of killsOf(way, victim))
            it(`${victim} ${moment}, ${row.fault}: goes on, or is left to a person`, async () => {
              await matrix.begin(row.fault);
              const [point, piece] = pointOf(way, moment);
              let restarted: Promise<void> | undefined;
              onPoint = (at, index) => {
                if (at === point && (piece === null || piece === index)) restarted ??= engines.restart(victim);
              };
              const outcome = await runOnce(matrix);
              await restarted;
              const wasKilled = restarted !== undefined;
              note([way, row.fault, wasKilled ? victim : '(over before)', moment], outcome);
              assertHonest({ ...outcome, wasKilled }, row);
            });
      });
    }
  });
});

/** The point of the journal at a moment, and the piece. */
function pointOf(way: Way, moment: Moment): [UploadPoint, number | null] {
  if (moment === 'at start') return ['start sending', null];
  if (moment === 'mid piece') return ['mid bytes', way === 'pieces' ? 1 : null];
  return way === 'pieces' ? ['after answer', Math.ceil(sizeBytes / pieceBytes) - 1] : ['before finish', null];
}
