import assert from 'node:assert/strict';
import { detailsOf, filtered, mistakesOf } from '../../test/mistakes-of.ts';
import { sampleContext } from '../../test/sample-types.ts';
import { normalizeQuestion } from './normalize-question.ts';

const context = sampleContext();
const normalize = (question: unknown) => normalizeQuestion(question, context);
const id = 'a'.repeat(24);

describe('question with a filter', () => {
  const rows: [string, unknown, string[]][] = [
    ['has an empty filter', filtered({}), ['#/filter missing_key']],
    ['has text as its filter', filtered('open'), ['#/filter wrong_type']],
    ['has a list as its filter', filtered([]), ['#/filter wrong_type']],
    ['has no condition in `or`', filtered({ or: [] }), ['#/filter/or too_few']],
    ['has no list under `and`', filtered({ and: {} }), ['#/filter/and wrong_type']],
    ['has two joins in one object', filtered({ and: [], or: [] }), ['#/filter/or unknown_key']],
    [
      'has a condition without an operator',
      filtered({ and: [{ field: 'status', value: 'open' }] }),
      ['#/filter/and/0 missing_key'],
    ],
    ['has a condition without a value', filtered({ field: 'status', op: 'eq' }), ['#/filter missing_key']],
    ['compares with null', filtered({ field: 'status', op: 'eq', value: null }), ['#/filter/value wrong_value']],
    [
      'compares with an object',
      filtered({ field: 'title', op: 'eq', value: { $gt: '' } }),
      ['#/filter/value wrong_type'],
    ],
    ['compares with a list', filtered({ field: 'title', op: 'eq', value: ['a'] }), ['#/filter/value wrong_type']],
    ['lists an object', filtered({ field: 'title', op: 'in', value: [{ $ne: 1 }] }), ['#/filter/value/0 wrong_value']],
    ['lists no values', filtered({ field: 'title', op: 'in', value: [] }), ['#/filter/value too_few']],
    [
      'has one value instead of a list',
      filtered({ field: 'title', op: 'in', value: 'a' }),
      ['#/filter/value wrong_type'],
    ],
    [
      'lists too many values',
      filtered({ field: 'estimate', op: 'in', value: Array(1001).fill(1) }),
      ['#/filter/value too_many'],
    ],
    [
      'gives `empty` a value',
      filtered({ field: 'title', op: 'empty', value: false }),
      ['#/filter/value value_not_allowed'],
    ],
    [
      'searches for a text that is too long',
      filtered({ field: 'title', op: 'contains', value: 'x'.repeat(1001) }),
      ['#/filter/value wrong_value'],
    ],
    [
      'searches for a text with a NUL',
      filtered({ field: 'title', op: 'contains', value: 'a\0' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'searches for a lone surrogate',
      filtered({ field: 'title', op: 'eq', value: '\ud83d' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'compares a number with a text',
      filtered({ field: 'estimate', op: 'eq', value: '5' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'compares a yes-or-no field with a text',
      filtered({ field: 'done', op: 'eq', value: 'true' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'compares a relation with a name',
      filtered({ field: 'project', op: 'in', value: ['Ana'] }),
      ['#/filter/value/0 wrong_value'],
    ],
    [
      'compares a list with `ne`',
      filtered({ field: 'labels', op: 'ne', value: 'bug' }),
      ['#/filter/op op_not_allowed'],
    ],
    [
      'compares a day with an instant',
      filtered({ field: 'dueOn', op: 'gte', value: '2026-03-01T00:00:00Z' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'uses `eq` with an instant',
      filtered({ field: 'closedAt', op: 'eq', value: '2026-03-01T00:00:00Z' }),
      ['#/filter/value wrong_value'],
    ],
    ['uses `eq` with now', filtered({ field: 'closedAt', op: 'eq', value: 'now' }), ['#/filter/value wrong_value']],
    [
      'compares a day with a time some hours ago',
      filtered({ field: 'dueOn', op: 'gte', value: 'now-2h' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'subtracts minutes from a day',
      filtered({ field: 'closedAt', op: 'gte', value: 'today-3m' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'has an instant without a zone',
      filtered({ field: 'closedAt', op: 'gte', value: '2026-03-01T00:00:00' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'has a day that does not exist',
      filtered({ field: 'closedAt', op: 'gte', value: '2026-02-30' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'is between days in the wrong order',
      filtered({ field: 'dueOn', op: 'between', value: ['today', '-1d'] }),
      ['#/filter/value wrong_value'],
    ],
    [
      'is between fixed days in the wrong order',
      filtered({ field: 'closedAt', op: 'between', value: ['2026-03-02T10:00:00Z', '2026-03-01'] }),
      ['#/filter/value wrong_value'],
    ],
    [
      'is between numbers in the wrong order',
      filtered({ field: 'estimate', op: 'between', value: [2, 1.5] }),
      ['#/filter/value wrong_value'],
    ],
    [
      'has one number for `between`',
      filtered({ field: 'estimate', op: 'between', value: [1] }),
      ['#/filter/value wrong_type'],
    ],
    [
      'follows a relation to an unknown field',
      filtered({ field: 'project.nmae', op: 'eq', value: 'x' }),
      ['#/filter/field unknown_field'],
    ],
    [
      'follows two relations',
      filtered({ field: 'related.project.name', op: 'empty' }),
      ['#/filter/field too_many_relations'],
    ],
    [
      'follows a field that is not a relation',
      filtered({ field: 'assignee.name', op: 'empty' }),
      ['#/filter/field not_a_relation'],
    ],
    [
      'uses hours in a range of days',
      filtered({ field: 'dueOn', op: 'within', value: 'last 3 hours' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'has an eighth day of the week',
      filtered({ field: 'dueOn', op: 'within', value: { unit: 'dayOfWeek', at: 8 } }),
      ['#/filter/value/at wrong_value'],
    ],
    [
      'has a day of the week as text',
      filtered({ field: 'dueOn', op: 'within', value: { unit: 'dayOfWeek', at: '3' } }),
      ['#/filter/value/at wrong_value'],
    ],
    [
      'uses the hour of a field without time',
      filtered({ field: 'dueOn', op: 'nwithin', value: { unit: 'hourOfDay', at: 3 } }),
      ['#/filter/value/unit not_allowed'],
    ],
    [
      'uses a month number with a unit that is not recurring',
      filtered({ field: 'dueOn', op: 'within', value: { unit: 'month', at: 3 } }),
      ['#/filter/value/at wrong_format'],
    ],
    [
      'has a range in free words',
      filtered({ field: 'closedAt', op: 'within', value: 'since Monday' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'has a range that ends before it begins',
      filtered({ field: 'dueOn', op: 'within', value: '2026-02-01..2026-01-01' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'has the period of a day that does not exist',
      filtered({ field: 'dueOn', op: 'within', value: { unit: 'month', at: '2026-02-30' } }),
      ['#/filter/value/at wrong_format'],
    ],
    [
      'names a field that every object inherits',
      filtered({ field: '__proto__', op: 'empty' }),
      ['#/filter/field unknown_field'],
    ],
  ];
  for (const [words, question, mistakes] of rows) {
    it(`is refused when it ${words}`, () => assert.deepEqual(mistakesOf(question), mistakes));
  }

  it('is refused if the filter has more than 4 levels, with mistakes slightly deeper', () => {
    const deep = (levels: number, op = 'empty'): unknown =>
      levels === 0 ? { field: 'title', op } : { not: deep(levels - 1, op) };
    assert.deepEqual(mistakesOf(filtered(deep(4))), []);
    assert.deepEqual(mistakesOf(filtered({ and: [deep(4)] })), [], 'an `and` around all is no level');
    assert.deepEqual(mistakesOf(filtered(deep(5))), ['#/filter/not/not/not/not too_deep']);
    assert.deepEqual(mistakesOf(filtered(deep(5, 'emty'))), [
      '#/filter/not/not/not/not too_deep',
      '#/filter/not/not/not/not/not/op not_allowed',
    ]);
    assert.deepEqual(mistakesOf(filtered(deep(5_000, 'emty'))), ['#/filter/not/not/not/not too_deep']);
  });

  it('is refused with more than 50 conditions, plus one for each unused grouping', () => {
    const conditions = (count: number) => Array<unknown>(count).fill({ field: 'title', op: 'empty' });
    const groupBy = [{ field: 'status' }, { field: 'labels' }];
    for (const groupings of [0, 1, 2]) {
      const asked = (count: number) => ({ ...filtered({ and: conditions(count) }), groupBy: groupBy.slice(groupings) });
      assert.deepEqual(mistakesOf(asked(50 + groupings)), []);
      assert.deepEqual(mistakesOf(asked(51 + groupings)), ['#/filter/and too_many']);
    }
    assert.deepEqual(mistakesOf(filtered({ and: [{ field: 'gone', op: 'empty' }, ...conditions(60)] })), [
      '#/filter/and too_many',
      '#/filter/and/0/field unknown_field',
    ]);
    assert.deepEqual(mistakesOf(filtered({ and: [{ or: conditions(30) }, { or: conditions(30) }] })), [
      '#/filter too_many',
    ]);
    const detailOf = (filter: unknown, grouped: object[]) =>
      detailsOf({ ...filtered(filter), groupBy: grouped })[0]?.detail;
    const ofTwo = 'expected at most 52 conditions (50, plus 2 for the 2 groupings that the question does not use)';
    assert.equal(detailOf({ and: conditions(53) }, []), `${ofTwo}, got 53`);
    assert.equal(detailOf({ not: { and: [{ or: conditions(30) }, { or: conditions(30) }] } }, []), `${ofTwo}, got 60`);
    const ofOne = 'expected at most 51 conditions (50, plus one for the grouping that the question does not use)';
    assert.equal(detailOf({ and: conditions(52) }, groupBy.slice(1)), `${ofOne}, got 52`);
    assert.equal(detailOf({ and: conditions(51) }, groupBy), 'expected at most 50 conditions, got 51');
  });

  it('compares with a whole text of any length; only a part of a text has a limit', () => {
    for (const value of ['x'.repeat(1_001), 'x'.repeat(1_000_000), 'a\0b']) {
      for (const op of ['eq', 'ne']) assert.deepEqual(mistakesOf(filtered({ field: 'title', op, value })), []);
      for (const op of ['in', 'nin'])
        assert.deepEqual(mistakesOf(filtered({ field: 'title', op, value: [value] })), []);
      for (const op of ['contains', 'ncontains', 'startsWith', 'endsWith']) {
        const [mistake] = detailsOf(filtered({ field: 'title', op, value }));
        assert.equal(mistake?.code, 'wrong_value');
        assert.match(mistake.detail, /: expected text of at most 1000 characters, without U\+0000$/);
      }
    }
    assert.deepEqual(mistakesOf(filtered({ field: 'title', op: 'eq', value: '\ud800' })), [
      '#/filter/value wrong_value',
    ]);
  });

  it('accepts a record id in capital letters', () => {
    assert.deepEqual(normalize(filtered({ field: 'project', op: 'eq', value: id.toUpperCase() })).filter, {
      field: context.types[0]!.fields.find(({ name }) => name === 'project'),
      test: 'oneOf',
      values: [{ $oid: id }],
    });
  });

  describe('with "$me"', () => {
    const mine = filtered({ field: 'createdBy', op: 'in', value: ['$me', 'p2'] });

    it('means the person asking, and keeps "$me" in the question', () => {
      const { filter, document } = normalizeQuestion(mine, sampleContext({ me: 'p7' }));
      assert.deepEqual('values' in filter && filter.values, ['p7', 'p2']);
      assert.deepEqual(document.filter, mine.filter);
    });

    it('is refused if no person is asking', () => {
      const [mistake] = detailsOf(mine);
      assert.deepEqual([mistake?.pointer, mistake?.code], ['#/filter/value/0', 'wrong_value']);
      assert.match(mistake?.detail ?? '', /because no person is asking: use the id of a person$/);
    });

    it('means the text itself in other fields', () => {
      const { filter } = normalize(filtered({ field: 'title', op: 'eq', value: '$me' }));
      assert.deepEqual('values' in filter && filter.values, ['$me']);
    });
  });
});
