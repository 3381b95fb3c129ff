import assert from 'node:assert/strict';
import { openZone } from '../dates/zone.ts';
import type { Period } from '../grammar.ts';
import type { Bounds } from '../normalize/normalized-question.ts';
import { searchPeriod } from './period-search.ts';

const date = (text: string) => new Date(text);
const zone = openZone('America/New_York');
const askedAt = date('2026-03-09T12:00Z');

interface Branch {
  $cond: [unknown, unknown, unknown];
}

function search(unit: Period, bounds: Bounds = {}): { likely: unknown; tree: unknown; otherwise: unknown } {
  const { $cond } = searchPeriod('$at', { zone, unit, weekStart: 'monday', bounds, askedAt }) as Branch;
  return { likely: $cond[0], tree: $cond[1], otherwise: $cond[2] };
}

const leavesOf = (node: unknown): Date[] =>
  node instanceof Date ? [node] : [...leavesOf((node as Branch).$cond[2]), ...leavesOf((node as Branch).$cond[1])];

describe('search for the period of an instant', () => {
  it('compares with the local starts of the periods within the filter', () => {
    const { likely, tree } = search('month', { gte: date('2026-02-10T00:00Z'), lte: date('2026-04-01T00:00Z') });
    assert.deepEqual(likely, {
      $and: [{ $gte: ['$at', date('2026-02-01T05:00Z')] }, { $lt: ['$at', date('2026-04-01T04:00Z')] }],
    });
    assert.deepEqual(tree, {
      $cond: [{ $gte: ['$at', date('2026-03-01T05:00Z')] }, date('2026-03-01'), date('2026-02-01')],
    });
  });

  it('covers every month since 1970 and the next ten years without a filter', () => {
    const leaves = leavesOf(search('month').tree);
    assert.deepEqual([leaves[0], leaves.at(-1)], [date('1970-01-01'), date('2036-03-01')]);
  });

  for (const unit of ['day', 'week', 'quarter', 'year'] as const) {
    it(`covers today and at most 1024 periods by ${unit}`, () => {
      const leaves = leavesOf(search(unit).tree);
      assert.ok(leaves.length <= 1024 && leaves[0]! < askedAt && leaves.at(-1)! > askedAt);
    });
  }

  it('covers the default span if the filter is too wide or outside it', () => {
    const long = leavesOf(search('day', { gte: date('1950-01-01'), lte: date('2050-01-01') }).tree);
    assert.ok(long.length > 900 && long.length <= 1024);
    const far = leavesOf(search('day', { gte: date('1900-01-01'), lte: date('1950-01-01') }).tree);
    assert.ok(far.length > 900 && far.length <= 1024);
  });

  it('computes the period in a zone that never changed its clock', () => {
    const utc = { zone: openZone('UTC'), unit: 'month', weekStart: 'monday', bounds: {}, askedAt } as const;
    assert.deepEqual(searchPeriod('$at', utc), { $dateTrunc: { date: '$at', unit: 'month', timezone: 'UTC' } });
  });

  it('computes the period outside the covered span', () => {
    assert.deepEqual(Object.keys(search('month').otherwise as object), ['$dateTrunc']);
    assert.deepEqual(Object.keys(search('day').otherwise as object), ['$subtract']);
  });
});
