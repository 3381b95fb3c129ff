// npm run check: types, lint, format, generated files and package arrows of the whole clone, all of them in one run.
import { spawn } from 'node:child_process';
import * as files from 'node:fs';
import { join } from 'node:path';
import { prepare, root, runScript } from './prepare.mjs';
import { runFile } from './run.mjs';

/** How many run side by side. */
const lanes = 2;

await runScript(async () => {
  const node = await prepare();
  if (node !== process.execPath) return runFile('scripts/check.mjs', []);
  const failed = await runAll(listChecks());
  const [word, detail] =
    failed.length === 0 ? ['Everything is in order', ''] : ['Not in order', `: ${failed.join(', ')}`];
  process.stdout.write(`${word}${detail}\n`);
  return failed.length === 0 ? 0 : 1;
});

function listChecks() {
  const tool = (...path) => join(root, 'node_modules', ...path);
  const tsc = tool('typescript', 'bin', 'tsc');
  // A folder of workflow code has a tsconfig of its own, without Node's types.
  const projects = files.globSync(
    ['{schemas,test,bench}/tsconfig.json', 'packages/*/tsconfig.json', 'packages/*/src/*/tsconfig.json'],
    {
      cwd: root,
    },
  );
  return [
    { name: 'lint', args: [tool('eslint', 'bin', 'eslint.js'), '.'] },
    ...projects
      .sort()
      .map((project) => ({ name: `types of ${project.replace(/\/tsconfig\.json$/, '')}`, args: [tsc, '-p', project] })),
    { name: 'format', args: [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
    { name: 'generated files', args: ['schemas/generate.ts', '--check'] },
    { name: 'package arrows', args: [tool('mocha', 'bin', 'mocha.js'), '--no-config', '--reporter', 'dot', 'test/arrows.test.ts'] },
  ].filter(({ args }) => files.existsSync(join(root, args[0])) || args[0].startsWith('/'));
}

/** Runs all checks and answers the names of those that failed. */
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

function runCheck({ name, args }) {
  const startedAt = Date.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
