// npm run check: checks types, lint, format, generated files and package arrows of the whole clone in one run.
import { spawn } from 'node:child_process';
import * as files from 'node:fs';
import { dirname, join } from 'node:path';
import { prepare, root, runScript } from './prepare.mjs';
import { runFile } from './run.mjs';

/** How many checks run in parallel. */
const lanes = 2;

await runScript(async () => {
  const node = await prepare();
  if (node !== process.execPath) return runFile('scripts/check.mjs', []);
  const failed = await runAll(listChecks());
  const [word, detail] = failed.length === 0 ? ['All checks passed', ''] : ['Failed', `: ${failed.join(', ')}`];
  process.stdout.write(`${word}${detail}\n`);
  return failed.length === 0 ? 0 : 1;
});

function listChecks() {
  const node = (...args) => [process.execPath, '--disable-warning=ExperimentalWarning', ...args];
  const tool = (...path) => join(root, 'node_modules', ...path);
  const tsc = tool('typescript', 'bin', 'tsc');
  const eslint = tool('eslint', 'bin', 'eslint.js');
  const mocha = tool('mocha', 'bin', 'mocha.js');
  // A folder of workflow code has its own tsconfig, without Node's types.
  const patterns = ['{schemas,test,bench}/tsconfig.json', 'packages/*/tsconfig.json', 'packages/*/src/*/tsconfig.json'];
  const hasSources = (folder) => files.globSync('{*,src/**/*,test/**/*}.ts', { cwd: join(root, folder) }).length > 0;
  const projects = files
    .globSync(patterns, { cwd: root })
    .map((path) => dirname(path))
    .filter(hasSources);
  // One process per workspace: checking the types of all of them at once needs more memory than Node allows a process.
  const workspaces = files.globSync('{schemas,test,bench,packages/*}', { cwd: root }).filter(hasSources).sort();
  return [
    ...workspaces.map((folder) => ({ name: `lint of ${folder}`, command: node(eslint, folder) })),
    ...projects.sort().map((project) => ({ name: `types of ${project}`, command: node(tsc, '-p', project) })),
    { name: 'format', command: node(tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.') },
    { name: 'generated files', command: node('schemas/generate.ts', '--check') },
    { name: 'generated routes', command: node('packages/api/test/print-routes.ts', '--check') },
    { name: 'printed reference', command: node('packages/sdk/test/print-reference.ts', '--check') },
    {
      name: 'package arrows',
      command: node(mocha, '--no-config', '--timeout', '30000', '--reporter', 'dot', 'test/arrows.test.ts'),
    },
    { name: 'plain English', command: node('scripts/check-english.mjs') },
    { name: 'lock', command: ['npm', 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error'] },
  ];
}

/** Runs all checks and returns the names of those that failed. */
async function runAll(checks) {
  const waiting = [...checks];
  const failed = [];
  async function lane() {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (!(await runCheck(check))) failed.push(check.name);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return failed;
}

function runCheck({ name, command: [program, ...args] }) {
  const startedAt = Date.now();
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (text) => (output += text);
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n${code === 0 ? '' : output}`);
      resolve(code === 0);
    });
  });
}
