import assert from 'node:assert/strict';
import { answerSchema, numberFormatSchema, createValidator } from '@tallyhook/schemas';
import type { Read, ReadResults } from './plan/read.ts';
import { ask } from './ask.ts';
import { sampleContext } from '../test/sample-types.ts';

const context = sampleContext();
const [one, gone] = ['a'.repeat(24), 'b'.repeat(24)];

/** Returns the same rows for every read of groups, and none for other reads. */
const giving =
  (rows: Record<string, unknown>[]) =>
  async (reads: Read[]): Promise<ReadResults> =>
    Object.fromEntries(reads.map(({ id }) => [id, { kind: 'aggregate', rows: id === 'groups' ? rows : [] }]));

describe('ask', () => {
  it('returns rows, overall and how the question was interpreted', async () => {
    const read = giving([
      { _id: 'open', n: 2 },
      { _id: null, n: 1 },
      { _id: '', n: 3 },
    ]);
    const { rows, overall, meta, ...rest } = await ask({ type: 'ticket', groupBy: [{ field: 'status' }] }, context, {
      read,
    });
    assert.deepEqual(rows, [
      { key: { status: 'open' }, count: 2 },
      { key: { status: null }, count: 4 },
    ]);
    assert.deepEqual(overall, { count: 6 });
    assert.deepEqual(meta.groups, { returned: 2, total: 2, truncated: false });
    assert.equal(meta.countedAt, '2026-03-09T12:00:00.000Z');
    assert.deepEqual(rest, {}, 'no labels unless asked for');
    assert.deepEqual(createValidator(answerSchema, [numberFormatSchema])({ rows, overall, meta }), []);
  });

  it('cuts off rows beyond the limit and says so', async () => {
    const read = giving([
      { _id: 'open', n: 2 },
      { _id: 'closed', n: 5 },
    ]);
    const { rows, overall, meta } = await ask({ type: 'ticket', groupBy: [{ field: 'status' }], limit: 1 }, context, {
      read,
    });
    assert.deepEqual(rows, [{ key: { status: 'closed' }, count: 5 }]);
    assert.deepEqual([overall.count, meta.groups], [7, { returned: 1, total: 2, truncated: true }]);
  });

  it('returns no rows without groups, and zeros and nulls if nothing matches', async () => {
    const functions = ['count', 'distinct', 'sum', 'avg', 'min', 'max'];
    const measures = functions.map((fn) => ({ fn, field: 'estimate', as: fn }));
    const { rows, overall } = await ask({ type: 'ticket', measures: measures.slice(0, 5) }, context, {
      read: giving([]),
    });
    assert.deepEqual(rows, []);
    assert.deepEqual(overall, { count: 0, distinct: 0, sum: 0, avg: null, min: null });
  });

  it('lists groups of list fields as overlapping, because their rows do not add up', async () => {
    const read = giving([{ _id: ['bug', 'idea', 'bug'], n: 2 }]);
    const { rows, overall, meta } = await ask({ type: 'ticket', groupBy: [{ field: 'labels' }] }, context, { read });
    assert.deepEqual(
      rows.map(({ key, count }) => [key.labels, count]),
      [
        ['bug', 2],
        ['idea', 2],
      ],
    );
    assert.deepEqual([overall, meta.overlap], [{ count: 2 }, ['labels']]);
  });

  it('labels ids with record names, fetches each once, and uses null for deleted records', async () => {
    const read = giving([
      { _id: { g0: one, g1: [one, gone] }, n: 1 },
      { _id: { g0: gone, g1: [one] }, n: 1 },
    ]);
    const asked: Record<string, string[]>[] = [];
    const labels = async (wanted: Record<string, string[]>) => {
      asked.push(wanted);
      return { project: { [one]: 'Apollo' }, ticket: { [one]: 'Fix it' } };
    };
    const groupBy = [{ field: 'project' }, { field: 'related', as: 'others' }];
    const answer = await ask({ type: 'ticket', groupBy }, context, { read, labels });
    assert.deepEqual(asked, [{ project: [one, gone], ticket: [one, gone] }]);
    assert.deepEqual(answer.labels, {
      project: { [one]: 'Apollo', [gone]: null },
      others: { [one]: 'Fix it', [gone]: null },
    });
    assert.deepEqual(
      answer.rows.map(({ key, missing }) => [key.project, key.others, missing]),
      [
        [one, one, undefined],
        [one, gone, true],
        [gone, one, true],
      ],
    );
    assert.deepEqual(createValidator(answerSchema, [numberFormatSchema])(answer), []);
  });

  it('marks no row as missing if the record is unnamed, the key is empty or labels are off', async () => {
    const read = giving([
      { _id: one, n: 2 },
      { _id: null, n: 1 },
    ]);
    const question = { type: 'ticket', groupBy: [{ field: 'project' }] };
    const named = await ask(question, context, { read, labels: async () => ({ project: { [one]: '' } }) });
    const plain = await ask(question, context, { read });
    assert.deepEqual(named.rows, plain.rows);
    assert.deepEqual(
      named.rows.map(({ key, missing }) => [key.project, missing]),
      [
        [one, undefined],
        [null, undefined],
      ],
    );
    assert.deepEqual(named.labels, { project: { [one]: '' } });
  });

  it('reads the records once for top values and all others, with any number of measures', async () => {
    const rows = [
      { _id: { g0: 'open', p0: true }, n: 2, s0: 3 },
      { _id: { g0: 'review', p0: true }, n: 1, s0: 8 },
      { _id: { g0: 'closed', p0: true }, n: 5, s0: 10 },
    ];
    const made: Read[] = [];
    const read = (reads: Read[]) => {
      made.push(...reads);
      return giving(rows)(reads);
    };
    const measures = [{ fn: 'count' }, { fn: 'avg', field: 'estimate' }];
    const groupBy = [{ field: 'status', top: 1, other: true }];
    const answer = await ask({ type: 'ticket', groupBy, measures }, context, { read, explain: true });
    assert.deepEqual(answer.rows, [
      { key: { status: 'closed' }, count: 5, avg_estimate: 2 },
      { key: {}, other: true, count: 3, avg_estimate: 3.66666666667 },
    ]);
    assert.deepEqual([made.length, answer.meta.plan?.reads.length], [1, 1]);
  });

  it('never displaces groups with empty periods, and warns if these do not fit', async () => {
    const months = ['1969-07-01', '2026-01-01', '2026-02-01', '2026-03-01'];
    const read = giving(months.map((day) => ({ _id: new Date(`${day}T00:00:00Z`), n: 1 })));
    const groupBy = [{ field: 'dueOn', unit: 'month', fill: true }];
    const asked = (limit: number) => ask({ type: 'ticket', groupBy, limit }, context, { read });
    const empty = 12 * (2026 - 1969) - 6 - 1;
    const whole = await asked(empty + 4);
    assert.deepEqual(whole.meta.groups, { returned: empty + 4, total: empty + 4, truncated: false });
    assert.equal(whole.meta.warnings, undefined);
    for (const limit of [4, empty + 3]) {
      const { rows, meta } = await asked(limit);
      assert.deepEqual(
        rows.map(({ key }) => key.dueOn),
        months,
      );
      assert.deepEqual(meta.groups, { returned: 4, total: 4, truncated: false });
      assert.deepEqual(
        meta.warnings?.map(({ code }) => code),
        ['not_filled'],
      );
      assert.match(meta.warnings[0]!.detail, new RegExp(`${empty + 4} rows, more than the limit of ${limit}, .*raise`));
    }
    const { meta: cut } = await asked(3);
    assert.deepEqual(cut.groups, { returned: 3, total: 4, truncated: true });
  });

  it('returns no periods and a warning if a range ends before it begins today', async () => {
    const conditions = [
      { op: 'between', value: ['2026-03-10', 'today'] },
      { op: 'between', value: ['2026-03-20', 'today'] },
      { op: 'between', value: ['today-3d', 'startOfMonth'] },
      { op: 'within', value: 'today-3d..startOfMonth' },
      { op: 'within', value: 'today..2025-12-31' },
    ];
    for (const condition of conditions) {
      for (const [field, unit] of [
        ['dueOn', 'month'],
        ['closedAt', 'month'],
        ['closedAt', 'hour'],
      ]) {
        const groupBy = [{ field, unit, fill: true }];
        const question = { type: 'ticket', filter: { and: [{ field, ...condition }] }, groupBy };
        const { rows, overall, meta } = await ask(question, context, { read: giving([]) });
        const asked = JSON.stringify(question);
        assert.deepEqual([rows, overall], [[], { count: 0 }], asked);
        assert.deepEqual(
          meta.warnings?.map(({ code, pointer }) => [code, pointer]),
          [['empty_range', '#/filter/and/0']],
          asked,
        );
        assert.match(meta.warnings[0]!.detail, /: from 2026-03-\d\d.*, before 202\d-/, asked);
      }
    }
  });

  it('does not warn about a range that ends with the last possible day', async () => {
    for (const [field, end] of [
      ['dueOn', '+010000-01-01'],
      ['closedAt', '+010000-01-01T00:00:00.000Z'],
    ]) {
      for (const condition of [
        { op: 'between', value: ['2026-01-01', '9999-12-31'] },
        { op: 'within', value: '2026-01-01..9999-12-31' },
      ]) {
        const question = { type: 'ticket', filter: { field, ...condition } };
        const { meta } = await ask(question, context, { read: giving([]) });
        assert.deepEqual([meta.warnings, meta.resolved.ranges[0]?.before], [undefined, end], JSON.stringify(question));
      }
    }
  });

  it('does not warn about a range that contains a single moment', async () => {
    const filter = { field: 'closedAt', op: 'between', value: ['now', 'now'] };
    const { meta } = await ask({ type: 'ticket', filter }, context, { read: giving([]) });
    assert.equal(meta.warnings, undefined);
  });

  it('fills local hours: summer time skips one when it begins and repeats one when it ends', async () => {
    const hoursOf = async (day: string) => {
      const question = {
        type: 'ticket',
        filter: { field: 'closedAt', op: 'eq', value: day },
        groupBy: [{ field: 'closedAt', unit: 'hour', fill: true }],
        timezone: 'America/New_York',
      };
      const { rows } = await ask(question, context, { read: giving([]) });
      assert.ok(rows.every(({ filled, count }) => filled && count === 0));
      return rows.map(({ key }) => String(key.closedAt));
    };
    const spring = await hoursOf('2026-03-08');
    assert.deepEqual(spring.slice(0, 3).concat(spring.at(-1)!), [
      '2026-03-08T00:00:00-05:00',
      '2026-03-08T01:00:00-05:00',
      '2026-03-08T03:00:00-04:00',
      '2026-03-08T23:00:00-04:00',
    ]);
    const autumn = await hoursOf('2026-11-01');
    assert.deepEqual([spring.length, autumn.length], [23, 25]);
    assert.deepEqual(autumn.slice(1, 4), [
      '2026-11-01T01:00:00-04:00',
      '2026-11-01T01:00:00-05:00',
      '2026-11-01T02:00:00-05:00',
    ]);
  });

  it('lets the database cut off groups if there are too many', async () => {
    const many = Array.from({ length: 50_001 }, (_, index) => ({ _id: `title ${index}`, n: 1 }));
    const makers: string[] = [];
    const read = async (reads: Read[]): Promise<ReadResults> => {
      const isGeneral = reads.some(({ id }) => id === 'overall');
      makers.push(isGeneral ? 'general' : 'folded');
      if (!isGeneral) return giving(many)(reads);
      return {
        groups: {
          kind: 'aggregate',
          rows: [{ all: 150_000, total: 150_000, first: [{ _id: { g0: 'title 0' }, n: 1 }] }],
        },
        overall: { kind: 'aggregate', rows: [{ _id: null, n: 150_000 }] },
      };
    };
    const { rows, overall, meta } = await ask({ type: 'ticket', groupBy: [{ field: 'title' }], limit: 1 }, context, {
      read,
    });
    assert.deepEqual(makers, ['folded', 'general']);
    assert.deepEqual([rows.length, overall.count, meta.groups.total], [1, 150_000, 150_000]);
  });
});
