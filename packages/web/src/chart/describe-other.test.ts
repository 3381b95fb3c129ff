import assert from 'node:assert/strict';
import type { AnswerColumn, Question, RecordType } from '@tallyhook/schemas';
import { describeChart } from './describe-chart.ts';
import { describeOther } from './describe-other.ts';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { answerOf, closedBy, count, project, status, types } from './sample-answers.ts';
import { shapeChart, type ChartKind } from './shape-chart.ts';

/** An answer with some "all others" rows in a grouping. */
function answerWith(columns: AnswerColumn[], rows: Parameters<typeof answerOf>[1], others: Record<number, string>) {
  const answer = answerOf(columns, rows);
  return {
    ...answer,
    rows: answer.rows.map((row, at) => {
      const { [others[at] ?? '']: taken, ...key } = row.key;
      return taken === undefined ? row : { ...row, key, other: true as const };
    }),
  };
}

describe('note below a chart with an “Other” group', () => {
  const rows = [['open', 5], ['done', 3], [null, 40]]; // prettier-ignore
  const top = ['open', 'done'];
  const sentenceOf = (column: AnswerColumn, question: Partial<Question> = {}, known: RecordType[] = types) => {
    const answer = answerWith([column, count], rows, { 2: column.name });
    return describeOther({ ...answer, meta: { ...answer.meta, question: { type: 'ticket', ...question } } }, known);
  };
  const words = '“Other” includes records without a value in Status, if there are any.';

  it('says that it includes records without a value', () => {
    assert.equal(sentenceOf({ ...status, top }), words);
    assert.equal(sentenceOf({ ...status, top, field: 'project.status' }), words);
    assert.equal(sentenceOf({ ...status, top }, { filter: { field: 'title', op: 'nempty' } }), words);
    assert.equal(
      sentenceOf({ ...status, top }, { filter: { and: [{ field: 'status', op: 'ne', value: 'open' }] } }),
      words,
    );
    assert.equal(
      sentenceOf({ ...status, top }, { filter: { not: { field: 'status', op: 'eq', value: 'open' } } }),
      words,
    );
  });

  it('is absent if those have their own group or cannot exist', () => {
    assert.equal(sentenceOf({ ...status, top: ['open', null] }), undefined);
    assert.equal(sentenceOf({ ...status, top }, { filter: { field: 'status', op: 'nempty' } }), undefined);
    assert.equal(
      sentenceOf({ ...status, top }, { filter: { and: [{ field: 'status', op: 'in', value: ['open', 'done'] }] } }),
      undefined,
    );
    assert.equal(sentenceOf({ ...status, field: 'createdAt', top }), undefined);
    const required = [{ ...types[0]!, fields: [{ ...types[0]!.fields[0]!, required: true }] }];
    assert.equal(sentenceOf({ ...status, top }, {}, required), undefined);
    assert.equal(describeOther(answerOf([status, count], rows), types), undefined);
  });

  it('names both groupings, but not one whose “Other” is not drawn', () => {
    const month = closedBy('month');
    const split = answerWith(
      [month, project, count],
      [['2026-01-01', 'w', 5], ['2026-01-01', null, 3], [null, 'w', 4]], // prettier-ignore
      { 1: project.name, 2: month.name },
    );
    const both = '“Other” includes records without a value in Closed at or in Project, if there are any.';
    assert.equal(describeOther(split, types), both);
    const ofLines = describeOther(split, types, ({ name }) => name !== month.name);
    assert.equal(ofLines, '“Other” includes records without a value in Project, if there are any.');
  });
});

describe('summary of a chart with an “Other” group', () => {
  const formats = createFormats('en-GB', 'UTC');
  const sentenceOf = (chart: ChartKind, ...given: Parameters<typeof answerWith>) => {
    const figures = readFigures(answerWith(...given), types, formats);
    return describeChart(shapeChart(chart, figures), figures, formats);
  };

  it('names the largest single group, but does not call it the largest of all', () => {
    const rows = [['open', 5], ['done', 3], [null, 40]]; // prettier-ignore
    for (const chart of ['bars', 'pie'] as const)
      assert.equal(
        sentenceOf(chart, [status, count], rows, { 2: status.name }),
        'Of the named groups, Open has the most, 5 of 48.',
      );
  });

  it('names the line with the highest point, but not the “Other” line', () => {
    const rows = [['2026-01-01', 'Web', 5], ['2026-02-01', 'Web', 3], ['2026-02-01', null, 40]]; // prettier-ignore
    assert.equal(
      sentenceOf('line', [closedBy('month'), { ...status, name: 'part' }, count], rows, { 2: 'part' }),
      'Of the named groups, highest: Web in Jan 2026 (5), split by status.',
    );
  });
});
