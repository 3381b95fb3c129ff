import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProgress } from './progress.ts';

describe('start progress', () => {
  it('prints a finished stage with its result and duration', async () => {
    const lines: string[] = [];
    let now = 0;
    const progress = createProgress(
      (text) => lines.push(text),
      () => (now += 700),
    );
    const answer = await progress.stage(
      'mongod',
      async () => 7,
      (port) => `mongod on port ${port}`,
    );
    assert.equal(answer, 7);
    assert.deepEqual(lines, ['  mongod on port 7 (0.7 s)\n']);
  });

  it('reports a stage in progress after a second, and only its result once it ends', async () => {
    const lines: string[] = [];
    const progress = createProgress((text) => lines.push(text));
    await progress.stage('mongod', () => sleep(1_150));
    assert.match(lines[0]!, /^ {2}mongod … \d+\.\d s\n$/);
    assert.match(lines[1]!, /^ {2}mongod \(\d+\.\d s\)\n$/);
    assert.equal(lines.length, 2);
  });

  it('prints nothing about a failed stage, whose error is printed elsewhere', async () => {
    const lines: string[] = [];
    const progress = createProgress((text) => lines.push(text));
    await assert.rejects(
      progress.stage('mongod', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.deepEqual(lines, []);
  });
});
