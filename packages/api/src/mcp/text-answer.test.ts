import assert from 'node:assert/strict';
import type { Answer } from '@tallyhook/query';
import { textAnswer } from './text-answer.ts';

const meta: Answer['meta'] = {
  question: { type: 'ticket' },
  columns: [
    { name: 'status', role: 'group', label: 'Status', kind: 'choice' },
    { name: 'count', role: 'measure', label: 'Number', kind: 'number' },
  ],
  resolved: { timezone: 'UTC', weekStart: 'monday', ranges: [] },
  groups: { returned: 1, total: 1, truncated: false },
  overlap: [],
  countedAt: '2026-03-01T12:00:00.000Z',
  tookMs: 3,
};

describe('text answer', () => {
  it('names "no value" and "all others"', () => {
    const rows: Answer['rows'] = [
      { key: { status: 'open' }, count: 2 },
      { key: { status: null }, count: 1 },
      { key: {}, other: true, count: 4 },
    ];
    const text = textAnswer({ rows, overall: { count: 7 }, labels: { status: { open: 'Open' } }, meta });
    assert.equal(
      text,
      [
        'status | count',
        'Open | 2',
        '(no value) | 1',
        '(all others) | 4',
        'Over everything: count 7.',
        'Counted at 2026-03-01T12:00:00.000Z; days and weeks in the time zone UTC.',
      ].join('\n'),
    );
  });

  it('distinguishes a deleted record from an unnamed one', () => {
    const rows: Answer['rows'] = ['a', 'b', 'c'].map((status) => ({ key: { status }, count: 1 }));
    const text = textAnswer({ rows, overall: { count: 3 }, labels: { status: { a: null, b: '', c: 'Cy' } }, meta });
    assert.match(text, /^Deleted \(a\) \| 1\nUnnamed \(b\) \| 1\nCy \| 1$/m);
  });

  it('keeps each row on one line and each value in its column', () => {
    const rows: Answer['rows'] = ['x\ny', 'x\r\ny\u2028z', 'a | b'].map((status) => ({ key: { status }, count: 1 }));
    const text = textAnswer({ rows, overall: { count: 3 }, meta });
    assert.match(text, /^status \| count\nx\\ny \| 1\nx\\ny\\nz \| 1\na \\\| b \| 1\nOver/);
  });

  it('shows fifty rows, and says how many more there are', () => {
    const rows = Array.from({ length: 53 }, (_, at) => ({ key: { status: `s${at}` }, count: 1 }));
    const text = textAnswer({ rows, overall: { count: 53 }, meta });
    assert.match(text, /^s49 \| 1\n… 3 more rows are in the structured answer\.$/m);
    assert.doesNotMatch(text, /s50/);
  });

  it('says that the limit cut off rows of the groups shown', () => {
    const groups = { returned: 1, total: 9, truncated: true, partial: true as const };
    const text = textAnswer({
      rows: [{ key: { status: 'open' }, count: 2 }],
      overall: { count: 9 },
      meta: { ...meta, groups },
    });
    assert.match(
      text,
      /^These are the first 1 of 9 groups\.\nRows of a shown "status" may be missing, so its rows do not add up to its total\.$/m,
    );
  });

  it('has no table without rows, and a dash for a missing measure', () => {
    const text = textAnswer({ rows: [], overall: { count: null }, meta });
    assert.match(text, /^Over everything: count -\.\nCounted at/);
  });

  const spans: [range: { from?: string; after?: string; before?: string; to?: string }, expected: string][] = [
    [{ from: '2026-01-01', before: '2026-02-01' }, 'from 2026-01-01, before 2026-02-01'],
    [{ after: '2026-01-01', to: '2026-02-01' }, 'after 2026-01-01, to 2026-02-01 included'],
  ];
  for (const [range, expected] of spans) {
    it(`shows resolved dates: ${expected}`, () => {
      const ranges = [{ pointer: '#/filter', ...range }];
      const text = textAnswer({ rows: [], overall: {}, meta: { ...meta, resolved: { ...meta.resolved, ranges } } });
      assert.ok(text.includes(`#/filter means ${expected}.`), text);
    });
  }
});
