import assert from 'node:assert/strict';
import type { Answer } from '@tallyhook/schemas';
import { createFormats } from '../chart/formats.ts';
import { answerOf, average, closedBy, count, project, status, types } from '../chart/sample-answers.ts';
import { alignAnswers, isComparable } from './align-answers.ts';
import { alongsideOf } from './alongside.ts';
import { barsOf, describeDifferences } from './describe-differences.ts';
import { readDifferences, writeDifference, writeShare } from './differences.ts';

const formats = createFormats('en-GB', 'UTC');
const branches = { here: 'spring', there: 'main' };
const bothTypes = { here: types, there: types };

function compare(here: Answer, there: Answer) {
  const both = { here, there };
  const differences = readDifferences(both, { aligned: alignAnswers(both), types: bothTypes, formats });
  const rows = differences.rows.map(({ labels, here: one, there: other, difference, only }) =>
    [labels.join(', '), one, other, difference, only].filter((part) => part !== undefined),
  );
  return { ...differences, rows, all: differences };
}

describe('The difference of two answers', () => {
  it('pairs groups, and counts 0 records where a branch has none of a group', () => {
    const here = answerOf([status, count], [['open', 5], ['done', 3], [null, 1]]); // prettier-ignore
    const there = answerOf([status, count], [['in_progress', 4], ['open', 2]]); // prettier-ignore
    assert.deepEqual(compare(here, there).rows, [
      ['Open', 5, 2, 3],
      ['Done', 3, 0, 3, 'here'],
      ['In progress', 0, 4, -4, 'there'],
      ['No status', 1, 0, 1, 'here'],
    ]);
  });

  it('knows no difference of averages where a branch has no value', () => {
    const here = answerOf([status, average], [['open', 0.3], ['done', null]]); // prettier-ignore
    const there = answerOf([status, average], [['open', 0.1], ['in_progress', 7]]); // prettier-ignore
    const { rows, all } = compare(here, there);
    assert.deepEqual(rows, [
      ['Open', 0.3, 0.1, 0.2],
      ['Done', null, null, null, 'here'],
      ['In progress', null, 7, null, 'there'],
    ]);
    assert.equal(barsOf(all).leftOut, 'Not drawn: 2 groups without a value on one of the branches. See the table.');
  });

  it('does not take a group for empty that an answer left out', () => {
    const here = answerOf([status, count], [['open', 5]]); // prettier-ignore
    const there = answerOf([status, count], [['open', 2], ['done', 1]]); // prettier-ignore
    here.meta.question.groupBy = [{ field: 'status', top: 1 }];
    assert.deepEqual(compare(here, there).rows, [
      ['Open', 5, 2, 3],
      ['Done', null, 1, null, 'there'],
    ]);
    const aligned = alignAnswers({ here, there });
    assert.deepEqual(
      aligned.here.rows.map((row) => row.count),
      [5, null],
    );
  });

  it('puts periods in time order', () => {
    const here = answerOf([closedBy('month'), count], [['2026-01-01', 1], ['2026-04-01', 1]]); // prettier-ignore
    const there = answerOf([closedBy('month'), count], [['2026-02-01', 4]]); // prettier-ignore
    const { rows, all } = compare(here, there);
    assert.deepEqual(
      rows.map(([label]) => label),
      ['Jan 2026', 'Feb 2026', 'Apr 2026'],
    );
    assert.deepEqual(
      barsOf(all).bars.map(({ difference }) => difference),
      [1, -4, 1],
    );
  });

  it('names records that only the other branch has', () => {
    const [one, other] = ['a'.repeat(24), 'b'.repeat(24)] as [string, string];
    const here = answerOf([project, count], [[one, 1]], { project: { [one]: 'Billing' } });
    const there = answerOf([project, count], [[other, 1]], { project: { [other]: 'Tents' } });
    assert.deepEqual(
      compare(here, there).rows.map(([label]) => label),
      ['Billing', 'Tents'],
    );
  });

  it('compares only the same groups and measures', () => {
    const byStatus = answerOf([status, count], [['open', 5]]); // prettier-ignore
    assert.equal(isComparable({ here: byStatus, there: structuredClone(byStatus) }), true);
    for (const columns of [[status, average], [project, count], [count]])
      assert.equal(isComparable({ here: byStatus, there: answerOf(columns, []) }), false);
  });

  it('draws both with one scale, and ranks groups by what both have', () => {
    const both = {
      here: answerOf([status, count], [['open', 5], ['done', 1]]), // prettier-ignore
      there: answerOf([status, count], [['done', 9], ['open', 2]]), // prettier-ignore
    };
    const { reach, sizes } = alongsideOf(alignAnswers(both), {
      ...{ charts: { here: 'bars', there: 'bars' }, types: bothTypes, formats },
    });
    assert.equal(Math.max(...reach), 9);
    assert.deepEqual([...sizes.groups], [['open', 7], ['done', 10]]); // prettier-ignore
  });

  it('is written with its sign, and as a share of the other branch', () => {
    const write = (here: unknown, there: number, difference: number | null, measure = count) => {
      const row = { labels: [], here, there, difference, only: undefined };
      return [writeDifference(difference, measure, formats), writeShare(row, measure, formats)];
    };
    assert.deepEqual(write(1_160, 1_000, 160), ['+160', '+16.0 %']);
    assert.deepEqual(write(940, 1_000, -60), ['−60', '−6.0 %']);
    assert.deepEqual(write(3, 0, 3), ['+3', '–']);
    assert.deepEqual(write(0, 0, 0), ['0', '0.0 %']);
    assert.deepEqual(write(null, 1, null), ['–', '–']);
    assert.deepEqual(write(0.42, 0.4, 0.02, { ...average, format: { unit: 'percent' } }), ['+2%', '+2.0 pt']);
  });

  it('is described in a sentence', () => {
    const of = (here: number, there: number) => {
      const answers = [here, there].map((value) => answerOf([status, count], [['open', value]]));
      answers.forEach((answer, index) => (answer.overall = { count: [here, there][index]! }));
      return describeDifferences(compare(answers[0]!, answers[1]!).all, { branches, formats });
    };
    assert.equal(of(3, 2), 'Overall, spring has +1 (+50.0 %) against main. 1 of 1 group differs.');
    assert.equal(of(2, 2), 'Both branches have the same number of Tickets overall. No group differs.');
  });
});
