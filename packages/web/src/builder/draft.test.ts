import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { whyNotChart } from '@tallyhook/schemas/chart-fits';
import { withPeriods } from './asked-periods.ts';
import { fitChart } from './chart-fits.ts';
import { newHaving, withGroups, withMeasure } from './change-draft.ts';
import { draftOf, followingDraft, isSameQuestion, isSameReport, nextId, reportOf, type Draft } from './draft.ts';
import { readSearch, parseReport } from './report-search.ts';

const field = (name: string, more: Partial<AskedField>): AskedField => ({
  name,
  label: name,
  kind: 'text',
  many: false,
  system: false,
  ops: [],
  fns: ['count'],
  units: [],
  groupable: true,
  indexed: false,
  ...more,
});
const fields = [
  field('status', { kind: 'choice' }),
  field('closedAt', { kind: 'instant', units: ['day', 'month'], fns: ['count', 'min', 'max'] }),
  field('estimate', { kind: 'number', fns: ['count', 'sum', 'avg'] }),
];
const byStatus: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] };

describe('a report in an address', () => {
  it('is read as written, or refused with the first mistake', () => {
    assert.deepEqual(parseReport(JSON.stringify(byStatus)), { definition: byStatus });
    assert.deepEqual(parseReport('{broken'), { mistake: undefined });
    const mistakes: [value: unknown, mistake: string][] = [
      [null, '#: expected an object, got null'],
      [[], '#: expected an object, got a list'],
      [{ type: 'ticket' }, '#: the key "chart" is missing'],
      [{ ...byStatus, chart: 'zzz' }, '#/chart: expected one of bars, line, pie, number, table, got "zzz"'],
      [{ ...byStatus, groupBy: 'status' }, '#/groupBy: expected a list, got "status"'],
      [{ ...byStatus, groupBy: [null] }, '#/groupBy/0: expected an object, got null'],
      [{ ...byStatus, sort: [{}] }, '#/sort/0: the key "by" is missing'],
      [{ ...byStatus, filter: null }, '#/filter: expected a condition, got null'],
      [{ ...byStatus, filter: [] }, '#/filter: expected a condition, got a list'],
      [{ ...byStatus, filter: { foo: 1 } }, '#/filter: the key "field" is missing'],
      [{ ...byStatus, filter: { and: 1 } }, '#/filter/and: expected a list, got 1'],
      [{ ...byStatus, filter: { $where: '1' } }, '#/filter: the key "field" is missing'],
      [{ ...byStatus, filter: { and: [{ op: 'eq', value: 1 }] } }, '#/filter/and/0: the key "field" is missing'],
      [{ ...byStatus, filter: { and: [{ field: 5, op: 'eq' }] } }, '#/filter/and/0/field: expected text, got 5'],
      [{ ...byStatus, filter: { not: { not: 1 } } }, '#/filter/not/not: expected a condition, got 1'],
      [{ ...byStatus, filter: { and: [], or: [] } }, '#/filter: unknown key "or": use and'],
      [{ ...byStatus, measures: [{ fn: 'count' }, { fn: 'count' }] }, '#/measures: expected 1 entry, got 2'],
      [{ ...byStatus, limit: 'x' }, '#/limit: expected a whole number, got "x"'],
      [
        { ...byStatus, having: [{ measure: 'sum_hours', op: 'gt', value: 1 }] },
        '#/having/0/measure: unknown measure "sum_hours", expected "count"',
      ],
    ];
    for (const [value, mistake] of mistakes) assert.deepEqual(parseReport(JSON.stringify(value)), { mistake });
  });

  it('opens with its revision, or says why it does not fit this report', () => {
    const saved = { id: 'r', name: 'Tickets', revision: 3, definition: byStatus };
    const pie: Report = { ...byStatus, chart: 'pie' };
    const q = JSON.stringify(pie);
    assert.deepEqual(readSearch({}, saved), {});
    assert.deepEqual(readSearch({ q, base: '2' }, saved), { document: pie, base: 2 });
    for (const base of ['x', '', undefined])
      assert.deepEqual(readSearch({ q, base }, saved), { document: pie, base: undefined });
    const refusals: [q: string, refusal: string][] = [
      ['{broken', "The question in this link can't be read"],
      ['[]', "The question in this link can't be read (#: expected an object, got a list)"],
      [
        JSON.stringify({ ...byStatus, type: 'note' }),
        'The question in this link is about a different record type than this report',
      ],
    ];
    for (const [text, refusal] of refusals) assert.deepEqual(readSearch({ q: text, base: '1' }, saved), { refusal });
  });
});

describe('a report being edited', () => {
  it('equals the same report in another notation', () => {
    const open = { field: 'status', op: 'in', value: ['open', 'done'] } as const;
    const turned = { op: 'in', value: ['done', 'open'], field: 'status' } as const;
    const same = (one: Partial<Report>, other: Partial<Report>) =>
      isSameReport({ ...byStatus, ...one }, { ...byStatus, ...other }, fields);
    assert.ok(same({}, { measures: [{ fn: 'count' }], filter: { and: [] } }));
    assert.ok(same({ filter: open as never }, { filter: { and: [turned] as never } }));
    assert.ok(same({ groupBy: [{ field: 'closedAt' }] }, { groupBy: [{ field: 'closedAt', fill: true }] }));
    assert.ok(!same({}, { chart: 'pie' }));
    assert.ok(!same({ filter: open as never }, { filter: { and: [{ ...open, value: ['open'] }] as never } }));
    const between = (value: string[]) => ({ filter: { field: 'closedAt', op: 'between', value } as never });
    assert.ok(!same(between(['-9d', 'today']), between(['today', '-9d'])));
  });

  it('has the same answer with another chart, unless that adds empty periods', () => {
    assert.ok(isSameQuestion(byStatus, { ...byStatus, chart: 'pie' }, fields));
    const monthly: Report = { ...byStatus, groupBy: [{ field: 'closedAt', unit: 'month' }] };
    assert.ok(!isSameQuestion({ ...monthly, chart: 'table' }, { ...monthly, chart: 'line' }, fields));
  });

  it('drops conditions without a value and keeps parts that have no picker', () => {
    const saved: Report = {
      ...byStatus,
      filter: { and: [{ not: { field: 'status', op: 'eq', value: 'open' } }] },
      measures: [{ fn: 'count' }],
      limit: 7,
      timezone: 'Europe/Berlin',
    };
    const draft = draftOf(saved);
    const begun = { ...draft, parts: [...draft.parts, { id: nextId(), field: 'status', op: 'in' as const }] };
    assert.deepEqual(JSON.parse(JSON.stringify(reportOf(begun, fields))), saved);
  });

  it('keeps the ids of conditions that somebody else saved unchanged', () => {
    const condition = (value: string) => ({ field: 'title', op: 'contains', value }) as const;
    const before = draftOf({ type: 'bug', chart: 'bars', filter: { and: ['a', 'b', 'a'].map(condition) } });
    const after = followingDraft(before, {
      ...{ type: 'bug', chart: 'line' },
      filter: { and: ['b', 'c', 'a', 'a', 'a'].map(condition) },
    });
    const [first, second, third] = before.parts.map(({ id }) => id);
    const ids = after.parts.map(({ id }) => id);
    assert.deepEqual([ids[0], ids[2], ids[3]], [second, first, third]);
    assert.equal(new Set([...ids, ...before.parts.map(({ id }) => id)]).size, 5);
    assert.equal(after.chart, 'line');
  });

  it('keeps conditions without a value on a removed relation, so that the service reports them', () => {
    const filter = { and: [{ field: 'project', op: 'has' as const }] };
    const saved: Report = { ...byStatus, filter, measures: [{ fn: 'count' }] };
    assert.deepEqual(JSON.parse(JSON.stringify(reportOf(draftOf(saved), fields))), saved);
  });
});

describe('periods without records', () => {
  const month: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'closedAt', unit: 'month' }] };
  const asked = (more: Partial<Report>) => withPeriods({ ...month, ...more }, fields).groupBy!.map(({ fill }) => fill);

  it('are requested for bars and lines over time, but not saved in the report', () => {
    assert.deepEqual(asked({}), [true]);
    assert.deepEqual(asked({ groupBy: [{ field: 'closedAt' }, { field: 'status' }] }), [true, undefined]);
    assert.deepEqual(asked({ chart: 'table' }), [undefined]);
    assert.deepEqual(asked({ groupBy: [{ field: 'closedAt', unit: 'hour' }] }), [true]);
    assert.deepEqual(asked({ groupBy: [{ field: 'closedAt', fill: false }] }), [false]);
    assert.deepEqual(reportOf(draftOf(month), fields).groupBy, month.groupBy);
  });

  it('are not requested if the question excludes periods', () => {
    const sort = [{ by: 'count', dir: 'desc' }] as const;
    assert.deepEqual(asked({ groupBy: [{ field: 'closedAt', unit: 'month', top: 3, other: true }] }), [undefined]);
    assert.deepEqual(asked({ groupBy: [{ field: 'status' }, { field: 'closedAt', top: 2 }] }), [undefined, undefined]);
    assert.deepEqual(asked({ sort: [...sort], limit: 5 }), [undefined]);
    assert.deepEqual(asked({ sort: [...sort] }), [true]);
    assert.deepEqual(asked({ limit: 5 }), [true]);
    assert.deepEqual(asked({ sort: [{ by: 'closedAt', dir: 'desc' }, ...sort], limit: 5 }), [true]);
  });
});

describe('group conditions, order and limit of a report', () => {
  const saved: Report = {
    ...byStatus,
    groupBy: [{ field: 'status', top: 5, other: true }],
    measures: [{ fn: 'count' }],
    having: [{ measure: 'count', op: 'gte', value: 2 }],
    sort: [{ by: 'count', dir: 'desc' }, { by: 'status' }],
    limit: 7,
  };
  const written = (draft: Draft) => JSON.parse(JSON.stringify(reportOf(draft, fields))) as Report;

  it('are kept as saved, without conditions that have no value', () => {
    const draft = draftOf(saved);
    assert.deepEqual(written(draft), saved);
    const begun = { ...draft, having: [...draft.having, newHaving('lt', 'number'), newHaving('between', 'number')] };
    assert.deepEqual(written(begun), saved);
  });

  it('follow a changed measure if their values still make sense', () => {
    const average = withMeasure(draftOf(saved), { fn: 'avg', field: 'estimate' }, fields);
    assert.deepEqual(written(average).having, [{ measure: 'avg_estimate', op: 'gte', value: 2 }]);
    assert.deepEqual(written(average).sort, [{ by: 'avg_estimate', dir: 'desc' }, { by: 'status' }]);
    const latest = withMeasure(draftOf(saved), { fn: 'max', field: 'closedAt' }, fields);
    assert.equal(written(latest).having, undefined);
    assert.equal(written(latest).sort![0]!.by, 'max_closedAt');
  });

  it('lose the order by a removed grouping, also one through a relation', () => {
    const through: Report = { ...saved, groupBy: [{ field: 'project.status' }], sort: [{ by: 'project_status' }] };
    const draft = draftOf(through);
    assert.deepEqual(written(withGroups(draft, draft.groups, fields)).sort, through.sort);
    assert.equal(written(withGroups(draft, [{ field: 'status' }], fields)).sort, undefined);
  });

  it('lose group conditions when the last grouping is removed', () => {
    const draft = draftOf(saved);
    assert.deepEqual(written(withGroups(draft, [{ field: 'assignee' }], fields)).having, saved.having);
    assert.equal(written(withGroups(draft, [], fields)).having, undefined);
  });
});

describe('chart kinds', () => {
  const asked = (groups: string[], fn: 'count' | 'avg' | 'min' = 'count', name = 'estimate') => ({
    groups: groups.map((one) => ({ field: one })),
    measure: fn === 'count' ? { fn } : { fn, field: name },
  });

  it('say why they cannot show a question', () => {
    assert.equal(whyNotChart('line', asked(['status']), fields), 'A line needs time: group by a date first.');
    assert.equal(whyNotChart('line', asked(['closedAt', 'status']), fields), undefined);
    assert.match(whyNotChart('pie', asked(['status', 'closedAt']), fields)!, /^A pie needs one grouping/);
    assert.match(whyNotChart('pie', asked(['status'], 'avg'), fields)!, /parts of a whole/);
    assert.match(whyNotChart('bars', asked(['status'], 'min', 'closedAt'), fields)!, /is a date/);
    assert.equal(whyNotChart('number', asked(['status']), fields), 'One number takes no grouping.');
    assert.equal(whyNotChart('bars', asked([]), fields), 'A bar chart needs a grouping.');
    assert.equal(whyNotChart('table', asked([]), fields), undefined);
  });

  it('stay as chosen while they can show the question', () => {
    assert.equal(fitChart({ chart: 'pie', ...asked(['status']) }, fields), 'pie');
    assert.equal(fitChart({ chart: 'pie', ...asked(['status', 'closedAt']) }, fields), 'bars');
    assert.equal(fitChart({ chart: 'bars', ...asked([]) }, fields), 'number');
    assert.equal(fitChart({ chart: 'bars', ...asked(['status'], 'min', 'closedAt') }, fields), 'table');
  });
});
