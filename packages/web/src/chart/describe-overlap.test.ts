import assert from 'node:assert/strict';
import { describeOverlap } from './describe-overlap.ts';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { answerOf, closedBy, count, status, types } from './sample-answers.ts';
import { shapeChart, type ChartKind } from './shape-chart.ts';

const formats = createFormats('en-GB', 'UTC');

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
