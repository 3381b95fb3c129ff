// npm test [-- NAME …] [--long]: every workspace's tests against one real mongod and one real Temporal server.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root, runScript, SetupError } from './prepare.mjs';
import { runFile } from './run.mjs';

const isLong = process.argv.includes('--long');
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const output = [];
/** These take half of the time, much of it waiting, so each begins one of the two lanes that tests run in. */
const longest = ['test', 'packages/engine'];

function print(text) {
  output.push(text);
  process.stdout.write(text);
}

await runScript(async () => {
  // What follows needs Node 24; this line and the imports above run under Node 20 too.
  const node = await prepare();
  if (node !== process.execPath) return runFile('scripts/test.mjs', process.argv.slice(2));
  return runAll();
});

async function runAll() {
  const { findTestFolders, runTests } = await import('./test-packages.mjs');
  const folders = findTestFolders(names);
  if (folders.length === 0) throw new SetupError(`No workspace called ${names.join(' or ')} has tests.`);
  const { buildPages } = await import('./build-pages.mjs');
  if (folders.includes('test')) await buildPages();
  const seed = process.env.TALLYHOOK_SEED ?? String(randomInt(2 ** 31));
  print(`Seed ${seed}: TALLYHOOK_SEED=${seed} npm test repeats this run\n`);
  const result = { passed: 0, failures: [] };
  await withEngines(result, async (engines) => {
    const environment = {
      ...process.env,
      ...engines,
      TALLYHOOK_SEED: seed,
      ...(isLong ? { TALLYHOOK_LONG: '1' } : {}),
    };
    const runOne = async (folder, how) => {
      const { passed, failures } = await runTests(folder, { environment, ...how });
      result.passed += passed;
      result.failures.push(...failures);
    };
    await runInLanes(folders, runOne);
  });
  report(result);
  if (isLong) keepLongRun(seed);
  return result.failures.length === 0 ? 0 : 1;
}

/** Runs folders two at a time. What the first lane prints is shown as it comes, of the other each folder in one piece. */
async function runInLanes(folders, runOne) {
  const waiting = folders.toSorted((one, other) => rank(one) - rank(other));
  const show = async (folder) => runOne(folder, { print });
  const showInOnePiece = async (folder) => {
    const printed = [];
    await runOne(folder, { print: (text) => printed.push(text) });
    print(printed.join(''));
  };
  const runLane = async (run) => {
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) await run(folder);
  };
  await Promise.all([runLane(show), runLane(showInOnePiece)]);
}

function rank(folder) {
  return longest.includes(folder) ? longest.indexOf(folder) : longest.length;
}

/** In memory where there is plenty of it: most of what the tests wait for is a disk. Long runs keep tens of GiB. */
function quickFolder() {
  const inMemory = '/dev/shm';
  const [neededBytes, spareBytes] = [8 * 1024 ** 3, 4 * 1024 ** 3];
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    const hasRoom = bavail * bsize > neededBytes && freemem() > neededBytes + spareBytes;
    return hasRoom && !isLong ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Engines that cannot be had fail the run: nothing is skipped. */
async function withEngines(result, work) {
  const { createProgress, engineSource, runEngines } = await import('../packages/local/src/index.ts');
  const directory = mkdtempSync(join(quickFolder(), 'tallyhook-test-'));
  let engines;
  try {
    engines = await runEngines({
      directory,
      source: engineSource(process.env),
      progress: createProgress(print),
      mongodbUri: process.env.MONGODB_URI || undefined,
      temporalAddress: process.env.TEMPORAL_ADDRESS || undefined,
    });
    const stopEarly = () => void engines.stop().finally(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stopEarly);
    await work({
      MONGODB_URI: engines.mongodbUri,
      TEMPORAL_ADDRESS: engines.temporalAddress,
      TALLYHOOK_MONGOD: engines.mongodBinary,
      TALLYHOOK_TEMPORAL: engines.temporalBinary,
    });
  } catch (error) {
    result.failures.push({ title: 'the engines of the tests', message: error.message });
  } finally {
    await engines?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function report({ passed, failures }) {
  for (const { title, message } of failures) print(`\n✗ ${title}\n${message.replace(/^/gm, '  ')}\n`);
  print(`\n${passed} passed, ${failures.length} failed\n`);
}

/** Keeps the last full run beside the measurements. */
function keepLongRun(seed) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const text = `# The last full run\n\n\`npm run test:long\` on commit ${commit}, seed ${seed}, ${new Date().toISOString()}.\n\n`;
  writeFileSync(join(root, 'bench', 'long.md'), `${text}\`\`\`text\n${output.join('').replaceAll(root, '.')}\`\`\`\n`);
}
