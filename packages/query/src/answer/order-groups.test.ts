import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import { normalizeQuestion } from '../normalize/normalize-question.ts';
import { sampleContext } from '../../test/sample-types.ts';
import type { Key } from './keys.ts';
import { orderGroups } from './order-groups.ts';

/** Orders groups, given as keys with record counts, and returns their keys. */
function order(groupBy: Question['groupBy'], groups: [Key[], number][]): string[] {
  const question = normalizeQuestion({ type: 'ticket', groupBy }, sampleContext());
  const found = groups.map(([keys, count]) => ({ keys, cell: { count, values: [], different: [] } }));
  return orderGroups(found, question).map(({ keys }) => (keys as Key[]).join(' '));
}

describe('group order', () => {
  it('puts the largest first measure first, then sorts by key', () => {
    const groups: [Key[], number][] = [
      [['open'], 2],
      [['closed'], 5],
      [['bad'], 2],
    ];
    assert.deepEqual(order([{ field: 'status' }], groups), ['closed', 'bad', 'open']);
  });

  it('is chronological for periods', () => {
    const groups: [Key[], number][] = [
      [['2026-03-01'], 9],
      [['2025-12-01'], 1],
      [['2026-01-01'], 5],
    ];
    assert.deepEqual(order([{ field: 'dueOn', unit: 'month' }], groups), ['2025-12-01', '2026-01-01', '2026-03-01']);
  });

  it('puts groups without a value last, however large they are', () => {
    assert.deepEqual(
      order(
        [{ field: 'status' }],
        [
          [[null], 99],
          [['open'], 1],
        ],
      ),
      ['open', ''],
    );
    assert.deepEqual(
      order(
        [{ field: 'dueOn' }],
        [
          [[null], 99],
          [['2026-03-01'], 1],
        ],
      ),
      ['2026-03-01', ''],
    );
  });

  it('follows the total of a split group, not its largest part, and keeps its parts together', () => {
    const groups: [Key[], number][] = [
      [['open', 'high'], 10],
      [['closed', 'high'], 6],
      [['closed', 'low'], 7],
      [[null, 'high'], 99],
    ];
    const expected = ['closed low', 'closed high', 'open high', ' high'];
    assert.deepEqual(order([{ field: 'status' }, { field: 'title' }], groups), expected);
  });

  it('sorts by period first, even if it is the second group', () => {
    const groups: [Key[], number][] = [
      [['open', '2026-03-01'], 9],
      [[null, '2026-02-01'], 7],
      [['open', '2026-02-01'], 1],
      [['closed', '2026-02-01'], 3],
      [['open', null], 50],
    ];
    const expected = ['closed 2026-02-01', 'open 2026-02-01', ' 2026-02-01', 'open 2026-03-01', 'open '];
    assert.deepEqual(order([{ field: 'status' }, { field: 'dueOn' }], groups), expected);
  });
});
