import assert from 'node:assert/strict';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { answerOf, average, closedBy, count, project, status, types } from './sample-answers.ts';
import { shapeChart, type ChartKind } from './shape-chart.ts';

const formats = createFormats('en-GB', 'UTC');
const shape = (chart: ChartKind, ...answer: Parameters<typeof answerOf>) =>
  shapeChart(chart, readFigures(answerOf(...answer), types, formats));

const groups = (number: number) => Array.from({ length: number }, (_, index) => [`Group ${index}`, number - index]);
const text = { ...status, kind: 'text' as const, field: 'title' };

describe('bars', () => {
  it('lie down for things and stand up for periods', () => {
    assert.partialDeepStrictEqual(shape('bars', [status, count], [['open', 1]]), { kind: 'bars', direction: 'lying' });
    assert.partialDeepStrictEqual(shape('bars', [closedBy('month'), count], [['2026-01-01', 1]]), {
      direction: 'standing',
    });
  });

  it('stand on each other where values add up, and beside each other where they do not', () => {
    const rows = [['open', 'a', 1], ['open', 'b', 2]]; // prettier-ignore
    assert.partialDeepStrictEqual(shape('bars', [status, project, count], rows), { arrangement: 'stacked' });
    assert.partialDeepStrictEqual(shape('bars', [status, project, average], rows), { arrangement: 'beside' });
  });

  it('are the first fifteen of many things, and say how many more there are', () => {
    const many = shape('bars', [text, count], groups(40));
    assert.ok(many.kind === 'bars');
    assert.deepEqual(
      [many.groups.length, many.series[0]!.values.length, many.leftOut],
      [15, 15, '25 more groups: see the table.'],
    );
  });

  it('put the smallest parts together where there are more than colours, and lose nothing', () => {
    const rows = Array.from({ length: 9 }, (_, index) => ['open', `p${index}`, index + 1]);
    const split = shape('bars', [status, text, count].map((one, at) => ({ ...one, name: `c${at}` })), rows); // prettier-ignore
    assert.ok(split.kind === 'bars');
    assert.deepEqual(split.series.at(-1), { key: '\u0000rest', label: 'Other (3)', values: [1 + 2 + 3] });
    assert.equal(split.series.length, 7);
  });
});

describe('a line', () => {
  it('has no point for records without a date, and says so', () => {
    const line = shape('line', [closedBy('month'), count], [['2026-01-01', 4], ['2026-03-01', 1], [null, 9]]); // prettier-ignore
    assert.ok(line.kind === 'line');
    assert.deepEqual(line.series[0]!.values, [4, 0, 1]);
    assert.equal(line.leftOut, 'Records without a value in Closed at: see the table.');
  });

  it('over things is drawn as bars', () => {
    assert.equal(shape('line', [status, count], [['open', 1]]).kind, 'bars');
  });
});

describe('a pie', () => {
  it('has the largest slice first and shares that make a whole', () => {
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

  it('puts the smallest together from two on, never one alone', () => {
    const labels = (number: number) => {
      const pie = shape('pie', [text, count], groups(number));
      return pie.kind === 'pie' ? pie.slices.map(({ label }) => label) : [];
    };
    assert.equal(labels(7).at(-1), 'Group 6');
    assert.equal(labels(8).at(-1), 'Other (2)');
    assert.equal(labels(8).length, 7);
  });

  it('is words where all is 0, where values do not add up, below zero, and for two groupings', () => {
    const words = (...given: Parameters<typeof shape>) => {
      const said = shape(...given);
      return said.kind === 'words' ? said.words : said.kind;
    };
    assert.match(words('pie', [status, count], [['open', 0]]), /^Every group is 0/);
    assert.match(words('pie', [status, average], [['open', 2]]), /do not add up/);
    assert.match(words('pie', [status, { ...count, fn: 'sum' }], [['open', -2]]), /below zero/);
    assert.match(words('pie', [status, project, count], [['open', 'a', 2]]), /one grouping/);
    assert.match(words('bars', [status, count], []), /^No records match/);
  });
});
