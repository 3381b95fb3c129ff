import assert from 'node:assert/strict';
import type { Answer, Question } from '@tallyhook/schemas';
import { answerCsv } from './answer-csv.ts';

const id = 'a'.repeat(24);

function answerOf(rows: Answer['rows'], labels?: Answer['labels'], groupBy: Question['groupBy'] = []): Answer {
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
  const meta = { columns, question: { type: 'ticket', groupBy } } as Answer['meta'];
  return { rows, overall: { count: 5 }, meta, ...(labels && { labels }) };
}

describe('CSV output', () => {
  it('has a header and a line per row, and quotes values that contain a separator', () => {
    const rows = [
      { key: { title: 'a,b "c"\nd', project: id }, count: 2 },
      { key: { title: null, project: null }, count: -1.5 },
    ];
    assert.equal(answerCsv(answerOf(rows)), `title,project,count\r\n"a,b ""c""\nd",${id},2\r\n,,-1.5\r\n`);
  });

  it('uses the display names of columns and records if there are labels', () => {
    const csv = answerCsv(answerOf([{ key: { title: 'x', project: id }, count: 2 }], { project: { [id]: 'Apollo' } }));
    assert.equal(csv, 'Title,Project,Number of Tickets\r\nx,Apollo,2\r\n');
  });

  it('writes numbers as their field declares if there are labels, and always so that a spreadsheet reads them', () => {
    const number = { role: 'measure', label: 'Money', kind: 'number' } as const;
    const columns = [
      { ...number, name: 'size', role: 'group' as const, format: { decimals: 2 } },
      { ...number, name: 'money', format: { unit: 'EUR' } },
      { ...number, name: 'part', format: { unit: 'percent', decimals: 1 } },
    ];
    const meta = { columns, question: { type: 'ticket' } } as Answer['meta'];
    const rows = [{ key: { size: -1 }, money: -1234.5, part: 0.4367 }];
    const csv = (labels?: Answer['labels']) =>
      answerCsv({ rows, overall: {}, meta, ...(labels && { labels }) }).split('\r\n')[1];
    assert.deepEqual([csv(), csv({})], ['-1,-1234.5,0.4367', '-1.00,-1234.50,43.7%']);
  });

  it('distinguishes deleted and unnamed records from no value if there are labels', () => {
    const [gone, unnamed] = ['b', 'c'].map((sign) => sign.repeat(24)) as [string, string];
    const rows = [id, gone, unnamed, null].map((project) => ({ key: { title: 'x', project }, count: 1 }));
    const csv = answerCsv(answerOf(rows, { project: { [id]: 'Apollo', [gone]: null, [unnamed]: '' } }));
    assert.deepEqual(csv.split('\r\n').slice(1, -1), [
      'x,Apollo,1',
      `x,Deleted (${gone}),1`,
      `x,Unnamed (${unnamed}),1`,
      'x,,1',
    ]);
  });

  it('keeps spreadsheets from running a text as a formula', () => {
    const texts = ['=1+1', '+1', '-1', '@a', '\t=1'];
    const csv = answerCsv(answerOf(texts.map((title) => ({ key: { title, project: null }, count: 1 }))));
    assert.deepEqual(
      csv.split('\r\n').slice(1, -1),
      texts.map((text) => `'${text},,1`),
    );
  });

  it('marks the row of all other values', () => {
    assert.match(answerCsv(answerOf([{ key: { project: null }, count: 2, other: true }])), /\r\nOther,,2\r\n$/);
  });

  it('distinguishes the row of all other values from a value with that name', () => {
    const rows: Answer['rows'] = [
      { key: { title: 'Other', project: null }, count: 1 },
      { key: { project: null }, count: 2, other: true },
    ];
    const groupBy = [{ field: 'title', top: 1, other: true }, { field: 'project' }];
    const csv = answerCsv(answerOf(rows, undefined, groupBy));
    assert.equal(csv, 'title,project,count,other\r\nOther,,1,false\r\nOther,,2,true\r\n');
    assert.match(answerCsv(answerOf(rows, {}, groupBy)), /^Title,Project,Number of Tickets,All others\r\n/);
  });

  it('distinguishes periods without records from those with a value of zero', () => {
    const rows: Answer['rows'] = [
      { key: { title: '2026-01-01', project: null }, count: 0 },
      { key: { title: '2026-02-01', project: null }, count: 0, filled: true },
    ];
    const csv = answerCsv(answerOf(rows, undefined, [{ field: 'title', unit: 'month', fill: true }]));
    assert.equal(csv, 'title,project,count,filled\r\n2026-01-01,,0,false\r\n2026-02-01,,0,true\r\n');
  });

  it('has a single overall line without groups', () => {
    const answer = answerOf([]);
    answer.meta.columns = answer.meta.columns.slice(2);
    assert.equal(answerCsv(answer), 'count\r\n5\r\n');
  });
});
