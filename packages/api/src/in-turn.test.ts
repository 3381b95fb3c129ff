import assert from 'node:assert/strict';
import { inTurn } from './in-turn.ts';

describe('sequential work', () => {
  it('starts after all earlier work has ended, even if nobody waits for it', async () => {
    const events: string[] = [];
    const begun: (() => void)[] = [];
    const run = inTurn(() => {
      const name = begun.length;
      events.push(`begin ${name}`);
      return new Promise<void>((resolve) => begun.push(resolve)).then(() => void events.push(`end ${name}`));
    });
    void run();
    const second = run();
    await Promise.resolve();
    assert.deepEqual(events, ['begin 0']);
    begun[0]!();
    while (begun.length < 2) await Promise.resolve();
    assert.deepEqual(events, ['begin 0', 'end 0', 'begin 1']);
    begun[1]!();
    await second;
    assert.deepEqual(events, ['begin 0', 'end 0', 'begin 1', 'end 1']);
  });
});
