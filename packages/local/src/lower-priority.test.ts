import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerPriority } from './lower-priority.ts';

/** Undefined where sessions do not share the processor. */
function autogroupOf(pid: number): string | undefined {
  const path = `/proc/${pid}/autogroup`;
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

describe('A lower priority', () => {
  it('is that of all threads of a process, and of its session if it has its own', async () => {
    const script = 'console.log(1); setInterval(() => undefined, 1000)';
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    const ours = autogroupOf(process.pid);
    try {
      await once(child.stdout, 'data');
      lowerPriority(child.pid!, 10);
      if (ours !== undefined) assert.match(autogroupOf(child.pid!)!, /nice 10$/);
      const threads = readdirSync(`/proc/${child.pid}/task`).map(Number);
      assert.ok(threads.length > 1);
      assert.deepEqual(new Set(threads.map((thread) => getPriority(thread))), new Set([10]));
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('leaves alone the session that a process shares with others', async () => {
    const script = 'console.log(1); setInterval(() => undefined, 1000)';
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ours = autogroupOf(process.pid);
    try {
      await once(child.stdout, 'data');
      lowerPriority(child.pid!, 10);
      assert.equal(autogroupOf(process.pid), ours);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('of a process that has ended is no mistake', async () => {
    const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    await once(child, 'exit');
    lowerPriority(child.pid!, 10);
  });
});
