import assert from 'node:assert/strict';
import { createValidator, questionSchema } from '@tallyhook/schemas';
import { normalizeQuestion } from './normalize-question.ts';
import { detailsOf, filtered, mistakesOf } from '../../test/mistakes-of.ts';
import { sampleContext } from '../../test/sample-types.ts';

const context = sampleContext();
const normalize = (question: unknown) => normalizeQuestion(question, context);

const byStatus = { type: 'ticket', groupBy: [{ field: 'status' }] };

describe('question', () => {
  it('suggests an equivalent operator for one that does not fit the field, never its opposite', () => {
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
    assert.match(String(suggestions[0]![0]![1]), /^"ne" does not work with .*: use "hasNone"$/);
    assert.match(String(suggestions[1]![0]![1]), /: use one of eq, gt, /);
  });

  it('gets defaults: count, 1000 groups, the time zone and week of the branch', () => {
    assert.deepEqual(normalize({ type: 'ticket' }).document, {
      type: 'ticket',
      groupBy: [],
      measures: [{ fn: 'count', as: 'count' }],
      limit: 1000,
      timezone: 'UTC',
      weekStart: 'monday',
    });
  });

  it('names groups after fields, and measures after function and field', () => {
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

  it('can use the fields that every record has', () => {
    assert.equal(
      normalize({ type: 'ticket', groupBy: [{ field: 'createdAt', unit: 'month' }] }).groups[0]?.unit,
      'month',
    );
  });

  it('lists its resolved dates', () => {
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

  it('accepts the days that ranges use in every comparison', () => {
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

  it('accepts them in conditions on measures too', () => {
    const having = [{ measure: 'max_dueOn', op: 'gte', value: 'today-7d' }];
    const question = { ...byStatus, measures: [{ fn: 'max', field: 'dueOn' }], having };
    assert.deepEqual(normalize(question).ranges, [{ pointer: '#/having/0', from: '2026-03-02' }]);
  });

  it('takes "today" from the clock of its zone, even for day fields', () => {
    const question = filtered({ field: 'dueOn', op: 'eq', value: 'today' });
    const now = new Date('2026-03-09T02:00:00Z');
    const today = (timezone: string) => normalizeQuestion(question, sampleContext({ now, timezone })).ranges[0]?.from;
    assert.equal(today('America/New_York'), '2026-03-08');
    assert.equal(today('Asia/Kathmandu'), '2026-03-09');
  });
});

describe('question schema', () => {
  const validate = createValidator(questionSchema);

  for (const [index, example] of questionSchema.examples.entries()) {
    it(`has a valid example ${index}`, () => assert.deepEqual(mistakesOf(example), []));
  }
  for (const [index, { value, code }] of questionSchema.antiExamples.entries()) {
    it(`has an antiExample ${index} that is refused with ${code} here too`, () => {
      assert.deepEqual([...new Set(validate(value).map((mistake) => mistake.code))], [code]);
      assert.deepEqual([...new Set(detailsOf(value).map((mistake) => mistake.code))], [code]);
    });
  }
});
