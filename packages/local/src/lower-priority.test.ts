import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerPriority } from './lower-priority.ts';

describe('A lower priority', () => {
  it('is that of all threads of a process', async () => {
    const script = 'console.log(1); setInterval(() => undefined, 1000)';
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(child.stdout, 'data');
      lowerPriority(child.pid!, 10);
      const threads = readdirSync(`/proc/${child.pid}/task`).map(Number);
      assert.ok(threads.length > 1);
      assert.deepEqual(new Set(threads.map((thread) => getPriority(thread))), new Set([10]));
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
