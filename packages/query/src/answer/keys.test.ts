import assert from 'node:assert/strict';
import type { Field } from '@tallyhook/schemas';
import { openZone } from '../dates/zone.ts';
import type { Group } from '../normalize/normalized-question.ts';
import type { KeyForm } from '../plan/plan.ts';
import { ticket } from '../../test/sample-types.ts';
import { compareKeys, keysOf, type Key } from './keys.ts';

const id = 'a'.repeat(24);

function keys(raw: unknown, field: string, more: { unit?: Group['unit']; form?: KeyForm } = {}): readonly Key[] {
  const { unit, form = 'stored' } = more;
  const group = { name: 'group', field: ticket.fields.find(({ name }) => name === field) as Field, unit };
  return keysOf(raw, { group, form, zone: openZone('America/New_York'), weekStart: 'monday' });
}

describe('group key', () => {
  it('is null for a missing, null or empty value, and for a value of another kind', () => {
    for (const raw of [undefined, null, '', [], 5, true, new Date(0), {}]) {
      assert.deepEqual(keys(raw, 'title'), [null]);
      assert.deepEqual(keys(raw, 'labels'), [null]);
    }
    for (const raw of [undefined, null, '', 'x', true, new Date(0)]) assert.deepEqual(keys(raw, 'estimate'), [null]);
    for (const raw of [undefined, null, '', 'x', 0]) {
      assert.deepEqual(keys(raw, 'dueOn', { unit: 'day' }), [null]);
      assert.deepEqual(keys(raw, 'done'), [null]);
      assert.deepEqual(keys(raw, 'project'), [null]);
    }
  });

  it('is the value itself, including false and 0', () => {
    assert.deepEqual(keys(0, 'estimate'), [0]);
    assert.deepEqual(keys(false, 'done'), [false]);
    assert.deepEqual(keys(' ', 'title'), [' ']);
    assert.deepEqual(keys(id, 'project'), [id]);
  });

  it('is each distinct value of a list', () => {
    assert.deepEqual(keys(['bug', 'idea', 'bug', '', null, 7], 'labels'), ['bug', 'idea']);
    assert.deepEqual(keys('bug', 'labels'), ['bug']);
    assert.deepEqual(keys([null, ''], 'labels'), [null]);
  });

  it('is the first day of the period, in UTC for days and in the zone for instants', () => {
    const date = new Date('2026-03-01T02:00:00Z');
    assert.deepEqual(keys(date, 'dueOn', { unit: 'month' }), ['2026-03-01']);
    assert.deepEqual(keys(date, 'closedAt', { unit: 'month', form: 'instant' }), ['2026-02-01']);
    assert.deepEqual(keys(date, 'closedAt', { unit: 'week', form: 'instant' }), ['2026-02-23']);
    assert.deepEqual(keys(new Date('2026-03-01'), 'closedAt', { unit: 'month', form: 'period' }), ['2026-03-01']);
  });

  it('sorts by size, texts by code point, and null last', () => {
    const ordered = (list: Key[]) => list.toSorted(compareKeys);
    assert.deepEqual(ordered([10, 9, null, -1]), [-1, 9, 10, null]);
    assert.deepEqual(ordered([true, null, false]), [false, true, null]);
    const texts = ['b', '\u{1F600}', 'a', '\uE000', 'B', 'ab', null, '中'];
    assert.deepEqual(ordered(texts), ['B', 'a', 'ab', 'b', '中', '\uE000', '\u{1F600}', null]);
  });
});
