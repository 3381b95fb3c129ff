import assert from 'node:assert/strict';
import { createValidator, Problem, questionSchema, type ProblemDetail } from '@tallyhook/schemas';
import { normalizeQuestion } from './normalize-question.ts';
import { sampleContext } from '../../test/sample-types.ts';

const context = sampleContext();
const normalize = (question: unknown) => normalizeQuestion(question, context);

/** The mistakes of a question as `pointer code`, in the order they are reported. */
function mistakesOf(question: unknown): string[] {
  return detailsOf(question).map(({ pointer, code }) => `${pointer} ${code}`);
}

function detailsOf(question: unknown): readonly ProblemDetail[] {
  try {
    normalize(question);
    return [];
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, 'invalid_question');
    return error.errors;
  }
}

const filtered = (filter: unknown) => ({ type: 'ticket', filter });
const byStatus = { type: 'ticket', groupBy: [{ field: 'status' }] };
const id = 'a'.repeat(24);

describe('a question', () => {
  it('suggests what says the same of a field of that kind for a comparison that does not fit, and never its opposite', () => {
    const suggestions = [
      { field: 'labels', op: 'ne', value: 'bug' },
      { field: 'dueOn', op: 'nin', value: ['2026-03-01'] },
      { field: 'dueOn', op: 'ne', value: '2026-03-01' },
      { field: 'estimate', op: 'contains', value: '1' },
      { field: 'status', op: 'hasNone', value: ['open'] },
    ].map((filter) => detailsOf({ type: 'ticket', filter }).map(({ suggestion, detail }) => [suggestion, detail]));
    assert.deepEqual(
      suggestions.map(([one]) => one?.[0]),
      ['hasNone', undefined, 'nwithin', undefined, 'nin'],
    );
    assert.match(String(suggestions[0]![0]![1]), /^"ne" does not fit .*: "hasNone" does$/);
    assert.match(String(suggestions[1]![0]![1]), /: there are eq, gt, /);
  });

  it('is filled in: the number of records, 1000 groups, the zone and the week of the branch', () => {
    assert.deepEqual(normalize({ type: 'ticket' }).document, {
      type: 'ticket',
      groupBy: [],
      measures: [{ fn: 'count', as: 'count' }],
      limit: 1000,
      timezone: 'UTC',
      weekStart: 'monday',
    });
  });

  it('names groups by their field and measures by function and field', () => {
    const { document } = normalize({
      type: 'ticket',
      groupBy: [{ field: 'dueOn' }, { field: 'status', as: 'state' }],
      measures: [{ fn: 'count' }, { fn: 'sum', field: 'estimate' }, { fn: 'avg', field: 'estimate', as: 'mean' }],
    });
    assert.deepEqual(document.groupBy, [
      { field: 'dueOn', unit: 'day', as: 'dueOn' },
      { field: 'status', as: 'state' },
    ]);
    assert.deepEqual(
      document.measures?.map(({ as }) => as),
      ['count', 'sum_estimate', 'mean'],
    );
  });

  it('can ask for the fields that every record has', () => {
    assert.equal(
      normalize({ type: 'ticket', groupBy: [{ field: 'createdAt', unit: 'month' }] }).groups[0]?.unit,
      'month',
    );
  });

  it('says what its days came to', () => {
    const { ranges } = normalizeQuestion(
      filtered({
        and: [
          { field: 'createdAt', op: 'gte', value: '-1d' },
          { or: [{ field: 'dueOn', op: 'lte', value: 'today' }] },
          { field: 'closedAt', op: 'gt', value: '2026-03-01T12:00:00+01:00' },
          { field: 'dueOn', op: 'eq', value: '2026-01-31' },
        ],
      }),
      sampleContext({ timezone: 'America/New_York' }),
    );
    assert.deepEqual(ranges, [
      { pointer: '#/filter/and/0', from: '2026-03-08T05:00:00.000Z' },
      { pointer: '#/filter/and/1/or/0', before: '2026-03-10' },
      { pointer: '#/filter/and/2', after: '2026-03-01T11:00:00.000Z' },
      { pointer: '#/filter/and/3', from: '2026-01-31', before: '2026-02-01' },
    ]);
  });

  it('takes in every comparison the days that ranges are made of', () => {
    const rangesOf = (op: string, value: unknown, field = 'closedAt') => {
      const [range] = normalizeQuestion(
        filtered({ field, op, value }),
        sampleContext({ timezone: 'America/New_York' }),
      ).ranges;
      const { pointer, ...edges } = range!;
      assert.equal(pointer, '#/filter');
      return edges;
    };
    const rows: [value: string, from: string, before: string][] = [
      ['today-7d', '2026-03-02T05:00:00.000Z', '2026-03-03T05:00:00.000Z'],
      ['today/month', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
      ['now-1d/day', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
      ['now-2h/hour', '2026-03-09T10:00:00.000Z', '2026-03-09T11:00:00.000Z'],
    ];
    for (const [value, from, before] of rows) {
      assert.deepEqual(rangesOf('eq', value), { from, before }, value);
      assert.deepEqual(rangesOf('gte', value), { from }, value);
      assert.deepEqual(rangesOf('gt', value), { from: before }, value);
      assert.deepEqual(rangesOf('lt', value), { before: from }, value);
      assert.deepEqual(rangesOf('lte', value), { before }, value);
      assert.deepEqual(rangesOf('between', [value, value]), { from, before }, value);
      assert.deepEqual(rangesOf('within', `${value}..${value}`), { from, before }, value);
    }
    assert.deepEqual(rangesOf('gte', 'today-1M', 'dueOn'), { from: '2026-02-09' });
    assert.deepEqual(rangesOf('between', ['now-36h', 'now']), {
      from: '2026-03-08T00:00:00.000Z',
      to: '2026-03-09T12:00:00.000Z',
    });
    assert.deepEqual(rangesOf('gt', 'now'), { after: '2026-03-09T12:00:00.000Z' });
  });

  it('takes them for the measures of groups too', () => {
    const having = [{ measure: 'max_dueOn', op: 'gte', value: 'today-7d' }];
    const question = { ...byStatus, measures: [{ fn: 'max', field: 'dueOn' }], having };
    assert.deepEqual(normalize(question).ranges, [{ pointer: '#/having/0', from: '2026-03-02' }]);
  });

  it('takes "today" from the clock of its zone, for day fields too', () => {
    const question = filtered({ field: 'dueOn', op: 'eq', value: 'today' });
    const now = new Date('2026-03-09T02:00:00Z');
    const today = (timezone: string) => normalizeQuestion(question, sampleContext({ now, timezone })).ranges[0]?.from;
    assert.equal(today('America/New_York'), '2026-03-08');
    assert.equal(today('Asia/Kathmandu'), '2026-03-09');
  });
});

describe('the schema of questions', () => {
  const validate = createValidator(questionSchema);

  for (const [index, example] of questionSchema.examples.entries()) {
    it(`has example ${index}, which is understood`, () => assert.deepEqual(mistakesOf(example), []));
  }
  for (const [index, { value, code }] of questionSchema.antiExamples.entries()) {
    it(`has antiExample ${index}, which is refused with ${code} here too`, () => {
      assert.deepEqual([...new Set(validate(value).map((mistake) => mistake.code))], [code]);
      assert.deepEqual([...new Set(detailsOf(value).map((mistake) => mistake.code))], [code]);
    });
  }
});

describe('a question with mistakes', () => {
  it('is refused with all of them, each with what is allowed and the nearest name', () => {
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

  it('offers what the field takes instead of what there is not', () => {
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

  it('says what was given and what to do', () => {
    const said = (question: unknown) => detailsOf(question)[0]?.detail;
    assert.equal(said({ type: 'tiket' }), 'there is no record type "tiket" on this branch: did you mean "ticket"?');
    assert.equal(
      said(filtered({ field: 'estimate', op: 'gte', value: 'ten' })),
      'Estimate ("estimate") is compared with "ten", but takes a number',
    );
    assert.equal(
      said(filtered({ field: 'title', op: 'eq', value: '' })),
      'Title ("title") is compared with an empty text: ask for records without a value with the operator "empty"',
    );
    assert.equal(
      said(filtered({ and: [], or: [] })),
      '"or" cannot stand beside "and", of which one makes a filter: put one into the other',
    );
    assert.equal(
      said(filtered({ or: [{ field: 'title', op: 'empty' }], field: 'title', op: 'empty' })),
      '"field" cannot stand beside "or", of which one makes a filter: put one into the other',
    );
    assert.equal(
      said(filtered({ field: 'estimate', op: 'gte', value: JSON.parse('1e999') })),
      'Estimate ("estimate") is compared with a number too large to be read, but takes one from -1.7e308 to 1.7e308',
    );
    assert.equal(
      said({ type: 'ticket', limit: JSON.parse('-1e999') }),
      'expected a whole number, got a number too large to be read',
    );
    assert.equal(
      said({ type: 'ticket', groupBy: [{ field: 'dueOn' }, { field: 'dueOn', unit: 'year' }] }),
      '"dueOn" is there twice: give one of them another name with "as"',
    );
  });

  const rows: [string, unknown, string[]][] = [
    ['is no object', [], ['# wrong_type']],
    ['is null', null, ['# wrong_type']],
    ['has no type', {}, ['# missing_key']],
    ['misspells its type', { tpye: 'ticket' }, ['#/tpye unknown_key']],
    ['asks for an unknown type', { type: 'constructor' }, ['#/type unknown_type']],
    ['has a type of another kind', { type: 5 }, ['#/type wrong_type']],
    ['has an empty filter', filtered({}), ['#/filter missing_key']],
    ['has a filter that is a text', filtered('open'), ['#/filter wrong_type']],
    ['has a list as filter', filtered([]), ['#/filter wrong_type']],
    ['has no condition in `or`', filtered({ or: [] }), ['#/filter/or too_few']],
    ['has no list in `and`', filtered({ and: {} }), ['#/filter/and wrong_type']],
    ['joins in two ways at once', filtered({ and: [], or: [] }), ['#/filter/or unknown_key']],
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
    ['lists nothing', filtered({ field: 'title', op: 'in', value: [] }), ['#/filter/value too_few']],
    ['lists one value', filtered({ field: 'title', op: 'in', value: 'a' }), ['#/filter/value wrong_type']],
    [
      'lists too much',
      filtered({ field: 'estimate', op: 'in', value: Array(1001).fill(1) }),
      ['#/filter/value too_many'],
    ],
    [
      'gives `empty` a value',
      filtered({ field: 'title', op: 'empty', value: false }),
      ['#/filter/value value_not_allowed'],
    ],
    [
      'looks for an endless text',
      filtered({ field: 'title', op: 'contains', value: 'x'.repeat(1001) }),
      ['#/filter/value wrong_value'],
    ],
    [
      'looks for a text with a NUL',
      filtered({ field: 'title', op: 'contains', value: 'a\0' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'looks for half a character',
      filtered({ field: 'title', op: 'eq', value: '\ud83d' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'compares a number with a text',
      filtered({ field: 'estimate', op: 'eq', value: '5' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'compares yes or no with a text',
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
      'equals an instant',
      filtered({ field: 'closedAt', op: 'eq', value: '2026-03-01T00:00:00Z' }),
      ['#/filter/value wrong_value'],
    ],
    ['equals now', filtered({ field: 'closedAt', op: 'eq', value: 'now' }), ['#/filter/value wrong_value']],
    [
      'compares a day with a moment some hours ago',
      filtered({ field: 'dueOn', op: 'gte', value: 'now-2h' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'goes some minutes from a day',
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
      'is between one number',
      filtered({ field: 'estimate', op: 'between', value: [1] }),
      ['#/filter/value wrong_type'],
    ],
    [
      'follows a relation to a field that is not there',
      filtered({ field: 'project.nmae', op: 'eq', value: 'x' }),
      ['#/filter/field unknown_field'],
    ],
    [
      'follows two relations',
      filtered({ field: 'related.project.name', op: 'empty' }),
      ['#/filter/field too_many_relations'],
    ],
    [
      'follows what is no relation',
      filtered({ field: 'assignee.name', op: 'empty' }),
      ['#/filter/field not_a_relation'],
    ],
    [
      'measures a field of another record',
      { type: 'ticket', measures: [{ fn: 'count', field: 'project.name' }] },
      ['#/measures/0/field relation_not_allowed'],
    ],
    [
      'fills what has no periods',
      { type: 'ticket', groupBy: [{ field: 'status', fill: true }] },
      ['#/groupBy/0/fill fill_not_allowed'],
    ],
    [
      'fills the periods that `top` leaves out',
      { type: 'ticket', groupBy: [{ field: 'dueOn', fill: true, top: 3 }] },
      ['#/groupBy/0/fill fill_not_allowed'],
    ],
    [
      'asks for all other values without `top`',
      { type: 'ticket', groupBy: [{ field: 'status', other: true }] },
      ['#/groupBy/0 missing_key'],
    ],
    [
      'has a condition on a measure that it does not have',
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
      'has conditions on groups and no groups',
      { type: 'ticket', having: [{ measure: 'count', op: 'gt', value: 1 }] },
      ['#/having having_not_allowed'],
    ],
    [
      'has conditions on groups and an empty list of groups',
      { type: 'ticket', groupBy: [], having: [{ measure: 'count', op: 'gt', value: 1 }] },
      ['#/having having_not_allowed'],
    ],
    [
      'has conditions on groups and misspells the key of its groups',
      { type: 'ticket', groupby: [{ field: 'status' }], having: [{ measure: 'count', op: 'gt', value: 1 }] },
      ['#/groupby unknown_key'],
    ],
    ['sorts by what it does not have', { type: 'ticket', sort: [{ by: 'staus' }] }, ['#/sort/0/by unknown_name']],
    [
      'sorts by a name that a group and a measure have',
      { type: 'ticket', groupBy: [{ field: 'status', as: 'count' }], sort: [{ by: 'count' }] },
      ['#/sort/0/by ambiguous_name'],
    ],
    [
      'has wrong measures and names that none of them can be meant to have',
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
      'has wrong groups and names that none of them can be meant to have',
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
      'has the name of a measure under a key that there is not',
      {
        type: 'ticket',
        measures: [{ fn: 'count', name: 'total' }],
        sort: [{ by: 'total' }, { by: 'totals' }],
      },
      ['#/measures/0/name unknown_key', '#/sort/1/by unknown_name'],
    ],
    [
      'has a range of days with hours in it',
      filtered({ field: 'dueOn', op: 'within', value: 'last 3 hours' }),
      ['#/filter/value wrong_value'],
    ],
    [
      'has hours of a day',
      { type: 'ticket', groupBy: [{ field: 'dueOn', unit: 'hourOfDay' }] },
      ['#/groupBy/0/unit unit_not_allowed'],
    ],
    [
      'has days of the week of what is no date',
      { type: 'ticket', groupBy: [{ field: 'status', unit: 'dayOfWeek' }] },
      ['#/groupBy/0/unit unit_not_allowed'],
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
      'has the hour of a day in its filter',
      filtered({ field: 'dueOn', op: 'nwithin', value: { unit: 'hourOfDay', at: 3 } }),
      ['#/filter/value/unit not_allowed'],
    ],
    [
      'has a month by its number without saying that it comes again',
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
      'has a period of a day that does not exist',
      filtered({ field: 'dueOn', op: 'within', value: { unit: 'month', at: '2026-02-30' } }),
      ['#/filter/value/at wrong_format'],
    ],
    [
      'names a field that objects inherit',
      filtered({ field: '__proto__', op: 'empty' }),
      ['#/filter/field unknown_field'],
    ],
    [
      'groups by three fields',
      { type: 'ticket', groupBy: [{ field: 'status' }, { field: 'done' }, { field: 'title' }] },
      ['#/groupBy too_many'],
    ],
    ['groups by a file', { type: 'ticket', groupBy: [{ field: 'attachment' }] }, ['#/groupBy/0/field not_groupable']],
    ['groups by nothing', { type: 'ticket', groupBy: [{}] }, ['#/groupBy/0 missing_key']],
    [
      'groups by three fields, with other mistakes in them, and orders by the third',
      {
        type: 'ticket',
        groupBy: [{ field: 'statu' }, { field: 'done' }, { field: 'title' }],
        sort: [{ by: 'title' }],
      },
      ['#/groupBy too_many', '#/groupBy/0/field unknown_field'],
    ],
    [
      'measures too much, with a mistake in it',
      {
        type: 'ticket',
        measures: [{ fn: 'summ' }, ...['a', 'b', 'c', 'd', 'e'].map((as) => ({ fn: 'count', as }))],
      },
      ['#/measures too_many', '#/measures/0/fn not_allowed'],
    ],
    ['measures no field', { type: 'ticket', measures: [{ fn: 'sum' }] }, ['#/measures/0 missing_key']],
    ['counts twice', { type: 'ticket', measures: [{ fn: 'count' }, { fn: 'count' }] }, ['#/measures/1 duplicate_name']],
    [
      'uses a name of the answer',
      { type: 'ticket', measures: [{ fn: 'count', as: 'key' }] },
      ['#/measures/0/as reserved_name'],
    ],
    [
      'uses names that cannot be used beside those that are there anyway',
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
    ['has half a limit', { type: 'ticket', limit: 1.5 }, ['#/limit wrong_type']],
    ['has an unknown zone', { type: 'ticket', timezone: 'Europe/Pariss' }, ['#/timezone unknown_timezone']],
    ['has an offset as zone', { type: 'ticket', timezone: '+02:00' }, ['#/timezone unknown_timezone']],
  ];
  for (const [words, question, mistakes] of rows) {
    it(`is refused when it ${words}`, () => assert.deepEqual(mistakesOf(question), mistakes));
  }

  it('is refused when its filter has more than 4 levels, with the mistakes a little below', () => {
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

  it('is refused when its filter has more than 50 conditions, and one for each grouping that it has not', () => {
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
    const said = (filter: unknown, grouped: object[]) =>
      detailsOf({ ...filtered(filter), groupBy: grouped })[0]?.detail;
    const ofTwo = 'expected at most 52 conditions (50, and 2 more for the 2 groupings that the question has not)';
    assert.equal(said({ and: conditions(53) }, []), `${ofTwo}, got 53`);
    assert.equal(said({ not: { and: [{ or: conditions(30) }, { or: conditions(30) }] } }, []), `${ofTwo}, got 60`);
    const ofOne = 'expected at most 51 conditions (50, and one more for the grouping that the question has not)';
    assert.equal(said({ and: conditions(52) }, groupBy.slice(1)), `${ofOne}, got 52`);
    assert.equal(said({ and: conditions(51) }, groupBy), 'expected at most 50 conditions, got 51');
  });

  it('compares with a text as a record may have it, however long; only of a part the length is limited', () => {
    for (const value of ['x'.repeat(1_001), 'x'.repeat(1_000_000), 'a\0b']) {
      for (const op of ['eq', 'ne']) assert.deepEqual(mistakesOf(filtered({ field: 'title', op, value })), []);
      for (const op of ['in', 'nin'])
        assert.deepEqual(mistakesOf(filtered({ field: 'title', op, value: [value] })), []);
      for (const op of ['contains', 'ncontains', 'startsWith', 'endsWith']) {
        const [mistake] = detailsOf(filtered({ field: 'title', op, value }));
        assert.equal(mistake?.code, 'wrong_value');
        assert.match(mistake.detail, /takes a part of at most 1000 characters, without U\+0000$/);
      }
    }
    assert.deepEqual(mistakesOf(filtered({ field: 'title', op: 'eq', value: '\ud800' })), [
      '#/filter/value wrong_value',
    ]);
  });

  it('is refused for a key that JSON.parse puts where objects inherit from', () => {
    assert.deepEqual(mistakesOf(JSON.parse('{"type":"ticket","__proto__":{"limit":1}}')), ['#/__proto__ unknown_key']);
  });

  it('takes the id of a record in capital letters', () => {
    assert.deepEqual(normalize(filtered({ field: 'project', op: 'eq', value: id.toUpperCase() })).filter, {
      field: context.types[0]!.fields.find(({ name }) => name === 'project'),
      test: 'oneOf',
      values: [{ $oid: id }],
    });
  });

  describe('that names "$me"', () => {
    const mine = filtered({ field: 'createdBy', op: 'in', value: ['$me', 'p2'] });

    it('means the person who asks, and is kept as it was given', () => {
      const { filter, document } = normalizeQuestion(mine, sampleContext({ me: 'p7' }));
      assert.deepEqual('values' in filter && filter.values, ['p7', 'p2']);
      assert.deepEqual(document.filter, mine.filter);
    });

    it('is refused where no person asks', () => {
      const [mistake] = detailsOf(mine);
      assert.deepEqual([mistake?.pointer, mistake?.code], ['#/filter/value/0', 'wrong_value']);
      assert.match(mistake?.detail ?? '', /the person who asks, but no person asks here/);
    });

    it('means the text itself in a field of another kind', () => {
      const { filter } = normalize(filtered({ field: 'title', op: 'eq', value: '$me' }));
      assert.deepEqual('values' in filter && filter.values, ['$me']);
    });
  });
});
