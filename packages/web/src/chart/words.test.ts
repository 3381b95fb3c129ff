import assert from 'node:assert/strict';
import { cutLabel } from './cut-label.ts';
import { describeChart } from './describe-chart.ts';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { answerOf, average, closedBy, count, status, types } from './sample-answers.ts';
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

  it('names the highest and the lowest of periods, and those without a value', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 2], ['2026-04-01', 9]]; // prettier-ignore
    assert.equal(
      describe_('line', [closedBy('month'), average], rows),
      'Highest in Apr 2026 (9), lowest in Feb 2026 (2); no value in 1 period.',
    );
  });

  it('says how many periods are as high or as low', () => {
    const rows = [['2026-01-01', 5], ['2026-02-01', 1], ['2026-03-01', 5]]; // prettier-ignore
    assert.equal(
      describe_('line', [closedBy('month'), average], rows),
      'Highest in Jan 2026 and 1 more (5), lowest in Feb 2026 (1).',
    );
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

  it('write figures and periods as the person does', () => {
    const german = createFormats('de-DE', 'UTC');
    assert.equal(german.number(1234.5), '1.234,5');
    assert.equal(formats.period('2026-04-01', 'quarter'), 'Q2 2026');
    assert.equal(formats.period('2026-01-05', 'week'), 'Week of 5 Jan 2026');
    assert.equal(formats.periodTick('2026-02-01', 'month', false), 'Feb');
    assert.equal(formats.periodTick('2026-01-01', 'month', false), 'Jan 2026');
    assert.equal(createFormats('en-US').tick(1_250_000), '1.3M');
  });

  it('write a moment of today as its time and another with its day', () => {
    const now = new Date('2026-03-09T15:00:00Z');
    assert.equal(formats.time('2026-03-09T12:05:00Z', now), '12:05');
    assert.equal(formats.time('2026-03-08T12:05:00Z', now), '8 Mar, 12:05');
  });
});
