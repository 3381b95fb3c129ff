import { scaleLinear } from '@visx/scale';
import assert from 'node:assert/strict';
import type { AnswerColumn, QuestionSort } from '@tallyhook/schemas';
import { cutLabel } from './cut-label.ts';
import { describeChart } from './describe-chart.ts';
import { answerNotes } from './answer-notes.ts';
import { describeCut } from './describe-cut.ts';
import { describeOverlap } from './describe-overlap.ts';
import { isTableFilled, readFigures, rowsOfTable } from './figures.ts';
import { createFormats } from './formats.ts';
import { rangeInWords } from './range-in-words.ts';
import { answerOf, average, closedBy, count, project, status, types } from './sample-answers.ts';
import { fittingTicks, valueTicks } from './value-ticks.ts';
import { shapeChart, type ChartKind } from './shape-chart.ts';

const formats = createFormats('en-GB', 'UTC');

describe('the sentence below a chart', () => {
  const describe_ = (chart: ChartKind, ...answer: Parameters<typeof answerOf>) => {
    const figures = readFigures(answerOf(...answer), types, formats);
    return describeChart(shapeChart(chart, figures), figures, formats);
  };

  it('names the largest of things', () => {
    const rows = [['open', 1500], ['done', 3]]; // prettier-ignore
    assert.equal(describe_('bars', [status, count], rows), 'Open has the most, 1,500 of 1,503.');
    assert.equal(describe_('bars', [status, average], rows), 'Open has the most, 1,500.');
  });

  it('calls nothing a part of a whole where parts are below zero', () => {
    const rows = [['open', 30], ['done', -100]]; // prettier-ignore
    assert.equal(describe_('bars', [status, count], rows), 'Open has the most, 30.');
  });

  it('says how many things are as large', () => {
    const rows = [['open', 2], ['in_progress', 2], ['done', 1]]; // prettier-ignore
    assert.equal(describe_('bars', [status, count], rows), 'Open and 1 more have the most, 2 of 5 each.');
    assert.equal(describe_('pie', [status, count], rows.slice(0, 2)), 'Every group has 2 of 4.');
  });

  it('never claims the most of groups that may leave out a larger one', () => {
    const rows = [['open', 3], ['done', 1]]; // prettier-ignore
    const answer = answerOf([status, count], rows);
    const told = (question: object, truncated = true) => {
      const groups = { returned: 2, total: truncated ? 9 : 2, truncated };
      const meta = { ...answer.meta, question: { type: 'ticket', ...question }, groups };
      const figures = readFigures({ ...answer, meta }, types, formats);
      return describeChart(shapeChart('bars', figures), figures, formats);
    };
    const largestShown = 'The largest of the groups shown is Open, 3 of 4.';
    assert.equal(told({}), largestShown);
    assert.equal(told({ sort: [{ by: 'status', dir: 'desc' }] }), largestShown);
    assert.equal(told({ having: [{ measure: 'count', op: 'lte', value: 3 }] }, false), largestShown);
    assert.equal(told({ groupBy: [{ field: 'status', top: 2 }] }, false), largestShown);
    assert.equal(told({ sort: [{ by: 'count', dir: 'desc' }] }), 'Open has the most, 3 of 4.');
  });

  it('says that periods of one value are not all that there are', () => {
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

  it('names the highest and the lowest of periods, and those without a value', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 2], ['2026-04-01', 9]]; // prettier-ignore
    assert.equal(
      describe_('line', [closedBy('month'), average], rows),
      'Highest: Apr 2026 (9), lowest: Feb 2026 (2); no value in 1 period.',
    );
  });

  it('says nothing of periods that the question leaves out, not that they have none', () => {
    const answer = answerOf([closedBy('month'), count], [['2026-03-01', 9], ['2026-01-01', 5], ['2026-06-01', 2]]); // prettier-ignore
    const told = (chart: ChartKind, question: object, total = 3, rows = answer.rows) => {
      const groups = { returned: 3, total, truncated: total > 3 };
      const meta = { ...answer.meta, question: { type: 'ticket', ...question }, groups };
      const figures = readFigures({ ...answer, rows, meta }, types, formats);
      return describeChart(shapeChart(chart, figures), figures, formats);
    };
    const [largest, groupBy] = [[{ by: 'count', dir: 'desc' }], [{ field: 'closedAt', unit: 'month', top: 3 }]];
    for (const chart of ['bars', 'line'] as const) {
      const shown = 'Of the periods shown, highest: Mar 2026 (9), lowest: Jun 2026 (2).';
      assert.equal(told(chart, { sort: largest, limit: 3 }, 11), shown);
      assert.equal(told(chart, { groupBy }), shown);
      assert.match(
        told(chart, { sort: largest, limit: 3 }),
        /^Highest: Mar 2026 \(9\), lowest: Feb 2026 and 2 more \(0\)/,
      );
    }
    const other = [{ ...groupBy[0], other: true }];
    const rows = [...answer.rows.slice(0, 2), { ...answer.rows[2]!, key: {}, other: true as const, count: 900 }];
    assert.equal(told('bars', { groupBy: other }, 3, rows), 'Of the periods shown, highest: Mar 2026 (9), lowest: Jan 2026 (5).'); // prettier-ignore
  });

  it('leaves records without a date out of what it says of periods, where there are any', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 2], [null, 96]]; // prettier-ignore
    assert.equal(describe_('line', [closedBy('month'), count], rows), 'Highest: Jan 2026 (5), lowest: Feb 2026 (2).');
    assert.equal(describe_('bars', [closedBy('month'), count], rows), 'Highest: Jan 2026 (5), lowest: Feb 2026 (2).');
    assert.equal(describe_('bars', [closedBy('month'), count], rows.slice(2)), 'No closed at: 96.');
    assert.match(describe_('pie', [closedBy('month'), count], rows), /^Highest: No closed at \(96\)/);
  });

  it('names the line that has the highest point of all, and never a sum that no line has', () => {
    const labels = { project: { w: 'Web', a: 'App' } };
    const rows = [['2026-01-01', 'w', 4], ['2026-01-01', 'a', 3], ['2026-02-01', 'w', 5], ['2026-02-01', 'a', 1]]; // prettier-ignore
    const lines = (...more: (string | number | null)[][]) =>
      describe_('line', [closedBy('month'), project, count], [...rows, ...more], labels);
    assert.equal(lines(), 'Highest: Web in Feb 2026 (5), split by project.');
    assert.equal(lines(['2026-03-01', 'a', 5]), 'Highest: Web in Feb 2026 and 1 more (5), split by project.');
    assert.equal(lines([null, 'a', 96]), 'Of what is drawn, highest: Web in Feb 2026 (5), split by project.');
    assert.equal(
      describe_('line', [closedBy('month'), project, average], [...rows, ['2026-04-01', 'a', 9]], labels),
      'Highest: App in Apr 2026 (9); no value in 1 period, split by project.',
    );
    assert.match(
      describe_('bars', [closedBy('month'), project, count], rows, labels),
      /^Highest: Jan 2026 \(7\), lowest: Feb 2026 \(6\), split by project/,
    );
  });

  it('names the highest of bars beside each other', () => {
    const labels = { project: { w: 'Web', a: 'App' } };
    const rows = [['open', 'w', 4], ['open', 'a', 3], ['done', 'a', 7]]; // prettier-ignore
    const bars = (some: typeof rows) => describe_('bars', [status, project, average], some, labels);
    assert.equal(bars(rows), 'Highest: Done, App (7), split by project.');
    assert.equal(bars(rows.slice(0, 1)), 'Open, Web: 4, split by project.');
    assert.equal(bars([['open', 'w', 4], ['open', 'a', 4]]), '4 everywhere, split by project.'); // prettier-ignore
  });

  it('never adds up groups that share records: it names the largest part, and the largest group of a pie', () => {
    const told = (chart: ChartKind, overlap: string[], ...given: Parameters<typeof answerOf>) => {
      const { meta, ...answer } = answerOf(...given);
      const all = { ...answer, overall: { [given[0].at(-1)!.name]: 6 }, meta: { ...meta, overlap } };
      const figures = readFigures(all, types, formats);
      return describeChart(shapeChart(chart, figures), figures, formats);
    };
    const labels = { project: { w: 'Web', a: 'App' } };
    const rows = [['open', 'w', 4], ['open', 'a', 4], ['done', 'a', 5]]; // prettier-ignore
    const split = [status, project, count];
    assert.equal(told('bars', [], split, rows, labels), 'Open has the most, 8 of 6, split by project.');
    assert.equal(told('bars', ['status'], split, rows, labels), 'Open has the most, 8 of 6, split by project.');
    assert.equal(told('bars', ['project'], split, rows, labels), 'Highest: Done, App (5), split by project.');
    const hours = { ...count, name: 'sum', fn: 'sum' as const };
    assert.equal(
      told('bars', ['project'], [status, project, hours], rows, labels),
      'Highest: Done, App (5), split by project.',
    );
    const many = Array.from({ length: 9 }, (_, at) => [`p${at}`, 4]);
    many[0] = ['p0', 5];
    assert.equal(told('pie', ['project'], [project, count], many), 'p0 has the most, 5 of 6.');
  });

  it('says how many periods are as high or as low', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 1], ['2026-03-01', 5]]; // prettier-ignore
    assert.equal(
      describe_('line', [closedBy('month'), average], rows),
      'Highest: Jan 2026 and 1 more (5), lowest: Feb 2026 (1).',
    );
  });
});

describe('the line below groups that share records', () => {
  const answer = answerOf([status, count], [['open', 3]]);
  const split = answerOf([closedBy('month'), status, count], [['2026-01-01', 'open', 3]]);
  const shared = (one: typeof answer) => ({ ...one, meta: { ...one.meta, overlap: ['status'] } });
  const told = (one: typeof answer, chart: ChartKind) =>
    describeOverlap(one, shapeChart(chart, readFigures(one, types, formats)));

  it('says that they may add up to more than all, so that slices are no shares and bars have no totals', () => {
    const words = 'A record can be in several groups, so they may add up to more than all';
    assert.equal(describeOverlap(shared(answer)), `${words}.`);
    assert.equal(told(shared(answer), 'bars'), `${words}.`);
    assert.equal(told(shared(answer), 'pie'), `${words}: slices are no shares of a whole.`);
    assert.equal(told(shared(split), 'bars'), `${words}: bars have no totals.`);
    assert.equal(told(shared(split), 'line'), `${words}.`);
    assert.equal(told(answer, 'pie'), undefined);
  });
});

describe('the line above groups of which some are left out', () => {
  const told = (columns: AnswerColumn[], sort?: QuestionSort[]) => {
    const { meta, ...answer } = answerOf(columns, [['open', 3]]);
    const question = { ...meta.question, ...(sort === undefined ? {} : { sort }) };
    const groups = { returned: 1000, total: 4044, truncated: true };
    return describeCut({ ...answer, meta: { ...meta, question, groups } }, formats);
  };

  it('says how many there are, in which order, and how those without a value are not left out', () => {
    assert.equal(
      told([status, count]),
      'Only the first 1,000 of 4,044 groups are shown, in the order of Number of Tickets, largest first: ' +
        'the smallest are left out. ' +
        'Those without a value come last: sort by Number of Tickets to have them in their place.',
    );
    assert.equal(
      told([closedBy('day'), count]),
      'Only the first 1,000 of 4,044 groups are shown, in the order of Closed at, earliest first, ' +
        'then Number of Tickets, largest first: the latest are left out.',
    );
    assert.equal(
      told([status, count], [{ by: 'status' }]),
      'Only the first 1,000 of 4,044 groups are shown, in the order of Status, A to Z: the ones nearest to Z are left out.',
    );
  });

  it('says which end is left out', () => {
    const end = (by: string, dir: 'asc' | 'desc') => told([closedBy('month'), count], [{ by, dir }])!.split(': ')[1];
    assert.equal(end('closed', 'desc'), 'the earliest are left out.');
    assert.equal(end('count', 'asc'), 'the largest are left out.');
  });

  it('is not there where all are shown', () => {
    assert.equal(describeCut(answerOf([status, count], [['open', 3]]), formats), undefined);
  });

  it('is followed by what else the answer lacks', () => {
    const { meta, ...answer } = answerOf([closedBy('month'), count], [['2026-01-01', 3]]);
    const warnings = [{ code: 'not_filled', detail: 'There is no room for periods without records.' }];
    assert.deepEqual(answerNotes({ ...answer, meta }, formats), []);
    assert.deepEqual(answerNotes({ ...answer, meta: { ...meta, warnings } }, formats), [warnings[0]!.detail]);
    const groups = { returned: 1000, total: 4044, truncated: true };
    assert.deepEqual(answerNotes({ ...answer, meta: { ...meta, warnings, groups } }, formats).length, 2);
  });

  it('says in the days of the page which range nothing lies in', () => {
    const { meta, ...answer } = answerOf([status, count], []);
    const pointer = '#/filter/and/0';
    const warnings = [{ code: 'empty_range', detail: 'from 2026-11-01, before 2026-10-15', pointer }];
    const told = (range: object) => {
      const resolved = { ...meta.resolved, ranges: [{ pointer, ...range }] };
      return answerNotes({ ...answer, meta: { ...meta, warnings, resolved } }, formats);
    };
    const words = 'Nothing lies in a range that ends where it begins or earlier: 1 Nov 2026 – 14 Oct 2026.';
    assert.deepEqual(told({ from: '2026-11-01', before: '2026-10-15' }), [words]);
    const at = (time: string) => `2026-03-09T${time}:00.000Z`;
    const own = createFormats(navigator.languages, 'UTC');
    const between = (begin: string, end: string) => `${own.moment(at(begin))} – ${own.moment(at(end))}.`;
    const ends = (range: object) => told(range)[0]!.replace(/^.* or earlier: /, '');
    assert.equal(ends({ from: at('12:00'), before: at('10:00') }), between('12:00', '10:00'));
    assert.equal(ends({ after: at('12:00'), to: at('12:00') }), between('12:00', '12:00'));
  });

  it('says the last day there is of a range that ends with it, in every zone', () => {
    const range = { pointer: '#/filter', from: '2026-01-01', before: '+010000-01-01' };
    assert.equal(rangeInWords(range, formats, 'Asia/Tokyo'), '1 Jan 2026 – 31 Dec 9999');
  });

  it('says the time of a moment that is not where a day begins or ends in the zone', () => {
    const said = (range: object, zone = 'UTC') => rangeInWords({ pointer: '#/filter', ...range }, formats, zone);
    const own = (zone = 'UTC') => createFormats(navigator.languages, zone);
    const [midnight, at] = ['2026-11-01T00:00:00.000Z', '2026-11-01T05:30:00.000Z'];
    assert.match(own().moment(at), /30/);
    assert.equal(said({ from: at }), `from ${own().moment(at)}`);
    assert.equal(said({ before: at }), `until ${own().moment(at)}`);
    assert.equal(said({ from: at }, 'Asia/Tokyo'), `from ${own('Asia/Tokyo').moment(at)}`);
    assert.equal(said({ from: midnight, to: at }), `${own().dayOf(midnight)} – ${own().moment(at)}`);
    // Up to the first moment of a day is not up to its end.
    assert.equal(said({ to: midnight }), `until ${own().moment(midnight)}`);
    assert.equal(said({ after: midnight }), `from ${own().moment(midnight)}`);
    // Whole days, of 25 hours and of 23, of which the latter begins at one.
    const long = { from: '2026-11-01T04:00:00.000Z', before: '2026-11-02T05:00:00.000Z' };
    assert.equal(said(long, 'America/New_York'), own().dayOf(midnight));
    const short = { from: '2026-04-23T22:00:00.000Z', before: '2026-04-24T21:00:00.000Z' };
    assert.equal(said(short, 'Africa/Cairo'), own().dayOf('2026-04-24T12:00:00Z'));
  });

  it('says nothing of periods that are not in the answer where the chart or the table has them', () => {
    const warnings = [{ code: 'not_filled', detail: 'There is no room for periods without records.' }];
    const notes = (columns: AnswerColumn[], rows: Parameters<typeof answerOf>[1], question = {}, range?: object) => {
      const { meta, ...answer } = answerOf(columns, rows);
      const resolved = { ...meta.resolved, ranges: range === undefined ? [] : [{ pointer: '#/filter', ...range }] };
      const given = { ...answer, meta: { ...meta, warnings, resolved, question: { ...meta.question, ...question } } };
      const table = rowsOfTable(given);
      return [
        answerNotes(given, formats, readFigures(given, types, formats)).length,
        answerNotes(given, formats, { isFilled: isTableFilled(given, table) }).length,
      ];
    };
    const years = [['0999-01-01', 3], ['2026-01-01', 3]]; // prettier-ignore
    assert.deepEqual(notes([closedBy('year'), count], years), [0, 0]);
    assert.deepEqual(notes([closedBy('month'), count], years), [1, 1], 'more months than are drawn');
    assert.deepEqual(notes([closedBy('hour'), count], [['2026-01-01T03:00:00Z', 1], ['2026-01-01T09:00:00Z', 1]]), [1, 1]); // prettier-ignore
    assert.deepEqual(notes([closedBy('year'), count], years, { sort: [{ by: 'count', dir: 'desc' }] }), [0, 1]);
    const split = [['0999-01-01', 'open', 3], ['2026-01-01', 'open', 3]]; // prettier-ignore
    assert.deepEqual(notes([closedBy('year'), status, count], split), [0, 1], 'a table by two has no more rows');
    const having = [{ measure: 'count', op: 'gte', value: 3 }];
    assert.deepEqual(notes([closedBy('year'), count], years, { having }), [1, 1]);
    const months = [['2026-03-01', 3], ['2026-02-01', 3], ['2026-01-01', 3]]; // prettier-ignore
    const latestFirst = { sort: [{ by: 'closed', dir: 'desc' }] };
    assert.deepEqual(notes([closedBy('month'), count], months, latestFirst), [0, 0]);
    const filter = { field: 'closedAt', op: 'within', value: '2026-01-01..2026-12-31' };
    const year = { from: '2026-01-01T00:00:00.000Z', before: '2027-01-01T00:00:00.000Z' };
    assert.deepEqual(notes([closedBy('month'), count], months, { filter }, year), [1, 1], 'April to December');
  });
});

describe('the labels of a chart', () => {
  const perSign = (text: string) => [...text].length;

  it('are cut where there is no room, whole signs at a time', () => {
    assert.equal(cutLabel('Billing', 7, perSign), 'Billing');
    assert.equal(cutLabel('Help pages', 6, perSign), 'Help…');
    assert.equal(cutLabel('👩‍🚀🚀🚀🚀', 3, perSign).endsWith('…'), true);
    assert.equal(cutLabel('Billing', 0, perSign), '…');
  });

  it('name whole numbers alone where records are counted', () => {
    const axis = scaleLinear({ domain: [0, 1] });
    assert.deepEqual(valueTicks(axis, 5, count), [0, 1]);
    assert.deepEqual(valueTicks(axis, 5, average), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  it('of an axis that lies are as many as have room', () => {
    const widthOf = (tick: number) => 7 * formats.tick(tick).length;
    const at = (end: number, widthPx: number) =>
      fittingTicks(scaleLinear({ domain: [0, end], range: [0, widthPx] }), { most: 5, measure: average, widthOf });
    assert.deepEqual(at(1, 400), [0, 0.2, 0.4, 0.6, 0.8, 1]);
    assert.deepEqual(at(1e-7, 300), [0, 5e-8, 1e-7]);
    assert.deepEqual(at(1e-7, 80), [0, 1e-7]);
    assert.deepEqual(at(1e-7, 20), [0]);
  });

  it('write figures and periods as the person does', () => {
    const german = createFormats('de-DE', 'UTC');
    assert.equal(german.number(1234.5), '1.234,5');
    assert.equal(formats.period('2026-04-01', 'quarter'), 'Q2 2026');
    assert.equal(formats.period('2026-01-05', 'week'), 'Week of 5 Jan 2026');
    assert.equal(formats.periodTick('2026-02-01', 'month', { before: '2026-01-01' }), 'Feb');
    assert.equal(formats.periodTick('2026-01-01', 'month', { before: '2025-12-01' }), 'Jan 2026');
    assert.equal(createFormats('en-US').tick(1_250_000), '1.3M');
  });

  it('write small figures with three digits, never as 0 or -0, and large ones as they are', () => {
    assert.deepEqual([0.0000001, -0.0041, 0.5, 0.12345, 12.345, 1_234_567.891, 1e15, 0, -0].map(formats.number), [
      '0.0000001',
      '-0.0041',
      '0.5',
      '0.123',
      '12.35',
      '1,234,567.89',
      '1,000,000,000,000,000',
      '0',
      '0',
    ]);
    assert.equal(formats.number(-1.5e-300), '-1.5E-300');
    assert.deepEqual([0.43, 0.996, 0.003, 1e-22].map(formats.share), ['43%', '100%', '0.3%', '1E-20%']);
    const axis = scaleLinear({ domain: [-0.004, 0.0005] });
    assert.deepEqual(axis.ticks(5).map(formats.tick), ['-0.004', '-0.003', '-0.002', '-0.001', '0']);
    const tiny = scaleLinear({ domain: [0, 3e-7] })
      .ticks(3)
      .map(formats.tick);
    assert.deepEqual(tiny, ['0', '0.0000001', '0.0000002', '0.0000003']);
  });

  it('write the value of a record with all of its digits', () => {
    assert.deepEqual([0.0000001, 0, 1_234_567.891, 0.005_123_4, 2024, -1.234e-12].map(formats.value), [
      '0.0000001',
      '0',
      '1,234,567.891',
      '0.0051234',
      '2024',
      '-1.234E-12',
    ]);
  });

  it('write the parts of units that come again by their names', () => {
    const german = createFormats('de-DE', 'UTC');
    assert.equal(formats.period(1, 'dayOfWeek'), 'Monday');
    assert.equal(german.period(7, 'dayOfWeek'), 'Sonntag');
    assert.equal(formats.periodTick(7, 'dayOfWeek'), 'Sun');
    assert.equal(formats.period(12, 'monthOfYear'), 'December');
    assert.equal(formats.period(14, 'hourOfDay'), '14:00');
    assert.equal(formats.period(53, 'weekOfYear'), 'Week 53');
    assert.equal(formats.period(31, 'dayOfMonth'), '31');
    assert.equal(formats.period(2, 'quarterOfYear'), 'Q2');
  });

  it('write an hour by the clock that its key has, whatever the zone of the person', () => {
    const keys = ['2026-03-09T00:00:00+05:30', '2026-03-09T14:00:00-04:00', '2026-12-31T23:00:00+00:00'];
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/New_York', undefined]) {
      const british = createFormats('en-GB', zone);
      assert.deepEqual(
        keys.map((key) => british.period(key, 'hour')),
        ['9 Mar 2026, 00:00', '9 Mar 2026, 14:00', '31 Dec 2026, 23:00'],
      );
      assert.deepEqual(
        keys.map((key, index) => british.periodTick(key, 'hour', { before: keys[index - 1] })),
        ['9 Mar, 00:00', '14:00', '31 Dec, 23:00'],
      );
      assert.equal(british.periodTick('2027-01-01T02:00:00+00:00', 'hour', { before: keys[2] }), '1 Jan 2027, 02:00');
      assert.equal(british.period(0, 'hourOfDay'), '00:00');
      assert.equal(british.period(1, 'dayOfWeek'), 'Monday');
    }
    assert.match(createFormats('en-US', 'Asia/Tokyo').period(keys[1]!, 'hour'), /^Mar 9, 2026, 02:00\sPM$/);
  });

  it('write a moment of today as its time and another with its day', () => {
    const now = new Date('2026-03-09T15:00:00Z');
    assert.equal(formats.time('2026-03-09T12:05:00Z', now), '12:05');
    assert.equal(formats.time('2026-03-08T12:05:00Z', now), '8 Mar, 12:05');
  });

  it('write a moment of another year with that year, as the zone has it', () => {
    const now = new Date('2026-11-22T15:00:00Z');
    assert.equal(formats.time('2025-12-31T23:30:00Z', now), '31 Dec 2025, 23:30');
    assert.equal(createFormats('en-GB', 'Asia/Tokyo').time('2025-12-31T23:30:00Z', now), '1 Jan, 08:30');
  });
});
