import assert from 'node:assert/strict';
import { describeChart } from './describe-chart.ts';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { answerOf, average, closedBy, count, project, status, types } from './sample-answers.ts';
import { shapeChart, type ChartKind } from './shape-chart.ts';

const formats = createFormats('en-GB', 'UTC');

describe('chart summary', () => {
  const describe_ = (chart: ChartKind, ...answer: Parameters<typeof answerOf>) => {
    const figures = readFigures(answerOf(...answer), types, formats);
    return describeChart(shapeChart(chart, figures), figures, formats);
  };

  it('names the largest group', () => {
    const rows = [['open', 1500], ['done', 3]]; // prettier-ignore
    assert.equal(describe_('bars', [status, count], rows), 'Open has the most, 1,500 of 1,503.');
    assert.equal(describe_('bars', [status, average], rows), 'Open has the most, 1,500.');
  });

  it('gives no total if a part is below zero', () => {
    const rows = [['open', 30], ['done', -100]]; // prettier-ignore
    assert.equal(describe_('bars', [status, count], rows), 'Open has the most, 30.');
  });

  it('counts the groups that tie for the largest', () => {
    const rows = [['open', 2], ['in_progress', 2], ['done', 1]]; // prettier-ignore
    assert.equal(describe_('bars', [status, count], rows), 'Open and 1 more have the most, 2 of 5 each.');
    assert.equal(describe_('pie', [status, count], rows.slice(0, 2)), 'Every group has 2 of 4.');
  });

  it('never claims the largest if a larger group may be missing', () => {
    const rows = [['open', 3], ['done', 1]]; // prettier-ignore
    const answer = answerOf([status, count], rows);
    const sentenceOf = (question: object, truncated = true) => {
      const groups = { returned: 2, total: truncated ? 9 : 2, truncated };
      const meta = { ...answer.meta, question: { type: 'ticket', ...question }, groups };
      const figures = readFigures({ ...answer, meta }, types, formats);
      return describeChart(shapeChart('bars', figures), figures, formats);
    };
    const largestShown = 'The largest of the groups shown is Open, 3 of 4.';
    assert.equal(sentenceOf({}), largestShown);
    assert.equal(sentenceOf({ sort: [{ by: 'status', dir: 'desc' }] }), largestShown);
    assert.equal(sentenceOf({ having: [{ measure: 'count', op: 'lte', value: 3 }] }, false), largestShown);
    assert.equal(sentenceOf({ groupBy: [{ field: 'status', top: 2 }] }, false), largestShown);
    assert.equal(sentenceOf({ sort: [{ by: 'count', dir: 'desc' }] }), 'Open has the most, 3 of 4.');
  });

  it('names the largest total of split groups, but never a total of which parts are cut off', () => {
    const labels = { project: { w: 'Web', a: 'App' } };
    const rows = [['open', 'w', 4], ['open', 'a', 4], ['done', 'a', 7]]; // prettier-ignore
    const sentenceOf = (more: object, given = rows, columns = [status, project, count], chart: ChartKind = 'bars') => {
      const { meta, ...answer } = answerOf(columns, given, labels);
      const groups = { returned: given.length, total: 9, truncated: true, ...more };
      const question = { type: 'ticket', sort: [{ by: columns.at(-1)!.name, dir: 'desc' as const }] };
      const all = { ...answer, overall: { count: 40 }, meta: { ...meta, groups, question } };
      const figures = readFigures(all, types, formats);
      return describeChart(shapeChart(chart, figures), figures, formats);
    };
    const partial = { partial: true };
    assert.equal(sentenceOf({}), 'Open has the most, 8 of 40, split by project.');
    assert.equal(sentenceOf(partial), 'Of the values shown, highest: Done, App (7), split by project.');
    assert.equal(sentenceOf({}, rows.slice(0, 2)), 'Open: 8, split by project.');
    assert.equal(sentenceOf(partial, rows.slice(0, 2)), '4 everywhere in the values shown, split by project.');
    const parts = 'Of the values shown, highest: Done, App (7), split by project.';
    assert.equal(sentenceOf({}, rows, [status, project, average]), parts, 'single parts are not in this order');
    const months = [['2026-01-01', 'w', 4], ['2026-01-01', 'a', 4], ['2026-02-01', 'a', 7]]; // prettier-ignore
    const line = sentenceOf({}, months, [closedBy('month'), project, count], 'line');
    assert.equal(line, 'Of the values shown, highest: App in Feb 2026 (7), split by project.');
  });

  it('says how many periods have no value if all others are equal', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 5], ['2026-04-01', 5]]; // prettier-ignore
    const column = closedBy('month');
    assert.equal(describe_('line', [column, average], rows.slice(0, 2)), '5 in every period.');
    assert.equal(describe_('line', [column, average], rows), '5 in every period with a value; no value in 1 period.');
    const parts = [['2026-01-01', 'open', 5], ['2026-03-01', 'done', 5]]; // prettier-ignore
    assert.equal(
      describe_('line', [column, status, average], parts),
      '5 everywhere; no value in 1 period, split by status.',
    );
  });

  it('names the highest and lowest periods and counts those without a value', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 2], ['2026-04-01', 9]]; // prettier-ignore
    assert.equal(
      describe_('line', [closedBy('month'), average], rows),
      'Highest: Apr 2026 (9), lowest: Feb 2026 (2); no value in 1 period.',
    );
  });

  it('does not count periods that the question excludes as empty', () => {
    const answer = answerOf([closedBy('month'), count], [['2026-03-01', 9], ['2026-01-01', 5], ['2026-06-01', 2]]); // prettier-ignore
    const sentenceOf = (chart: ChartKind, question: object, total = 3, rows = answer.rows) => {
      const groups = { returned: 3, total, truncated: total > 3 };
      const meta = { ...answer.meta, question: { type: 'ticket', ...question }, groups };
      const figures = readFigures({ ...answer, rows, meta }, types, formats);
      return describeChart(shapeChart(chart, figures), figures, formats);
    };
    const [largest, groupBy] = [[{ by: 'count', dir: 'desc' }], [{ field: 'closedAt', unit: 'month', top: 3 }]];
    for (const chart of ['bars', 'line'] as const) {
      const shown = 'Of the periods shown, highest: Mar 2026 (9), lowest: Jun 2026 (2).';
      assert.equal(sentenceOf(chart, { sort: largest, limit: 3 }, 11), shown);
      assert.equal(sentenceOf(chart, { groupBy }), shown);
      assert.match(
        sentenceOf(chart, { sort: largest, limit: 3 }),
        /^Highest: Mar 2026 \(9\), lowest: Feb 2026 and 2 more \(0\)/,
      );
    }
    const other = [{ ...groupBy[0], other: true }];
    const rows = [...answer.rows.slice(0, 2), { ...answer.rows[2]!, key: {}, other: true as const, count: 900 }];
    assert.equal(sentenceOf('bars', { groupBy: other }, 3, rows), 'Of the periods shown, highest: Mar 2026 (9), lowest: Jan 2026 (5).'); // prettier-ignore
  });

  it('ignores records without a date if there are periods', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 2], [null, 96]]; // prettier-ignore
    assert.equal(describe_('line', [closedBy('month'), count], rows), 'Highest: Jan 2026 (5), lowest: Feb 2026 (2).');
    assert.equal(describe_('bars', [closedBy('month'), count], rows), 'Highest: Jan 2026 (5), lowest: Feb 2026 (2).');
    assert.equal(describe_('bars', [closedBy('month'), count], rows.slice(2)), 'No closed at: 96.');
    assert.match(describe_('pie', [closedBy('month'), count], rows), /^Highest: No closed at \(96\)/);
  });

  it('names the line with the highest point, never a sum across lines', () => {
    const labels = { project: { w: 'Web', a: 'App' } };
    const rows = [['2026-01-01', 'w', 4], ['2026-01-01', 'a', 3], ['2026-02-01', 'w', 5], ['2026-02-01', 'a', 1]]; // prettier-ignore
    const lines = (...more: (string | number | null)[][]) =>
      describe_('line', [closedBy('month'), project, count], [...rows, ...more], labels);
    assert.equal(lines(), 'Highest: Web in Feb 2026 (5), split by project.');
    assert.equal(lines(['2026-03-01', 'a', 5]), 'Highest: Web in Feb 2026 and 1 more (5), split by project.');
    assert.equal(lines([null, 'a', 96]), 'Of the values shown, highest: Web in Feb 2026 (5), split by project.');
    assert.equal(
      describe_('line', [closedBy('month'), project, average], [...rows, ['2026-04-01', 'a', 9]], labels),
      'Highest: App in Apr 2026 (9); no value in 1 period, split by project.',
    );
    assert.match(
      describe_('bars', [closedBy('month'), project, count], rows, labels),
      /^Highest: Jan 2026 \(7\), lowest: Feb 2026 \(6\), split by project/,
    );
  });

  it('names the highest of grouped bars', () => {
    const labels = { project: { w: 'Web', a: 'App' } };
    const rows = [['open', 'w', 4], ['open', 'a', 3], ['done', 'a', 7]]; // prettier-ignore
    const bars = (some: typeof rows) => describe_('bars', [status, project, average], some, labels);
    assert.equal(bars(rows), 'Highest: Done, App (7), split by project.');
    assert.equal(bars(rows.slice(0, 1)), 'Open, Web: 4, split by project.');
    assert.equal(bars([['open', 'w', 4], ['open', 'a', 4]]), '4 everywhere, split by project.'); // prettier-ignore
  });

  it('never adds up groups that share records', () => {
    const sentenceOf = (chart: ChartKind, overlap: string[], ...given: Parameters<typeof answerOf>) => {
      const { meta, ...answer } = answerOf(...given);
      const all = { ...answer, overall: { [given[0].at(-1)!.name]: 6 }, meta: { ...meta, overlap } };
      const figures = readFigures(all, types, formats);
      return describeChart(shapeChart(chart, figures), figures, formats);
    };
    const labels = { project: { w: 'Web', a: 'App' } };
    const rows = [['open', 'w', 4], ['open', 'a', 4], ['done', 'a', 5]]; // prettier-ignore
    const split = [status, project, count];
    assert.equal(sentenceOf('bars', [], split, rows, labels), 'Open has the most, 8 of 6, split by project.');
    assert.equal(sentenceOf('bars', ['status'], split, rows, labels), 'Open has the most, 8 of 6, split by project.');
    assert.equal(sentenceOf('bars', ['project'], split, rows, labels), 'Highest: Done, App (5), split by project.');
    const hours = { ...count, name: 'sum', fn: 'sum' as const };
    assert.equal(
      sentenceOf('bars', ['project'], [status, project, hours], rows, labels),
      'Highest: Done, App (5), split by project.',
    );
    const many = Array.from({ length: 9 }, (_, at) => [`p${at}`, 4]);
    many[0] = ['p0', 5];
    assert.equal(sentenceOf('pie', ['project'], [project, count], many), 'p0 has the most, 5 of 6.');
  });

  it('counts the periods that tie for the highest or lowest', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 1], ['2026-03-01', 5]]; // prettier-ignore
    assert.equal(
      describe_('line', [closedBy('month'), average], rows),
      'Highest: Jan 2026 and 1 more (5), lowest: Feb 2026 (1).',
    );
  });
});
