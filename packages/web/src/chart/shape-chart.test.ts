import assert from 'node:assert/strict';
import type { QuestionSort } from '@tallyhook/schemas';
import { describeChart } from './describe-chart.ts';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { answerOf, average, closedBy, count, project, status, types } from './sample-answers.ts';
import { restOf, shapeChart, type ChartKind } from './shape-chart.ts';

const formats = createFormats('en-GB', 'UTC');
const shape = (chart: ChartKind, ...answer: Parameters<typeof answerOf>) =>
  shapeChart(chart, readFigures(answerOf(...answer), types, formats));

const groups = (number: number) => Array.from({ length: number }, (_, index) => [`Group ${index}`, number - index]);
const text = { ...status, kind: 'text' as const, field: 'title' };

describe('bars', () => {
  it('are horizontal for groups and vertical for periods', () => {
    assert.partialDeepStrictEqual(shape('bars', [status, count], [['open', 1]]), {
      kind: 'bars',
      direction: 'horizontal',
    });
    assert.partialDeepStrictEqual(shape('bars', [closedBy('month'), count], [['2026-01-01', 1]]), {
      direction: 'vertical',
    });
  });

  it('are stacked if values add up and grouped otherwise', () => {
    const rows = [['open', 'a', 1], ['open', 'b', 2]]; // prettier-ignore
    assert.partialDeepStrictEqual(shape('bars', [status, project, count], rows), { arrangement: 'stacked' });
    assert.partialDeepStrictEqual(shape('bars', [status, project, average], rows), { arrangement: 'grouped' });
  });

  it('show the first fifteen groups and count the rest', () => {
    const many = shape('bars', [text, count], groups(40));
    assert.ok(many.kind === 'bars');
    assert.deepEqual(
      [many.groups.length, many.series[0]!.values.length, many.leftOut],
      [15, 15, 'Not drawn: 25 more groups. See the table.'],
    );
  });

  it('include “no value” and “Other” among the fifteen if those always come last', () => {
    const draw = (given: Parameters<typeof answerOf>[1], sort?: QuestionSort[]) => {
      const { meta, ...answer } = answerOf([text, count], given);
      const question = { ...meta.question, ...(sort === undefined ? {} : { sort }) };
      const rows = answer.rows.map((row) => (row.count === 70 ? { ...row, key: {}, other: true as const } : row));
      const figures = readFigures({ ...answer, rows, meta: { ...meta, question } }, types, formats);
      const bars = shapeChart('bars', figures);
      assert.ok(bars.kind === 'bars');
      const drawn = bars.groups.map(({ label }, at) => `${label} ${bars.series[0]!.values[at]}`);
      return [drawn.length, ...drawn.slice(-3), bars.leftOut, describeChart(bars, figures, formats)];
    };
    const empty = [...groups(20), [null, 90]];
    const most = 'No status has the most, 90 of 300.';
    const left = 'Not drawn: 6 more groups. See the table.';
    assert.deepEqual(draw(empty), [15, 'Group 12 8', 'Group 13 7', 'No status 90', left, most]);
    const both = draw([...groups(20), [null, 90], [null, 70]]);
    const named = 'Of the named groups, No status has the most, 90 of 370.';
    assert.deepEqual(both, [
      15,
      'Group 12 8',
      'No status 90',
      'Other 70',
      'Not drawn: 7 more groups. See the table.',
      named,
    ]);
    const byName = [{ by: 'status', dir: 'asc' as const }];
    const notDrawn = 'No status (not drawn) has the most, 90 of 300.';
    assert.deepEqual(draw(empty, byName), [15, 'Group 12 8', 'Group 13 7', 'Group 14 6', left, notDrawn]);
  });

  it('show all of sixteen groups', () => {
    for (const [things, drawn] of [
      [16, 16],
      [17, 15],
    ]) {
      // prettier-ignore
      const bars = shape('bars', [text, count], groups(things!));
      assert.ok(bars.kind === 'bars');
      assert.equal(bars.groups.length, drawn);
      assert.equal(bars.leftOut, drawn === 16 ? undefined : 'Not drawn: 2 more groups. See the table.');
    }
  });

  it('say “of these groups” if the answer is truncated', () => {
    const { meta, ...answer } = answerOf([text, count], groups(40));
    const cut = { ...meta, groups: { returned: 40, total: 400, truncated: true } };
    const many = shapeChart('bars', readFigures({ ...answer, meta: cut }, types, formats));
    assert.ok(many.kind === 'bars');
    assert.equal(many.leftOut, 'Not drawn: 25 more of these groups. See the table.');
  });

  it('combine the smallest parts if there are more than colours', () => {
    const rows = Array.from({ length: 11 }, (_, index) => ['open', `p${index}`, index + 1]);
    const split = shape('bars', [status, text, count].map((one, at) => ({ ...one, name: `c${at}` })), rows); // prettier-ignore
    assert.ok(split.kind === 'bars');
    const rest = ['p0', 'p1', 'p2'];
    assert.deepEqual(split.series.at(-1), { key: '\u0000rest', label: 'Other (3)', values: [1 + 2 + 3], rest });
    assert.equal(split.series.length, 9);
  });
});

describe("a question's own “Other” group", () => {
  /** An answer whose last row is "all others". */
  const withOther = (columns: Parameters<typeof answerOf>[0], rows: Parameters<typeof answerOf>[1]) => {
    const answer = answerOf(columns, rows);
    const last = answer.rows.at(-1)!;
    const key = { ...last.key };
    delete key[columns.at(-2)!.name];
    return { ...answer, rows: [...answer.rows.slice(0, -1), { ...last, key, other: true as const }] };
  };
  const otherKey = '\u0000other';

  it('joins the smallest slices of a pie as the last slice, without a number of groups', () => {
    for (const others of [1, 100]) {
      const answer = withOther([text, count], [...groups(10), [null, others]]);
      const pie = shapeChart('pie', readFigures(answer, types, formats));
      assert.ok(pie.kind === 'pie');
      assert.deepEqual(
        pie.slices.map(({ label, isRest }) => [label, isRest]),
        [...[0, 1, 2, 3, 4, 5, 6, 7].map((at) => [`Group ${at}`, false]), ['Other', true]],
      );
      assert.equal(pie.slices.at(-1)!.value, 2 + 1 + others);
      assert.deepEqual(restOf(pie).toSorted(), ['Group 8', 'Group 9', otherKey].toSorted());
      const most = `Of the named groups, Group 0 has the most, 10 of ${others === 1 ? 56 : 155}.`;
      assert.equal(describeChart(pie, readFigures(answer, types, formats), formats), most);
    }
  });

  it('stays as it is if nothing else is combined', () => {
    const answer = withOther([text, count], [...groups(6), [null, 100]]);
    const pie = shapeChart('pie', readFigures(answer, types, formats));
    assert.ok(pie.kind === 'pie');
    assert.deepEqual([pie.slices.length, pie.slices[0]!.key, pie.slices[0]!.isRest], [7, otherKey, true]);
  });

  it('joins the smallest parts of bars', () => {
    const rows = Array.from({ length: 10 }, (_, index) => ['open', `p${index}`, index + 1]);
    const columns = [status, text, count].map((one, at) => ({ ...one, name: `c${at}` }));
    const answer = withOther(columns, [...rows, ['open', null, 50]]);
    const bars = shapeChart('bars', readFigures(answer, types, formats));
    assert.ok(bars.kind === 'bars');
    const others = { key: '\u0000rest', label: 'Other', values: [1 + 2 + 50], rest: ['p0', 'p1', otherKey] };
    assert.deepEqual(bars.series.at(-1), others);
    assert.deepEqual(bars.series.length, 9);
  });
});

describe('groups that share records', () => {
  const shapeShared = (chart: ChartKind, overlap: string[], ...given: Parameters<typeof answerOf>) => {
    const { meta, ...answer } = answerOf(...given);
    return shapeChart(chart, readFigures({ ...answer, meta: { ...meta, overlap } }, types, formats));
  };
  const parts = Array.from({ length: 11 }, (_, index) => ['open', `p${index}`, index + 1]);
  const split = [status, { ...text, name: 'label' }, count];

  it('are not combined as parts of a bar, which has no total', () => {
    for (const measure of [count, { ...count, name: 'sum', fn: 'sum' as const }]) {
      const bars = shapeShared('bars', ['label'], [status, split[1]!, measure], parts);
      assert.ok(bars.kind === 'bars');
      assert.deepEqual([bars.arrangement, bars.hasTotals], ['stacked', false]);
      assert.deepEqual(bars.series.map(({ key }) => key), ['p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10']); // prettier-ignore
      assert.equal(bars.leftOut, 'Not drawn: 3 smaller parts. See the table.');
    }
    const line = shapeShared('line', ['label'], [closedBy('month'), split[1]!, count], parts.map(([, label, value]) => ['2026-01-01', label, value])); // prettier-ignore
    assert.ok(line.kind === 'line');
    assert.deepEqual([line.series.length, line.leftOut], [8, 'Not drawn: 3 smaller lines. See the table.']);
  });

  it('have totals if the parts of each bar share none', () => {
    const bars = shapeShared('bars', ['status'], split, parts);
    assert.ok(bars.kind === 'bars');
    assert.deepEqual([bars.hasTotals, bars.series.at(-1)!.label], [true, 'Other (3)']);
  });

  it('have no shares in a pie, and no value for the combined slice', () => {
    const pie = shapeShared('pie', [text.name], [text, count], groups(11));
    assert.ok(pie.kind === 'pie');
    assert.deepEqual(
      pie.slices.map(({ label, value, share, size }) => [label, value, share, size]),
      [
        ...[11, 10, 9, 8, 7, 6, 5, 4].map((value, at) => [`Group ${at}`, value, null, value]),
        ['Other (3)', null, null, 3 + 2 + 1],
      ],
    );
    assert.equal(pie.leftOut, 'Not drawn: the groups in Other (3). See the table.');
  });

  it('keep the value of “Other” that the question counted', () => {
    const answer = answerOf([text, count], [...groups(3), [null, 7]]);
    const rows = [...answer.rows.slice(0, -1), { key: {}, count: 7, other: true as const }];
    const given = { ...answer, rows, meta: { ...answer.meta, overlap: [text.name] } };
    const pie = shapeChart('pie', readFigures(given, types, formats));
    assert.ok(pie.kind === 'pie');
    assert.partialDeepStrictEqual(pie.slices[0], { label: 'Other', value: 7, share: null });
    assert.equal(pie.leftOut, undefined);
  });
});

describe('a line', () => {
  it('has no point for records without a date, and says so', () => {
    const line = shape('line', [closedBy('month'), count], [['2026-01-01', 4], ['2026-03-01', 1], [null, 9]]); // prettier-ignore
    assert.ok(line.kind === 'line');
    assert.deepEqual(line.series[0]!.values, [4, 0, 1]);
    assert.equal(line.leftOut, 'Not drawn: records without a value in Closed at. See the table.');
  });

  it('has no point for all other periods', () => {
    const answer = answerOf([closedBy('month'), count], [['2026-01-01', 4], ['2026-03-01', 1], [null, 9], [null, 2]]); // prettier-ignore
    const rows = answer.rows.map((row, at) => (at === 2 ? { ...row, key: {}, other: true as const } : row));
    const groupBy = [{ field: 'closedAt', unit: 'month' as const, top: 2, other: true }];
    const meta = { ...answer.meta, question: { type: 'ticket', groupBy } };
    const line = shapeChart('line', readFigures({ ...answer, rows, meta }, types, formats));
    assert.ok(line.kind === 'line');
    assert.deepEqual(line.series[0]!.values, [4, null, 1]);
    assert.equal(line.leftOut, 'Not drawn: all other periods and records without a value in Closed at. See the table.');
  });

  it('has a mark for each day of a year, but none for thousands of hours', () => {
    const hours = (number: number) =>
      Array.from({ length: number }, (_, at) => [new Date(Date.UTC(2026, 0, 1, at)).toISOString(), 1]);
    for (const [number, hasMarks] of [
      [366, true],
      [3_001, false],
    ] as const) {
      const line = shape('line', [closedBy('hour'), count], hours(number));
      assert.ok(line.kind === 'line');
      assert.deepEqual([line.groups.length, line.hasMarks], [number, hasMarks]);
    }
  });

  it('breaks where a period does not follow the previous one', () => {
    const rows = [['0999-05-01', 2], ['2026-01-01', 4], ['2026-02-01', 1]]; // prettier-ignore
    for (const measure of [count, average, { ...count, fn: 'sum' as const }]) {
      const line = shape('line', [closedBy('month'), measure], rows);
      assert.ok(line.kind === 'line');
      assert.deepEqual([line.groups.length, [...line.gaps]], [3, [1]]);
    }
    const filled = shape('line', [closedBy('month'), count], rows.slice(1));
    assert.ok(filled.kind === 'line');
    assert.equal(filled.gaps.size, 0);
  });

  it('is drawn as bars without periods', () => {
    assert.equal(shape('line', [status, count], [['open', 1]]).kind, 'bars');
  });
});

describe('a pie', () => {
  it('has the largest slice first, with shares of the whole', () => {
    const pie = shape('pie', [status, count], [['open', 1], ['done', 3]]); // prettier-ignore
    assert.ok(pie.kind === 'pie');
    assert.deepEqual(
      pie.slices.map(({ label, share }) => [label, share]),
      [
        ['Done', 0.75],
        ['Open', 0.25],
      ],
    );
  });

  it('combines the smallest slices, never a single one', () => {
    const labels = (number: number) => {
      const pie = shape('pie', [text, count], groups(number));
      return pie.kind === 'pie' ? pie.slices.map(({ label }) => label) : [];
    };
    assert.equal(labels(9).at(-1), 'Group 8');
    assert.equal(labels(10).at(-1), 'Other (2)');
    assert.equal(labels(10).length, 9);
    assert.deepEqual(restOf(shape('pie', [text, count], groups(10))), ['Group 8', 'Group 9']);
  });

  it('becomes a text for zeros, negative values, averages and two groupings', () => {
    const words = (...given: Parameters<typeof shape>) => {
      const shaped = shape(...given);
      return shaped.kind === 'words' ? shaped.words : shaped.kind;
    };
    assert.match(words('pie', [status, count], [['open', 0]]), /^Every group is 0/);
    assert.match(words('pie', [status, average], [['open', 2]]), /don't add up/);
    assert.match(words('pie', [status, { ...count, fn: 'sum' }], [['open', -2]]), /below zero/);
    assert.match(words('pie', [status, project, count], [['open', 'a', 2]]), /one grouping/);
    assert.match(words('bars', [status, count], []), /^No records match/);
  });
});
