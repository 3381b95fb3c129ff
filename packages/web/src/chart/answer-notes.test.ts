import assert from 'node:assert/strict';
import type { AnswerColumn, QuestionSort } from '@tallyhook/schemas';
import { answerNotes } from './answer-notes.ts';
import { describeCut } from './describe-cut.ts';
import { isTableFilled, readFigures, rowsOfTable } from './figures.ts';
import { createFormats } from './formats.ts';
import { formatRange } from './format-range.ts';
import { answerOf, closedBy, count, project, status, types } from './sample-answers.ts';

const formats = createFormats('en-GB', 'UTC');

describe('notes above an answer', () => {
  const notesOf = (columns: AnswerColumn[], sort?: QuestionSort[]) => {
    const { meta, ...answer } = answerOf(columns, [['open', 3]]);
    const question = { ...meta.question, ...(sort === undefined ? {} : { sort }) };
    const groups = { returned: 1000, total: 4044, truncated: true };
    return describeCut({ ...answer, meta: { ...meta, question, groups } }, formats);
  };

  it('give the number of groups, their order, and how to include those without a value', () => {
    assert.equal(
      notesOf([status, count]),
      'Only the first 1,000 of 4,044 groups are shown, sorted by Number of Tickets, largest first. ' +
        'The smallest are left out. ' +
        'Groups without a value come last. To rank them with the others, sort by Number of Tickets.',
    );
    assert.equal(
      notesOf([closedBy('day'), count]),
      'Only the first 1,000 of 4,044 groups are shown, sorted by Closed at, earliest first, ' +
        'then Number of Tickets, largest first. The latest are left out.',
    );
    assert.equal(
      notesOf([status, count], [{ by: 'status' }]),
      'Only the first 1,000 of 4,044 groups are shown, sorted by Status, A to Z. The ones nearest to Z are left out.',
    );
  });

  it('say whether the groups or single rows are in that order, and that parts of groups are missing', () => {
    const [split, bySize] = [[status, project, count], { by: 'count', dir: 'desc' }] as const;
    const sortedBy = (sort?: QuestionSort[], columns: readonly AnswerColumn[] = split) =>
      /sorted by (.*?)\. The/.exec(notesOf([...columns], sort)!)![1];
    const totals = 'Number of Tickets of Status, largest first';
    assert.equal(sortedBy(), totals);
    assert.equal(sortedBy([bySize, { by: 'project' }]), `${totals}, then Project, A to Z`);
    assert.equal(
      sortedBy([bySize], [closedBy('month'), status, count]),
      'Number of Tickets of Closed at, largest first',
    );
    assert.equal(sortedBy([{ by: 'status' }, bySize]), 'Status, A to Z, then Number of Tickets, largest first');
    assert.equal(sortedBy([{ by: 'project' }, bySize]), 'Project, A to Z, then Number of Tickets, largest first');
    const byTime = 'Closed at, earliest first, then Number of Tickets, largest first';
    assert.equal(sortedBy(undefined, [status, closedBy('month'), count]), byTime);
    const { meta, ...answer } = answerOf([...split], [['open', 'a', 3]]);
    const groups = { returned: 1, total: 3, truncated: true, partial: true as const };
    assert.match(
      describeCut({ ...answer, meta: { ...meta, groups } }, formats)!,
      /The smallest are left out\. Not all parts of each Status are shown\. Groups without/,
    );
  });

  it('say which end is left out', () => {
    const end = (by: string, dir: 'asc' | 'desc') => notesOf([closedBy('month'), count], [{ by, dir }])!.split('. ')[1];
    assert.equal(end('closed', 'desc'), 'The earliest are left out.');
    assert.equal(end('count', 'asc'), 'The largest are left out.');
  });

  it('are absent if all groups are shown', () => {
    assert.equal(describeCut(answerOf([status, count], [['open', 3]]), formats), undefined);
  });

  it('include the warnings of the answer', () => {
    const { meta, ...answer } = answerOf([closedBy('month'), count], [['2026-01-01', 3]]);
    const warnings = [{ code: 'not_filled', detail: 'There is no room for periods without records.' }];
    assert.deepEqual(answerNotes({ ...answer, meta }, formats), []);
    assert.deepEqual(answerNotes({ ...answer, meta: { ...meta, warnings } }, formats), [warnings[0]!.detail]);
    const groups = { returned: 1000, total: 4044, truncated: true };
    assert.deepEqual(answerNotes({ ...answer, meta: { ...meta, warnings, groups } }, formats).length, 2);
  });

  it('write an empty range in the days of the page', () => {
    const { meta, ...answer } = answerOf([status, count], []);
    const pointer = '#/filter/and/0';
    const warnings = [{ code: 'empty_range', detail: 'from 2026-11-01, before 2026-10-15', pointer }];
    const notesOf = (range: object) => {
      const resolved = { ...meta.resolved, ranges: [{ pointer, ...range }] };
      return answerNotes({ ...answer, meta: { ...meta, warnings, resolved } }, formats);
    };
    const words = 'Nothing matches a range that ends at or before its start: 1 Nov 2026 – 14 Oct 2026.';
    assert.deepEqual(notesOf({ from: '2026-11-01', before: '2026-10-15' }), [words]);
    const at = (time: string) => `2026-03-09T${time}:00.000Z`;
    const own = createFormats(navigator.languages, 'UTC');
    const between = (begin: string, end: string) => `${own.moment(at(begin))} – ${own.moment(at(end))}.`;
    const ends = (range: object) => notesOf(range)[0]!.replace(/^.* its start: /, '');
    assert.equal(ends({ from: at('12:00'), before: at('10:00') }), between('12:00', '10:00'));
    assert.equal(ends({ after: at('12:00'), to: at('12:00') }), between('12:00', '12:00'));
  });

  it('write the last possible day in every time zone', () => {
    const range = { pointer: '#/filter', from: '2026-01-01', before: '+010000-01-01' };
    assert.equal(formatRange(range, formats, 'Asia/Tokyo'), '1 Jan 2026 – 31 Dec 9999');
  });

  it('include the time of a moment that is not at the edge of a day', () => {
    const rangeOf = (range: object, zone = 'UTC') => formatRange({ pointer: '#/filter', ...range }, formats, zone);
    const own = (zone = 'UTC') => createFormats(navigator.languages, zone);
    const [midnight, at] = ['2026-11-01T00:00:00.000Z', '2026-11-01T05:30:00.000Z'];
    assert.match(own().moment(at), /30/);
    assert.equal(rangeOf({ from: at }), `from ${own().moment(at)}`);
    assert.equal(rangeOf({ before: at }), `until ${own().moment(at)}`);
    assert.equal(rangeOf({ from: at }, 'Asia/Tokyo'), `from ${own('Asia/Tokyo').moment(at)}`);
    assert.equal(rangeOf({ from: midnight, to: at }), `${own().dayOf(midnight)} – ${own().moment(at)}`);
    // An end at the first moment of a day excludes that day.
    assert.equal(rangeOf({ to: midnight }), `until ${own().moment(midnight)}`);
    assert.equal(rangeOf({ after: midnight }), `from ${own().moment(midnight)}`);
    // Whole days of 25 and 23 hours; the second one begins at 01:00.
    const long = { from: '2026-11-01T04:00:00.000Z', before: '2026-11-02T05:00:00.000Z' };
    assert.equal(rangeOf(long, 'America/New_York'), own().dayOf(midnight));
    const short = { from: '2026-04-23T22:00:00.000Z', before: '2026-04-24T21:00:00.000Z' };
    assert.equal(rangeOf(short, 'Africa/Cairo'), own().dayOf('2026-04-24T12:00:00Z'));
  });

  it('omit missing periods that the chart or table shows', () => {
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
