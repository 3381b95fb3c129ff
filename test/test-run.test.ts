import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clone } from './product.ts';

/** Starts a process in its own environment, prints its pid, and waits. */
const parent = `
  const { spawn } = require('node:child_process');
  console.log(spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { env: {}, detached: true }).pid);
  setInterval(() => 0, 1000);`;

describe('the end of a test run', () => {
  const started: ChildProcess[] = [];
  const pids: number[] = [];
  after(() => {
    for (const child of started) child.kill('SIGKILL');
    for (const pid of pids) if (lives(pid)) process.kill(pid, 'SIGKILL');
  });

  async function start(folder: string): Promise<{ child: ChildProcess; pid: number }> {
    const child = spawn(process.execPath, ['-e', parent], { env: { TALLYHOOK_TEST_RUN: folder } });
    started.push(child);
    const pid = Number(String((await once(child.stdout, 'data'))[0]));
    pids.push(pid);
    return { child, pid };
  }

  it('stops all its processes and removes its folder, without touching another run', async () => {
    const [own, other] = await Promise.all(
      ['own', 'other'].map((name) => mkdtemp(join(tmpdir(), `tallyhook-${name}-`))),
    );
    const [ends, stays] = await Promise.all([start(own!), start(other!)]);
    assert.ok(lives(ends.pid) && lives(stays.pid));
    const exited = once(ends.child, 'exit');
    const call = "import('./scripts/test-run.mjs').then(({ endRun }) => endRun(process.argv[1]))";
    execFileSync(process.execPath, ['-e', call, own!], { cwd: clone });
    assert.deepEqual(await exited, [null, 'SIGKILL']);
    assert.deepEqual([lives(ends.pid), existsSync(own!)], [false, false]);
    assert.deepEqual([lives(stays.pid), stays.child.exitCode, existsSync(other!)], [true, null, true]);
    execFileSync(process.execPath, ['-e', call, other!], { cwd: clone });
    assert.equal(lives(stays.pid), false);
  });
});

describe('a test run', () => {
  it('refuses an unknown file, and the name of an unknown workspace, and lists the known ones', () => {
    const run = (...names: string[]): [number | null, string] => {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', ...names], {
        cwd: clone,
        encoding: 'utf8',
      });
      return [status, stderr];
    };
    const all = /Workspaces with tests: .*engine, .*store, .*test/.source;
    const [code, message] = run('store', 'engin');
    assert.match(message, new RegExp(`^There is no workspace "engin" with tests\\. Did you mean "engine"\\? ${all}`));
    assert.equal(code, 2);
    assert.match(run('test/none.test.ts')[1], /^There is no test file "test\/none\.test\.ts"\. Give its path from/);
    assert.match(run('something')[1], new RegExp(`^There is no workspace "something" with tests\\. ${all}`));
  });
});

/** An exited process remains as a zombie, without a command line, until its new parent reaps it. */
function lives(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
