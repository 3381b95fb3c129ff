import assert from 'node:assert/strict';
import { describeOverlap } from './describe-overlap.ts';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { answerOf, closedBy, count, status, types } from './sample-answers.ts';
import { shapeChart, type ChartKind } from './shape-chart.ts';

const formats = createFormats('en-GB', 'UTC');

describe('note below groups that share records', () => {
  const answer = answerOf([status, count], [['open', 3]]);
  const split = answerOf([closedBy('month'), status, count], [['2026-01-01', 'open', 3]]);
  const shared = (one: typeof answer) => ({ ...one, meta: { ...one.meta, overlap: ['status'] } });
  const sentenceOf = (one: typeof answer, chart: ChartKind) =>
    describeOverlap(one, shapeChart(chart, readFigures(one, types, formats)));

  it('says that they may exceed the total, so slices are not shares and bars have no totals', () => {
    const words = 'A record can be in several groups, so the groups may add up to more than the total';
    assert.equal(describeOverlap(shared(answer)), `${words}.`);
    assert.equal(sentenceOf(shared(answer), 'bars'), `${words}.`);
    assert.equal(sentenceOf(shared(answer), 'pie'), `${words}. Slices are not shares of a whole.`);
    assert.equal(sentenceOf(shared(split), 'bars'), `${words}. Bars have no totals.`);
    assert.equal(sentenceOf(shared(split), 'line'), `${words}.`);
    assert.equal(sentenceOf(answer, 'pie'), undefined);
  });
});
