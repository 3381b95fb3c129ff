// Finds the workspaces with tests, and runs the tests of one (Node 24).
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { listNames, nearest } from '../schemas/nearest.ts';
import { root, SetupError } from './prepare.mjs';

/** A process that does not exit this long after its tests has something open. */
const endTimeoutMs = 15_000;
const packageTimeoutMs = 45 * 60_000;
/** In a long run this takes most of that time alone. */
const longest = 'test/upload-matrix.test.ts';

/**
 * The runs for some names of workspaces and paths of test files, or for all tests.
 * @throws SetupError
 */
export function findTestRuns(names, { isLong = false } = {}) {
  const files = names.filter((name) => name.endsWith('.test.ts'));
  const folders = findTestFolders(names.filter((name) => !files.includes(name)));
  if (files.length === 0) return runsOf(folders, { isLong });
  const all = findTestFolders([]);
  const runs = files.map((file) => {
    const folder = all.find((each) => file.startsWith(`${each}/`));
    if (folder === undefined || !existsSync(join(root, file)))
      throw new SetupError(`There is no test file "${file}". Give its path from the root of the project.`, 2);
    return { folder, files: [file.slice(folder.length + 1)] };
  });
  return files.length === names.length ? runs : [...runsOf(folders, { isLong }), ...runs];
}

/**
 * The folders of the workspaces with test files: those with the given names, or all.
 * @throws SetupError
 */
function findTestFolders(names) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const tested = folders
    .filter((folder) => existsSync(join(root, folder, '.mocharc.cjs')))
    .filter((folder) => globSync('{*,src/**/*,test/**/*}.test.ts', { cwd: join(root, folder) }).length > 0);
  refuseUnknown(
    names,
    tested.map((folder) => basename(folder)),
  );
  return tested.filter((folder) => names.length === 0 || names.includes(basename(folder)));
}

/** More files than this are two runs. */
const maxFiles = 30;

/**
 * One per folder, or several: page tests, which wait for a browser half of the time, are not mixed with others, nor is the
 * longest test of a long run. Longest first.
 */
function runsOf(folders, { isLong }) {
  return folders
    .flatMap((folder) => {
      if (isLong && existsSync(join(root, folder, longest))) return splitOff(folder, (file) => file === longest);
      const files = globSync('*.test.ts', { cwd: join(root, folder) });
      return files.some(isPage) ? splitOff(folder, isPage) : [{ folder }];
    })
    .flatMap(halve)
    .toSorted((one, other) => (other.files?.length ?? 0) - (one.files?.length ?? 0));
}

/** A run with many files, as two: together with the others, they end at about the same time. */
function halve({ folder, files }) {
  if (files === undefined || files.length <= maxFiles) return [{ folder, files }];
  const half = Math.ceil(files.length / 2);
  return [files.slice(0, half), files.slice(half)].map((part) => ({ folder, files: part }));
}

const isPage = (file) => file.startsWith('pages');

/** Two runs: the files that are to run apart, and the others. */
function splitOff(folder, isApart) {
  const files = globSync('{*,src/**/*,test/**/*}.test.ts', { cwd: join(root, folder) }).sort();
  return [files.filter(isApart), files.filter((file) => !isApart(file))].map((part) => ({ folder, files: part }));
}

function refuseUnknown(names, known) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const advice = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw new SetupError(
    `There is no workspace "${unknown}" with tests.${advice} Workspaces with tests: ${listNames(known, unknown)}.`,
    2,
  );
}

/**
 * Runs the tests of one folder, or some of its files, and shows the output as it comes. Returns `{passed: [{folder,
 * file, title, durationMs}], failures: [{folder, file, title, message}], suites: [{folder, file, durationMs, cpuMs}]}`;
 * a failure outside the tests has no `file`. A suite's duration includes its hooks. Its CPU time is that of the test
 * process alone.
 */
export async function runTests(folder, { environment, print, files }) {
  const directory = mkdtempSync(join(tmpdir(), 'tallyhook-results-'));
  const output = join(directory, 'results.jsonl');
  const label = basename(folder);
  try {
    const how = await runMocha({ folder, label, output, environment, print, files });
    return summarize(folder, readEvents(output), how);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function runMocha({ folder, label, output, environment, print, files }) {
  const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = join(root, 'scripts', 'mocha-reporter.cjs');
  const args = ['--forbid-only', '--reporter', reporter, '--reporter-option', `output=${output},label=${label}`];
  if (files !== undefined) args.push(...onlyFiles(files));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', mocha, ...args], {
    cwd: join(root, folder),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', print);
  child.stderr.setEncoding('utf8').on('data', print);
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('close', () => process.off('exit', killWithUs));
  return new Promise((resolve) => {
    const deadline = Date.now() + packageTimeoutMs;
    let endedAt;
    const timer = setInterval(() => {
      endedAt ??= readEvents(output).some(({ kind }) => kind === 'end') ? Date.now() : undefined;
      if (Date.now() < Math.min(deadline, (endedAt ?? Infinity) + endTimeoutMs)) return;
      clearInterval(timer);
      child.kill('SIGKILL');
      resolve(endedAt === undefined ? 'late' : 'open');
    }, 1_000);
    child.once('close', (code, signal) => {
      clearInterval(timer);
      resolve(signal ?? code);
    });
  });
}

/** Mocha adds named files to those of the configuration. Without the configuration they run alone. */
function onlyFiles(files) {
  const { extension, timeout } = createRequire(import.meta.url)('../.mocharc.base.cjs');
  return ['--no-config', '--extension', extension.join(','), '--timeout', String(timeout), ...files];
}

function readEvents(output) {
  if (!existsSync(output)) return [];
  return readFileSync(output, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function summarize(folder, events, how) {
  const eventsOf = (wanted) =>
    events.filter(({ kind }) => kind === wanted).map(({ kind, ...event }) => ({ folder, ...event }));
  const passed = eventsOf('pass');
  const failures = eventsOf('fail');
  const failure = (message) => failures.push({ folder, title: `${basename(folder)}: the test run itself`, message });
  if (how === 'late') failure(`It was stopped after ${packageTimeoutMs / 60_000} minutes.`);
  else if (how === 'open') {
    const what = events.find(({ kind }) => kind === 'open')?.what ?? 'unknown';
    failure(`It did not exit after its last test: something is still open (${what}).`);
  } else if (!events.some(({ kind }) => kind === 'end')) failure(`It ended early (${how}): see its output above.`);
  else if (how !== 0 && failures.length === 0)
    failure(`It exited with ${how} although no test failed: see its output above.`);
  if (passed.length + failures.length === 0) failure('It has test files but ran no tests.');
  return { passed, failures, suites: eventsOf('suite') };
}
