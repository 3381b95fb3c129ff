import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers } from './leftovers.ts';
import { identify } from './process-identity.ts';
import { createProcessList, readProcesses } from './processes-file.ts';
import { silentProgress } from './progress.ts';

const sleeps = 'setInterval(() => undefined, 1000); process.stdout.write("up")';

/** Takes a moment to exit and writes that down itself: this process may see two exits in any order. */
const saysItsEnd = (file: string, name: string) => `
  process.on('SIGTERM', () => setTimeout(() => {
    require('node:fs').appendFileSync(${JSON.stringify(file)}, '${name} ');
    process.exit();
  }, 100));
  ${sleeps}`;

describe('processes left by a killed supervisor', () => {
  let home: string;
  let children: ChildProcess[];

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'tallyhook-left-'));
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  });

  async function run(script = sleeps): Promise<{ pid: number; ended: Promise<unknown[]> }> {
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    await once(child.stdout, 'data');
    return { pid: child.pid!, ended: once(child, 'exit') };
  }

  it('are stopped, users of the engines before the engines', async () => {
    const ends = join(home, 'ends');
    const [worker, mongod] = [await run(saysItsEnd(ends, 'worker')), await run(saysItsEnd(ends, 'mongod'))];
    const list = createProcessList(home, process.ppid);
    list.set({ name: 'mongod', pid: mongod.pid, port: 1 });
    list.set({ name: 'worker', pid: worker.pid });
    await forget('supervisor');

    const messages: string[] = [];
    await endLeftovers(home, { ...silentProgress, say: (line) => messages.push(line) });
    await Promise.all([worker.ended, mongod.ended]);
    assert.equal(await readFile(ends, 'utf8'), 'worker mongod ');
    assert.deepEqual(messages, [
      `  Stopping what an earlier start left running: mongod (${mongod.pid}), worker (${worker.pid})`,
    ]);
  });

  /** The test process stands in for the supervisor and must not be ended. */
  async function forget(name: string): Promise<void> {
    const listed = await readProcesses(home);
    await writeFile(join(home, 'processes.json'), JSON.stringify(listed.filter((entry) => entry.name !== name)));
  }

  it('are left alone if the pid now belongs to another process', async () => {
    const other = await run();
    const entry = { name: 'mongod', pid: other.pid, identity: '1 mongod --dbpath elsewhere' };
    await writeFile(join(home, 'processes.json'), JSON.stringify([entry]));
    await endLeftovers(home, silentProgress);
    assert.notEqual(identify(other.pid), undefined);
  });

  it('are empty if the file is missing, broken or lists ended processes', async () => {
    await endLeftovers(home, silentProgress);
    for (const text of ['{"half":', '{}', '[{"name":"x"}]', '[1]']) {
      await writeFile(join(home, 'processes.json'), text);
      await endLeftovers(home, silentProgress);
    }
    const child = await run();
    createProcessList(home, process.ppid).set({ name: 'api', pid: child.pid });
    await forget('supervisor');
    process.kill(child.pid, 'SIGKILL');
    await child.ended;
    await endLeftovers(home, silentProgress);
  });

  it('are listed with all details needed to find them, readable only by their owner', async () => {
    const child = await run();
    const list = createProcessList(home, process.pid);
    list.set({ name: 'api', pid: child.pid, port: 3000, log: '/logs/api.log' });
    list.set({ name: 'api', pid: child.pid, port: 3001, log: '/logs/api.log' });
    const listed = JSON.parse(await readFile(join(home, 'processes.json'), 'utf8')) as unknown[];
    assert.deepEqual(listed, [
      { name: 'supervisor', pid: process.pid, identity: identify(process.pid) },
      { name: 'api', pid: child.pid, port: 3001, log: '/logs/api.log', identity: identify(child.pid) },
    ]);
  });
});
