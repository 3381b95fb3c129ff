import assert from 'node:assert/strict';
import type { AnswerColumn } from '@tallyhook/schemas';
import { readFigures, rowsOfTable } from './figures.ts';
import { createFormats } from './formats.ts';
import { answerOf, average, closedBy, count, project, status, types } from './sample-answers.ts';

const formats = createFormats('en-GB', 'UTC');
const read = (answer: Parameters<typeof readFigures>[0]) => readFigures(answer, types, formats);

describe('chart figures', () => {
  it('keep the order of the answer and label choices as their type does', () => {
    const { groups, series } = read(answerOf([status, count], [['in_progress', 5], ['open', 2], [null, 1]])); // prettier-ignore
    assert.deepEqual(
      groups.map(({ label }) => label),
      ['In progress', 'Open', 'No status'],
    );
    assert.deepEqual(series, [{ key: null, label: 'Number of Tickets', values: [5, 2, 1] }]);
  });

  it('label records by the answer, including deleted and unnamed ones', () => {
    const [named, gone, unnamed] = ['a', 'b', 'c'].map((sign) => sign.repeat(24)) as [string, string, string];
    const labels = { project: { [named]: 'Billing', [gone]: null, [unnamed]: '' } };
    const { groups } = read(answerOf([project, count], [[named, 3], [gone, 2], [unnamed, 1]], labels)); // prettier-ignore
    assert.deepEqual(
      groups.map(({ label }) => label),
      ['Billing', 'Deleted (bbbbbb)', 'Unnamed (cccccc)'],
    );
  });

  it('distinguish groups with equal labels by id, value or quotes', () => {
    const labels = { project: { ['a'.repeat(24)]: 'Hall', ['b'.repeat(24)]: 'Hall', ['c'.repeat(24)]: 'Yard' } };
    const named = (column: AnswerColumn, keys: (string | null)[]) =>
      read(answerOf([column, count], keys.map((key) => [key, 1]), labels)).groups.map(({ label }) => label); // prettier-ignore
    const halls = named(project, ['a', 'b', 'c'].map((sign) => sign.repeat(24))); // prettier-ignore
    assert.deepEqual(halls, ['Hall (aaaaaa)', 'Hall (bbbbbb)', 'Yard']);
    const same = structuredClone(types);
    same[0]!.fields[0]!.options![2]!.label = 'Open';
    const { series, groups } = readFigures(answerOf([status, { ...status, name: 's' }, count], [['open', 'done', 1], ['done', 'open', 2]]), same, formats); // prettier-ignore
    for (const all of [groups, series])
      assert.deepEqual(new Set(all.map(({ label }) => label)), new Set(['Open (open)', 'Open (done)']));
    const text = { ...status, kind: 'text' as const, field: 'title' };
    assert.deepEqual(named(text, ['No status', 'Calm', null]), ['“No status”', 'Calm', 'No status']);
  });

  it('label people like records', () => {
    const assignee = { ...project, name: 'assignee', field: 'assignee', label: 'Assignee', kind: 'person' as const };
    const labels = { assignee: { p1: 'Ana', ['f'.repeat(24)]: null } };
    const { groups } = read(answerOf([assignee, count], [['p1', 3], ['f'.repeat(24), 2]], labels)); // prettier-ignore
    assert.deepEqual(
      groups.map(({ label }) => label),
      ['Ana', 'Deleted (ffffff)'],
    );
  });

  it('show empty months as 0 for counts and without a value for averages', () => {
    const rows = [['2025-12-01', 3], ['2026-03-01', 4]]; // prettier-ignore
    const counted = read(answerOf([closedBy('month'), count], rows));
    assert.deepEqual(
      counted.groups.map(({ label }) => label),
      ['Dec 2025', 'Jan 2026', 'Feb 2026', 'Mar 2026'],
    );
    assert.deepEqual(counted.series[0]!.values, [3, 0, 0, 4]);
    assert.deepEqual(read(answerOf([closedBy('month'), average], rows)).series[0]!.values, [3, null, null, 4]);
  });

  it('sort recurring periods by their cycle in charts, series and tables', () => {
    const rows = [[10, 3], [null, 5], [9, 4]]; // prettier-ignore
    const { groups, series, isOverTime } = read(answerOf([closedBy('hourOfDay'), count], rows));
    assert.deepEqual(groups.map(({ label }) => label), ['09:00', '10:00', 'No closed at']); // prettier-ignore
    assert.deepEqual([series[0]!.values, isOverTime], [[4, 3, 5], true]);
    const days = answerOf([status, closedBy('dayOfWeek'), count], [['open', 1, 2], ['open', 7, 3]]); // prettier-ignore
    assert.deepEqual(read(days).series.map(({ label }) => label), ['Monday', 'Sunday']); // prettier-ignore
    days.meta.resolved.weekStart = 'sunday';
    assert.deepEqual(read(days).series.map(({ label }) => label), ['Sunday', 'Monday']); // prettier-ignore
    const table = rowsOfTable(answerOf([closedBy('hourOfDay'), count], rows));
    assert.deepEqual(table.map(({ key }) => key.closed), [9, 10, null]); // prettier-ignore
  });

  it('have no value for months that `top` leaves out, and 0 if it leaves out none', () => {
    const whole = answerOf([closedBy('month'), count], [['2025-12-01', 3], ['2026-02-01', 4], [null, 9]]); // prettier-ignore
    const last = whole.rows.at(-1)!;
    const shown = (top: number, other?: true) => {
      const groupBy = [{ field: 'closedAt', unit: 'month' as const, top, ...(other && { other }) }];
      const rows = other ? [...whole.rows.slice(0, -1), { ...last, key: {}, other }] : whole.rows;
      const answer = { ...whole, rows, meta: { ...whole.meta, question: { type: 'ticket', groupBy } } };
      const { groups, series, leavesGroupsOut } = read(answer);
      const labels = groups.map(({ label }, at) => `${label} ${series[0]!.values[at]}`);
      return [labels.join(), leavesGroupsOut, rowsOfTable(answer).length];
    };
    assert.deepEqual(shown(3), ['Dec 2025 3,Jan 2026 null,Feb 2026 4,No closed at 9', true, 3]);
    assert.deepEqual(shown(4), ['Dec 2025 3,Jan 2026 0,Feb 2026 4,No closed at 9', false, 4]);
    assert.deepEqual(shown(2, true), ['Dec 2025 3,Jan 2026 null,Feb 2026 4,Other 9', true, 3]);
  });

  it('have 0 for missing parts of a month that `top` keeps, and no value otherwise', () => {
    const rows = [['2025-12-01', 'open', 3], ['2026-02-01', 'done', 4]]; // prettier-ignore
    const answer = answerOf([closedBy('month'), status, count], rows);
    const question = { type: 'ticket', groupBy: [{ field: 'closedAt', top: 2 }, { field: 'status' }] };
    const { series } = read({ ...answer, meta: { ...answer.meta, question } });
    assert.deepEqual(series.map(({ values }) => values), [[3, null, 0], [0, null, 4]]); // prettier-ignore
  });

  it('distinguish hours that the clock repeats', () => {
    const [first, second] = ['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00'] as const;
    const answer = answerOf([closedBy('hour'), count], [[second, 2], [first, 3], ['2026-11-01T02:00:00-05:00', 1]]); // prettier-ignore
    answer.meta.resolved.timezone = 'America/New_York';
    const american = createFormats('en-US', 'UTC');
    const { groups } = readFigures(answer, types, american);
    assert.deepEqual(
      groups.map(({ label }) => label),
      ['Nov 1, 2026, 01:00 AM EDT', 'Nov 1, 2026, 01:00 AM EST', 'Nov 1, 2026, 02:00 AM'],
    );
    assert.equal(american.periodTick(second, 'hour', { before: first, timezone: 'America/New_York' }), '01:00 AM EST');
  });

  it('have no value for months that the question excludes', () => {
    const whole = answerOf([closedBy('month'), count], [['2025-12-01', 3], ['2026-02-01', 4]]); // prettier-ignore
    const having = [{ measure: 'count', op: 'gte', value: 3 }] as const;
    const meta = { ...whole.meta, question: { type: 'ticket', having: [...having] } };
    assert.deepEqual(read({ ...whole, meta }).series[0]!.values, [3, null, 4]);
    const cut = { ...whole.meta, groups: { returned: 2, total: 3, truncated: true } };
    assert.deepEqual(read({ ...whole, meta: cut }).series[0]!.values, [3, null, 4]);
  });

  it('have a series for each value of the second grouping, choices in the order of their type', () => {
    const rows = [
      ['2026-01-01', 'done', 4],
      ['2026-01-01', 'open', 1],
      ['2026-02-01', null, 2],
    ];
    const { series, groups, addsUp } = read(answerOf([closedBy('month'), status, count], rows));
    assert.deepEqual(
      series.map(({ label, values }) => [label, values]),
      [
        ['Open', [1, 0]],
        ['Done', [4, 0]],
        ['No status', [0, 2]],
      ],
    );
    assert.equal(groups.length, 2);
    assert.ok(addsUp);
  });

  it('are the overall measure if the answer has no groups', () => {
    const figures = read({ ...answerOf([count], []), overall: { count: 87 } });
    assert.deepEqual([figures.groups, figures.overall], [[], 87]);
  });

  it('keep the rows of a group together in tables', () => {
    const rows = [['open', 'a', 3], ['done', 'a', 2], ['open', 'b', 1]]; // prettier-ignore
    const answer = answerOf([status, project, count], rows);
    assert.deepEqual(
      rowsOfTable(answer).map(({ key }) => Object.values(key).join(' ')),
      ['open a', 'open b', 'done a'],
    );
  });

  it('put groups that periods split in the order of their totals, in tables too', () => {
    const rows = [['open', '2026-01-01', 5], ['done', '2026-01-01', 4], [null, '2026-01-01', 9], ['done', '2026-02-01', 4]]; // prettier-ignore
    const keysOf = (measure: typeof count, sort?: { by: string }[]) => {
      const { meta, ...answer } = answerOf([status, closedBy('month'), measure], rows);
      const given = { ...answer, meta: { ...meta, question: { ...meta.question, ...(sort && { sort }) } } };
      return [read(given).groups.map(({ key }) => key), rowsOfTable(given).map(({ key }) => key['status'])];
    };
    const byTotal = [['done', 'open', null], ['done', 'done', 'open', null]]; // prettier-ignore
    const asAnswered = [['open', 'done', null], ['open', 'done', 'done', null]]; // prettier-ignore
    assert.deepEqual(keysOf(count), byTotal);
    assert.deepEqual(keysOf(average), asAnswered);
    assert.deepEqual(keysOf(count, [{ by: 'closed' }]), asAnswered);
  });

  it('include empty periods in tables as in charts', () => {
    const rows = [['2026-01-01', 5], ['2026-03-01', 9], [null, 2]]; // prettier-ignore
    const answer = answerOf([closedBy('month'), count], rows);
    const shown = (given: typeof answer) => rowsOfTable(given).map((row) => [Object.values(row.key)[0], row.count]);
    assert.deepEqual(shown(answer), [['2026-01-01', 5], ['2026-02-01', 0], ['2026-03-01', 9], [null, 2]]); // prettier-ignore
    const { meta } = answer;
    const sorted = { ...meta.question, sort: [{ by: 'count', direction: 'desc' as const }] };
    assert.equal(shown({ ...answer, meta: { ...meta, question: sorted } }).length, 3, 'sorted by the measure');
    const cut = { ...meta.groups, returned: 3, total: 8 };
    assert.equal(shown({ ...answer, meta: { ...meta, groups: cut } }).length, 3, 'of more groups than were asked for');
  });
});
