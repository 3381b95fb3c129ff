import assert from 'node:assert/strict';
import type { Answer } from '@tallyhook/schemas';
import { answerCsv } from './answer-csv.ts';

const id = 'a'.repeat(24);

function answerOf(rows: Answer['rows'], labels?: Answer['labels']): Answer {
  const columns = [
    { name: 'title', role: 'group' as const, label: 'Title', kind: 'text' as const, field: 'title' },
    { name: 'project', role: 'group' as const, label: 'Project', kind: 'relation' as const, field: 'project' },
    {
      name: 'count',
      role: 'measure' as const,
      label: 'Number of Tickets',
      kind: 'number' as const,
      fn: 'count' as const,
    },
  ];
  const meta = { columns } as Answer['meta'];
  return { rows, overall: { count: 5 }, meta, ...(labels && { labels }) };
}

describe('an answer as CSV', () => {
  it('has a line of names and one for each row, with what separates put in quotes', () => {
    const rows = [
      { key: { title: 'a,b "c"\nd', project: id }, count: 2 },
      { key: { title: null, project: null }, count: -1.5 },
    ];
    assert.equal(answerCsv(answerOf(rows)), `title,project,count\r\n"a,b ""c""\nd",${id},2\r\n,,-1.5\r\n`);
  });

  it('calls columns and records as people do, where there are labels', () => {
    const csv = answerCsv(answerOf([{ key: { title: 'x', project: id }, count: 2 }], { project: { [id]: 'Apollo' } }));
    assert.equal(csv, 'Title,Project,Number of Tickets\r\nx,Apollo,2\r\n');
  });

  it('keeps spreadsheets from taking a text for a formula', () => {
    const texts = ['=1+1', '+1', '-1', '@a', '\t=1'];
    const csv = answerCsv(answerOf(texts.map((title) => ({ key: { title, project: null }, count: 1 }))));
    assert.deepEqual(
      csv.split('\r\n').slice(1, -1),
      texts.map((text) => `'${text},,1`),
    );
  });

  it('says where all other values are one row', () => {
    assert.match(answerCsv(answerOf([{ key: { project: null }, count: 2, other: true }])), /\r\nOther,,2\r\n$/);
  });

  it('has one line over everything where there are no groups', () => {
    const answer = answerOf([]);
    answer.meta.columns = answer.meta.columns.slice(2);
    assert.equal(answerCsv(answer), 'count\r\n5\r\n');
  });
});
