import assert from 'node:assert/strict';
import { detailsOf, filtered, mistakesOf } from '../../test/mistakes-of.ts';

const byStatus = { type: 'ticket', groupBy: [{ field: 'status' }] };

describe('question with mistakes', () => {
  it('is refused with every mistake, the allowed values and the nearest name', () => {
    const question = {
      type: 'ticket',
      groupBy: [{ field: 'status', unit: 'month' }, { field: 'asignee' }],
      measures: [
        { fn: 'sum', field: 'title' },
        { fn: 'average', field: 'amout' },
      ],
      filter: {
        and: [
          { field: 'status', op: 'gte', value: 'open' },
          { field: 'status', op: 'eq', value: 'opne' },
        ],
      },
      limt: 5,
    };
    assert.deepEqual(
      detailsOf(question).map(({ pointer, code, suggestion }) => ({ pointer, code, suggestion })),
      [
        { pointer: '#/limt', code: 'unknown_key', suggestion: 'limit' },
        { pointer: '#/filter/and/0/op', code: 'op_not_allowed', suggestion: undefined },
        { pointer: '#/filter/and/1/value', code: 'choice_not_allowed', suggestion: 'open' },
        { pointer: '#/groupBy/0/unit', code: 'unit_not_allowed', suggestion: undefined },
        { pointer: '#/groupBy/1/field', code: 'unknown_field', suggestion: 'assignee' },
        { pointer: '#/measures/0/fn', code: 'fn_not_allowed', suggestion: undefined },
        { pointer: '#/measures/1/field', code: 'unknown_field', suggestion: undefined },
        { pointer: '#/measures/1/fn', code: 'not_allowed', suggestion: 'avg' },
      ],
    );
    assert.deepEqual(detailsOf(question)[1]?.allowed, ['eq', 'ne', 'in', 'nin', 'empty', 'nempty']);
  });

  it('suggests what the field supports', () => {
    const offered = (question: unknown) =>
      detailsOf(question).map(({ pointer, code, allowed, suggestion }) => ({ pointer, code, allowed, suggestion }));
    const choice = ['eq', 'ne', 'in', 'nin', 'empty', 'nempty'];
    const rows: [unknown, object][] = [
      [
        filtered({ field: 'status', op: 'equals', value: 'open' }),
        { pointer: '#/filter/op', code: 'not_allowed', allowed: choice, suggestion: 'eq' },
      ],
      [
        filtered({ field: 'status', op: '>=', value: 'open' }),
        { pointer: '#/filter/op', code: 'not_allowed', allowed: choice, suggestion: undefined },
      ],
      [
        filtered({ field: 'status', op: 'IsNot', value: 'open' }),
        { pointer: '#/filter/op', code: 'not_allowed', allowed: choice, suggestion: 'ne' },
      ],
      [
        { type: 'ticket', groupBy: [{ field: 'status', unit: 'mont' }] },
        { pointer: '#/groupBy/0/unit', code: 'unit_not_allowed', allowed: [], suggestion: undefined },
      ],
      [
        { type: 'ticket', measures: [{ fn: 'mean', field: 'estimate' }] },
        {
          ...{ pointer: '#/measures/0/fn', code: 'not_allowed', suggestion: 'avg' },
          allowed: ['count', 'distinct', 'sum', 'avg', 'min', 'max'],
        },
      ],
      [
        { type: 'ticket', measures: [{ fn: 'mean', field: 'status' }] },
        { pointer: '#/measures/0/fn', code: 'not_allowed', allowed: ['count', 'distinct'], suggestion: undefined },
      ],
    ];
    for (const [question, expected] of rows) assert.deepEqual(offered(question), [expected]);
    const [unit] = offered({ type: 'ticket', groupBy: [{ field: 'dueOn', unit: 'mnth' }] });
    assert.deepEqual([unit!.suggestion, unit!.allowed!.includes('hour')], ['month', false]);
    for (const [word, meant] of Object.entries({
      mon: 'month',
      qtr: 'quarter',
      Weekly: 'week',
      weekday: 'dayOfWeek',
    })) {
      const [grouped] = offered({ type: 'ticket', groupBy: [{ field: 'dueOn', unit: word }] });
      const value = { unit: word, at: '2026-03-01' };
      const [compared] = offered(filtered({ field: 'dueOn', op: 'within', value }));
      assert.deepEqual([grouped!.suggestion, compared!.suggestion], [meant, meant]);
    }
    const [hour] = offered(filtered({ field: 'dueOn', op: 'within', value: { unit: 'hr', at: '2026-03-01' } }));
    assert.equal(hour!.suggestion, undefined, 'a day has no hours');
    const [unknown] = offered(filtered({ field: 'nowhere', op: 'equals', value: 1 })).slice(1);
    assert.equal(unknown!.allowed!.length, 20);
  });

  it('says what it got and what to do', () => {
    const detailOf = (question: unknown) => detailsOf(question)[0]?.detail;
    assert.equal(detailOf({ type: 'tiket' }), 'there is no record type "tiket" on this branch: did you mean "ticket"?');
    assert.equal(
      detailOf(filtered({ field: 'estimate', op: 'gte', value: 'ten' })),
      'Estimate ("estimate") cannot be compared with "ten": expected a number',
    );
    assert.equal(
      detailOf(filtered({ field: 'title', op: 'eq', value: '' })),
      'Title ("title") cannot be compared with an empty text: to find records without a value, use the operator "empty"',
    );
    assert.equal(
      detailOf(filtered({ and: [], or: [] })),
      'a filter cannot have both "and" and "or": nest one inside the other',
    );
    assert.equal(
      detailOf(filtered({ or: [{ field: 'title', op: 'empty' }], field: 'title', op: 'empty' })),
      'a filter cannot have both "or" and "field": nest one inside the other',
    );
    assert.equal(
      detailOf(filtered({ field: 'estimate', op: 'gte', value: JSON.parse('1e999') })),
      'Estimate ("estimate") cannot be compared with a number that is too large: expected a number from -1.7e308 to 1.7e308',
    );
    assert.equal(
      detailOf({ type: 'ticket', limit: JSON.parse('-1e999') }),
      'expected a whole number, got a number that is too large',
    );
    assert.equal(
      detailOf({ type: 'ticket', groupBy: [{ field: 'dueOn' }, { field: 'dueOn', unit: 'year' }] }),
      'the name "dueOn" is used twice: rename one of them with "as"',
    );
  });

  const rows: [string, unknown, string[]][] = [
    ['is not an object', [], ['# wrong_type']],
    ['is null', null, ['# wrong_type']],
    ['has no type', {}, ['# missing_key']],
    ['misspells its type', { tpye: 'ticket' }, ['#/tpye unknown_key']],
    ['names an unknown type', { type: 'constructor' }, ['#/type unknown_type']],
    ['has a type that is not text', { type: 5 }, ['#/type wrong_type']],
    [
      'measures a field of a related record',
      { type: 'ticket', measures: [{ fn: 'count', field: 'project.name' }] },
      ['#/measures/0/field relation_not_allowed'],
    ],
    [
      'fills a group that has no periods',
      { type: 'ticket', groupBy: [{ field: 'status', fill: true }] },
      ['#/groupBy/0/fill fill_not_allowed'],
    ],
    [
      'fills periods that `top` leaves out',
      { type: 'ticket', groupBy: [{ field: 'dueOn', fill: true, top: 3 }] },
      ['#/groupBy/0/fill fill_not_allowed'],
    ],
    [
      'asks for all other values without `top`',
      { type: 'ticket', groupBy: [{ field: 'status', other: true }] },
      ['#/groupBy/0 missing_key'],
    ],
    [
      'has a condition on an unknown measure',
      { ...byStatus, having: [{ measure: 'cuont', op: 'gt', value: 1 }] },
      ['#/having/0/measure unknown_measure'],
    ],
    [
      'compares a number of records with a text',
      { ...byStatus, having: [{ measure: 'count', op: 'gt', value: '1' }] },
      ['#/having/0/value wrong_value'],
    ],
    [
      'compares a measure with an object',
      { ...byStatus, having: [{ measure: 'count', op: 'gt', value: { $gt: 1 } }] },
      ['#/having/0/value wrong_type'],
    ],
    [
      'has conditions on groups but no groups',
      { type: 'ticket', having: [{ measure: 'count', op: 'gt', value: 1 }] },
      ['#/having having_not_allowed'],
    ],
    [
      'has conditions on groups but an empty list of groups',
      { type: 'ticket', groupBy: [], having: [{ measure: 'count', op: 'gt', value: 1 }] },
      ['#/having having_not_allowed'],
    ],
    [
      'has conditions on groups and misspells "groupBy"',
      { type: 'ticket', groupby: [{ field: 'status' }], having: [{ measure: 'count', op: 'gt', value: 1 }] },
      ['#/groupby unknown_key'],
    ],
    ['sorts by an unknown name', { type: 'ticket', sort: [{ by: 'staus' }] }, ['#/sort/0/by unknown_name']],
    [
      'sorts by a name of both a group and a measure',
      { type: 'ticket', groupBy: [{ field: 'status', as: 'count' }], sort: [{ by: 'count' }] },
      ['#/sort/0/by ambiguous_name'],
    ],
    [
      'has invalid measures and uses names that none of them could have',
      {
        ...byStatus,
        measures: [{ fn: 'summ' }, { fn: 'avg', field: 'estimaet' }, { fn: 'sum', field: 'title', as: 'total' }],
        having: ['zz', 'sum_estimate', 'avg_estimate', 'total'].map((measure) => ({ measure, op: 'gt', value: 1 })),
        sort: ['cnt', 'avg_estimaet', 'sum_title'].map((by) => ({ by })),
      },
      [
        ...['#/measures/0/fn not_allowed', '#/measures/1/field unknown_field', '#/measures/2/fn fn_not_allowed'],
        ...['#/having/0/measure unknown_measure', '#/sort/0/by unknown_name'],
      ],
    ],
    [
      'has invalid groups and uses names that none of them could have',
      {
        type: 'ticket',
        groupBy: [{ field: 'staus' }, { field: 'attachment', as: 'file' }],
        having: [{ measure: 'cnt', op: 'gt', value: 1 }],
        sort: ['zz', 'project_name', 'file'].map((by) => ({ by })),
      },
      [
        ...['#/groupBy/0/field unknown_field', '#/groupBy/1/field not_groupable'],
        ...['#/having/0/measure unknown_measure', '#/sort/0/by unknown_name'],
      ],
    ],
    [
      'names a measure with an unknown key',
      {
        type: 'ticket',
        measures: [{ fn: 'count', name: 'total' }],
        sort: [{ by: 'total' }, { by: 'totals' }],
      },
      ['#/measures/0/name unknown_key', '#/sort/1/by unknown_name'],
    ],
    [
      'groups a day by hour',
      { type: 'ticket', groupBy: [{ field: 'dueOn', unit: 'hourOfDay' }] },
      ['#/groupBy/0/unit unit_not_allowed'],
    ],
    [
      'groups a field that is not a date by day of the week',
      { type: 'ticket', groupBy: [{ field: 'status', unit: 'dayOfWeek' }] },
      ['#/groupBy/0/unit unit_not_allowed'],
    ],
    [
      'groups by three fields',
      { type: 'ticket', groupBy: [{ field: 'status' }, { field: 'done' }, { field: 'title' }] },
      ['#/groupBy too_many'],
    ],
    ['groups by a file', { type: 'ticket', groupBy: [{ field: 'attachment' }] }, ['#/groupBy/0/field not_groupable']],
    ['groups by nothing', { type: 'ticket', groupBy: [{}] }, ['#/groupBy/0 missing_key']],
    [
      'groups by three fields with other mistakes, and sorts by the third',
      {
        type: 'ticket',
        groupBy: [{ field: 'statu' }, { field: 'done' }, { field: 'title' }],
        sort: [{ by: 'title' }],
      },
      ['#/groupBy too_many', '#/groupBy/0/field unknown_field'],
    ],
    [
      'has too many measures, one of them invalid',
      {
        type: 'ticket',
        measures: [{ fn: 'summ' }, ...['a', 'b', 'c', 'd', 'e'].map((as) => ({ fn: 'count', as }))],
      },
      ['#/measures too_many', '#/measures/0/fn not_allowed'],
    ],
    ['has a sum without a field', { type: 'ticket', measures: [{ fn: 'sum' }] }, ['#/measures/0 missing_key']],
    ['counts twice', { type: 'ticket', measures: [{ fn: 'count' }, { fn: 'count' }] }, ['#/measures/1 duplicate_name']],
    [
      'uses a reserved name',
      { type: 'ticket', measures: [{ fn: 'count', as: 'key' }] },
      ['#/measures/0/as reserved_name'],
    ],
    [
      'uses invalid names next to default names',
      {
        type: 'ticket',
        groupBy: [{ field: 'status', as: 'other' }, { field: 'status' }],
        measures: [{ fn: 'count', as: 'key' }, { fn: 'count' }, { fn: 'count', as: 5 }],
      },
      ['#/groupBy/0/as reserved_name', '#/measures/0/as reserved_name', '#/measures/2/as wrong_type'],
    ],
    [
      'uses a name that objects inherit',
      { type: 'ticket', measures: [{ fn: 'count', as: '__proto__' }] },
      ['#/measures/0/as wrong_format'],
    ],
    ['has a fractional limit', { type: 'ticket', limit: 1.5 }, ['#/limit wrong_type']],
    ['has an unknown zone', { type: 'ticket', timezone: 'Europe/Pariss' }, ['#/timezone unknown_timezone']],
    ['has an offset instead of a zone', { type: 'ticket', timezone: '+02:00' }, ['#/timezone unknown_timezone']],
  ];
  for (const [words, question, mistakes] of rows) {
    it(`is refused when it ${words}`, () => assert.deepEqual(mistakesOf(question), mistakes));
  }

  it('is refused if JSON.parse creates a "__proto__" key', () => {
    assert.deepEqual(mistakesOf(JSON.parse('{"type":"ticket","__proto__":{"limit":1}}')), ['#/__proto__ unknown_key']);
  });
});
