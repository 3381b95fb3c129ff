import assert from 'node:assert/strict';
import { isNeverInOrder } from './never-in-order.ts';

describe('pair of points in the wrong order', () => {
  it('is always a mistake if both are fixed or both are relative to the same point', () => {
    const pairs = [
      ['2026-03-02', '2026-03-01'],
      ['2026-03-01T10:00:00Z', '2026-02-28'],
      ['2026-03-01/month', '2026-01-01'],
      ['today', 'today-1d'],
      ['today', '-1d'],
      ['plus-2-days', 'minus-1-week'],
      ['-1M', '-2m'],
      ['today-1M', 'today-32d'],
      ['now', 'now-2h'],
      ['now-5m', 'now-2h'],
      ['now-1d', 'now-1w'],
      ['startOfMonth', 'startOfMonth-1month'],
      ['startOfYear-1y', 'startOfYear-5q'],
    ];
    for (const [first, last] of pairs) assert.ok(isNeverInOrder(first!, last!), `${first} ${last}`);
  });

  it('is no mistake if the points may be in order on another day', () => {
    const pairs = [
      ['2026-11-24', 'today'],
      ['today', '2026-11-01'],
      ['now-1h', '2026-03-01T10:00:00Z'],
      ['startOfMonth', 'today-7d'],
      ['today', 'startOfMonth'],
      ['today-30d', 'today-1M'],
      ['today-1M', 'today-28d'],
      ['today-1M', 'today-31d'],
      ['today+1M', 'today+29d'],
      ['now-20h', 'now-1d'],
      ['today', 'today-1M/month'],
      ['today+1M-1d', 'today-2d'],
      ['now', 'today-1d'],
    ];
    for (const [first, last] of pairs) assert.ok(!isNeverInOrder(first!, last!), `${first} ${last}`);
  });
});
