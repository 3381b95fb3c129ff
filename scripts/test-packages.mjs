// Which workspaces have tests, and how one of them is run (Node 24).
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './prepare.mjs';

/** A process that has run its tests and does not end keeps something open. */
const endTimeoutMs = 15_000;
const packageTimeoutMs = 45 * 60_000;

/** The folders of the workspaces that have test files, those with the given names or all. */
export function findTestFolders(names) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  return folders
    .filter((folder) => existsSync(join(root, folder, '.mocharc.cjs')))
    .filter((folder) => names.length === 0 || names.includes(basename(folder)))
    .filter((folder) => globSync('{*,src/**/*,test/**/*}.test.ts', { cwd: join(root, folder) }).length > 0);
}

/** Runs the tests of one folder, output shown as it comes. Answers `{passed, failures: [{title, message}]}`. */
export async function runTests(folder, { environment, print }) {
  const directory = mkdtempSync(join(tmpdir(), 'tallyhook-results-'));
  const output = join(directory, 'results.jsonl');
  const label = basename(folder);
  try {
    const how = await runMocha({ folder, label, output, environment, print });
    return summarize(label, readEvents(output), how);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function runMocha({ folder, label, output, environment, print }) {
  const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = join(root, 'scripts', 'mocha-reporter.cjs');
  const args = ['--forbid-only', '--reporter', reporter, '--reporter-option', `output=${output},label=${label}`];
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

function readEvents(output) {
  if (!existsSync(output)) return [];
  return readFileSync(output, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function summarize(label, events, how) {
  const passed = events.filter(({ kind }) => kind === 'pass').length;
  const failures = events.filter(({ kind }) => kind === 'fail');
  const failure = (message) => failures.push({ title: `${label}: the test run itself`, message });
  if (how === 'late') failure(`It was ended after ${packageTimeoutMs / 60_000} minutes.`);
  else if (how === 'open') {
    const what = events.find(({ kind }) => kind === 'open')?.what ?? 'unknown';
    failure(`It did not end after its last test: something is still open (${what}).`);
  } else if (!events.some(({ kind }) => kind === 'end')) failure(`It broke off (${how}): see its output above.`);
  else if (how !== 0 && failures.length === 0)
    failure(`It ended with ${how} although no test failed: see its output above.`);
  if (passed + failures.length === 0) failure('It has test files and ran no test.');
  return { passed, failures };
}
