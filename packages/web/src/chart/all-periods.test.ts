import assert from 'node:assert/strict';
import type { AnswerColumn, AnswerRange, QuestionFilter } from '@tallyhook/schemas';
import { hasAllPeriods } from './all-periods.ts';
import type { Key } from './group-keys.ts';
import { answerOf, closedBy, count } from './sample-answers.ts';

interface Given {
  filter?: object;
  /** By their pointers; a single range belongs to a filter of one condition. */
  ranges?: Record<string, Omit<AnswerRange, 'pointer'>>;
  timezone?: string;
}

function isWhole(column: AnswerColumn, keys: Key[], { filter, ranges = {}, timezone = 'UTC' }: Given = {}): boolean {
  const answer = answerOf([column, count], []);
  const resolved = {
    ...answer.meta.resolved,
    timezone,
    ranges: Object.entries(ranges).map(([pointer, range]) => ({ pointer, ...range })),
  };
  const question = { ...answer.meta.question, ...(filter && { filter: filter as QuestionFilter }) };
  return hasAllPeriods(keys, { ...answer, meta: { ...answer.meta, question, resolved } });
}

describe('periods of an answer', () => {
  const quarter = ['2026-01-01', '2026-02-01', '2026-03-01'];
  const month = closedBy('month');
  const dueMonth: AnswerColumn = { ...month, kind: 'day', field: 'dueOn' };
  const midnight = (day: string) => `${day}T00:00:00.000Z`;
  const year = { from: midnight('2026-01-01'), before: midnight('2027-01-01') };
  const closed = (op: string) => ({ field: 'closedAt', op, value: 'today' });
  const one = (op: string, range: Omit<AnswerRange, 'pointer'>) => ({
    filter: closed(op),
    ranges: { '#/filter': range },
  });

  it('are complete without gaps, in any order, also with a group that is not a period', () => {
    assert.equal(isWhole(month, quarter), true);
    assert.equal(isWhole(month, [null, ...quarter.toReversed()]), true);
    assert.equal(isWhole(month, ['2026-01-01', '2026-03-01']), false);
    assert.equal(isWhole(month, []), false);
    assert.equal(isWhole(month, [null]), false);
  });

  it('are incomplete if the filter starts before the first or ends after the last', () => {
    const rows: [op: string, range: Omit<AnswerRange, 'pointer'>, isWhole: boolean][] = [
      ['within', year, false],
      ['within', { from: midnight('2026-01-31'), before: midnight('2026-04-01') }, true],
      ['gte', { from: midnight('2025-12-31') }, false],
      ['gt', { after: '2025-12-31T23:59:59.998Z' }, false],
      ['gt', { after: '2025-12-31T23:59:59.999Z' }, true],
      ['lte', { to: midnight('2026-04-01') }, false],
      ['lt', { before: midnight('2026-04-01') }, true],
    ];
    for (const [op, range, expected] of rows)
      assert.equal(isWhole(month, quarter, one(op, range)), expected, `${op} ${JSON.stringify(range)}`);
  });

  it('use the time zone of the answer for moments and none for days', () => {
    const tokyo = one('within', { from: '2025-12-31T15:00:00.000Z', before: '2026-03-31T15:00:00.000Z' });
    assert.equal(isWhole(month, quarter, { ...tokyo, timezone: 'Asia/Tokyo' }), true);
    assert.equal(isWhole(month, quarter, tokyo), false);
    const due = (before: string) => ({
      filter: { ...closed('within'), field: 'dueOn' },
      ranges: { '#/filter': { from: '2026-01-01', before } },
      timezone: 'America/New_York',
    });
    assert.equal(isWhole(dueMonth, quarter, due('2026-04-01')), true);
    assert.equal(isWhole(dueMonth, quarter, due('2026-04-02')), false);
  });

  it('are compared only with conditions that every record meets, on the same field', () => {
    const april = { before: midnight('2026-04-01') };
    const both = { and: [closed('within'), closed('lt')] };
    assert.equal(isWhole(month, quarter, { filter: both, ranges: { '#/filter/and/0': year, '#/filter/and/1': april } }), true); // prettier-ignore
    const within = { and: [{ and: [closed('within')] }] };
    assert.equal(isWhole(month, quarter, { filter: within, ranges: { '#/filter/and/0/and/0': year } }), false);
    const either = { or: [closed('within'), closed('empty')] };
    assert.equal(isWhole(month, quarter, { filter: either, ranges: { '#/filter/or/0': year } }), true);
    assert.equal(isWhole(month, quarter, one('nwithin', year)), true);
    assert.equal(isWhole(dueMonth, quarter, one('within', year)), true, 'of another date');
  });

  it('compare hours as moments', () => {
    const hours = ['2026-01-01T03:00:00+01:00', '2026-01-01T04:00:00+01:00'];
    const span = (from: string, before: string) =>
      isWhole(closedBy('hour'), hours, one('within', { from: `2026-01-01T${from}Z`, before: `2026-01-01T${before}Z` }));
    assert.equal(isWhole(closedBy('hour'), hours), true);
    assert.equal(span('02:00:00', '04:00:00'), true);
    assert.equal(span('01:59:00', '04:00:00'), false);
    assert.equal(span('02:00:00', '04:01:00'), false);
  });

  it('are complete if every part of a cycle is present', () => {
    assert.equal(isWhole(closedBy('dayOfWeek'), [1, 2, 3, null]), false);
    assert.equal(isWhole(closedBy('dayOfWeek'), [7, 1, 2, 3, 4, 5, 6]), true);
    assert.equal(
      isWhole(
        closedBy('hourOfDay'),
        Array.from({ length: 24 }, (_, hour) => hour),
      ),
      true,
    );
  });
});
