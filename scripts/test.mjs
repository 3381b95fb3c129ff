// npm test [-- NAME|FILE …] [--long] [--slowest]: runs every workspace's tests against a real mongod and a real
// Temporal server.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root, runScript } from './prepare.mjs';
import { compileCache, runFile } from './run.mjs';
import { endRun, runVariable } from './test-run.mjs';

const isLong = process.argv.includes('--long');
const showsSlowest = process.argv.includes('--slowest');
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const output = [];
const slowestShown = 40;
/** It takes long and mostly waits for the timeouts of killed workers, so it has its own lane. */
const waitsMost = 'packages/engine';

function print(text) {
  output.push(text);
  process.stdout.write(text);
}

await runScript(async () => {
  // The code below needs Node 24; this line and the imports above also run under Node 20.
  const node = await prepare();
  if (node !== process.execPath) return runFile('scripts/test.mjs', process.argv.slice(2));
  return runAll();
});

async function runAll() {
  const { findTestRuns, runTests } = await import('./test-packages.mjs');
  const runs = findTestRuns(names, { isLong });
  const { buildPages } = await import('./build-pages.mjs');
  if (runs.some(({ folder }) => folder === 'test')) await buildPages();
  const seed = process.env.TALLYHOOK_SEED ?? String((isLong ? undefined : seedOfContent()) ?? randomInt(2 ** 31));
  print(`Seed ${seed}: TALLYHOOK_SEED=${seed} npm test repeats this run\n`);
  const result = { passed: [], failures: [], unsteady: [], suites: [] };
  await withEngines(result, async (engines) => {
    const environment = {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      ...engines,
      TALLYHOOK_SEED: seed,
      ...(isLong ? { TALLYHOOK_LONG: '1' } : {}),
    };
    const runOne = async ({ folder, files }, how) => {
      const { passed, failures, suites } = await runTests(folder, { environment, files, ...how });
      result.passed.push(...passed);
      result.failures.push(...failures);
      result.suites.push(...suites);
    };
    await runInLanes(runs, runOne);
    if (process.env.CI) {
      const { runAgain } = await import('./run-again.ts');
      await runAgain(result, (folder, file) => runTests(folder, { environment, print, files: [file] }));
    }
  });
  if (showsSlowest) printSlowest(result);
  report(result);
  if (isLong) keepLongRun(seed);
  return result.failures.length === 0 ? 0 : 1;
}

/**
 * The same seed for everyone who tests the same commit, so that a passing commit does not fail with another seed. New
 * content and each long run get a new one. Undefined without git, or with uncommitted changes.
 */
function seedOfContent() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    if (git('status', '--porcelain') !== '') return undefined;
    return Number.parseInt(git('rev-parse', 'HEAD^{tree}').slice(0, 7), 16);
  } catch {
    return undefined;
  }
}

/**
 * Runs two at a time, in parallel with the one that mostly waits; that third lane then helps with the rest. The first
 * lane prints as output comes, the others print each run as a whole.
 */
async function runInLanes(runs, runOne) {
  const waiting = runs.filter(({ folder }) => folder !== waitsMost);
  const apart = runs.filter(({ folder }) => folder === waitsMost);
  const show = async (run) => runOne(run, { print });
  const showInOnePiece = async (run) => {
    const printed = [];
    await runOne(run, { print: (text) => printed.push(text) });
    print(printed.join(''));
  };
  const runLane = async (make, ...queues) => {
    for (const queue of queues) for (let run = queue.shift(); run !== undefined; run = queue.shift()) await make(run);
  };
  const third = runs.length === 1 ? show : showInOnePiece;
  await Promise.all([runLane(show, waiting), runLane(showInOnePiece, waiting), runLane(third, apart, waiting)]);
}

/**
 * In memory if there is enough and it allows executables: tests mostly wait for the disk. Long runs keep tens of GiB.
 */
function quickFolder() {
  const inMemory = '/dev/shm';
  const [neededBytes, spareBytes] = [10 * 1024 ** 3, 4 * 1024 ** 3];
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    const hasRoom = bavail * bsize > neededBytes && freemem() > neededBytes + spareBytes;
    const mayExecute = !/ \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'));
    return hasRoom && mayExecute && !isLong ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Missing engines fail the run: nothing is skipped. */
async function withEngines(result, work) {
  const { createProgress, engineSource, runEngines } = await import('../packages/local/src/index.ts');
  const directory = mkdtempSync(join(quickFolder(), 'tallyhook-test-'));
  process.env[runVariable] = directory;
  process.once('exit', () => endRun(directory));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
  let engines;
  try {
    engines = await runEngines({
      directory,
      source: engineSource(process.env),
      progress: createProgress(print),
      mongodbUri: process.env.MONGODB_URI || undefined,
      temporalAddress: process.env.TEMPORAL_ADDRESS || undefined,
      idleFileSeconds: 10,
      withFiles: !process.env.TALLYHOOK_TEST_FILES,
      onLost: (message) => result.failures.push({ title: 'the engines of the tests', message }),
    });
    const temporary = join(directory, 'tmp');
    mkdirSync(temporary);
    // Tests of unreadable files run as another user, who must be able to reach them.
    chmodSync(directory, 0o711);
    const { endpoint, accessKeyId, secretAccessKey } = engines.files ?? {};
    await work({
      // Temporary files of the tests are as fast, and are removed with the run.
      TMPDIR: temporary,
      MONGODB_URI: engines.mongodbUri,
      TEMPORAL_ADDRESS: engines.temporalAddress,
      TALLYHOOK_MONGOD: engines.mongodBinary,
      TALLYHOOK_TEMPORAL: engines.temporalBinary,
      // An S3-compatible store for tests that ask for one; all others keep files in GridFS.
      ...(endpoint && {
        TALLYHOOK_TEST_FILES: `s3://tallyhook-tests?endpoint=${endpoint}`,
        TALLYHOOK_S3_ACCESS_KEY_ID: accessKeyId,
        TALLYHOOK_S3_SECRET_ACCESS_KEY: secretAccessKey,
      }),
    });
  } catch (error) {
    result.failures.push({ title: 'the engines of the tests', message: error.message });
  } finally {
    await engines?.stop();
  }
}

function report({ passed, failures, unsteady }) {
  if (unsteady.length > 0) print('\nFlaky tests, which passed only when their file ran again alone. Fix them:\n');
  for (const { title, message } of unsteady) print(`\n~ ${title}\n${message.replace(/^/gm, '  ')}\n`);
  for (const { title, message } of failures) print(`\n✗ ${title}\n${message.replace(/^/gm, '  ')}\n`);
  print(`\n${passed.length} passed, ${failures.length} failed\n`);
}

/** Files (including hooks) first, then tests. CPU time is that of the test process, without browsers and engines. */
function printSlowest({ passed, suites }) {
  const files = new Map();
  for (const { folder, file, durationMs, cpuMs } of suites) {
    const path = `${folder}/${file}`;
    const { durationMs: before = 0, cpuMs: cpuBefore = 0 } = files.get(path) ?? {};
    files.set(path, { name: path, durationMs: before + durationMs, cpuMs: cpuBefore + cpuMs });
  }
  const seconds = (ms) => (ms / 1000).toFixed(1).padStart(7);
  const printLines = (heading, rows, toLine) => {
    const slowest = rows.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, slowestShown);
    print(`\n${heading}\n${slowest.map(toLine).join('\n')}\n`);
  };
  printLines('   wall     CPU  slowest files, in seconds', [...files.values()], ({ name, durationMs, cpuMs }) =>
    [seconds(durationMs), seconds(cpuMs), ` ${name}`].join(' '),
  );
  printLines(
    '   wall  slowest tests, in seconds',
    passed,
    ({ title, durationMs }) => `${seconds(durationMs)}  ${title}`,
  );
}

/** Saves the last long run next to the measurements, with the workspaces it covered. */
function keepLongRun(seed) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const command = ['npm run test:long', ...(names.length > 0 ? ['--', ...names] : [])].join(' ');
  const text = `# The last long run\n\n\`${command}\` on commit ${commit}, seed ${seed}, ${new Date().toISOString()}.\n\n`;
  const kept = output.join('').replaceAll(root, '.');
  // The format check allows no trailing spaces, and some titles have them.
  const trimmed = kept.replaceAll(/[ \t]+$/gm, '');
  writeFileSync(join(root, 'bench', 'long.md'), `${text}\`\`\`text\n${trimmed}\`\`\`\n`);
}
