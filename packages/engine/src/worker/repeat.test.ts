import assert from 'node:assert/strict';
import { pino } from 'pino';
import { repeat } from './repeat.ts';

const logger = pino({ level: 'silent' });

describe('Repeated work', () => {
  it('continues after failures, with longer pauses, until stopped', async () => {
    const stop = new AbortController();
    const times: number[] = [];
    await repeat({ name: 'test', everyMs: 20, signal: stop.signal, logger }, async () => {
      times.push(performance.now());
      if (times.length === 4) stop.abort();
      if (times.length < 4) throw new Error('down');
    });
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    assert.equal(times.length, 4);
    // Each doubles, less a quarter; a busy machine only makes them longer.
    const shortest = [29, 59, 119];
    assert.ok(
      shortest.every((least, index) => pauses[index]! >= least),
      `the pauses were ${pauses.join(', ')} ms`,
    );
  });

  it('does not start if already stopped', async () => {
    await repeat({ name: 'test', everyMs: 1, signal: AbortSignal.abort(), logger }, () => assert.fail());
  });
});
