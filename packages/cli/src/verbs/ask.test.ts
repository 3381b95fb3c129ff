import assert from 'node:assert/strict';
import { answerText } from './ask.ts';

describe('an answer as a table', () => {
  it('has one line per group with names instead of ids, and the overall measures below', () => {
    const text = answerText({
      rows: [
        { key: { airline: 'a1', late: true }, count: 58665, avg_dep_delay: 12.1 },
        { key: { airline: 'a2', late: false }, count: 3, avg_dep_delay: null },
        { key: { airline: null, late: null }, count: 1, avg_dep_delay: 0 },
        { key: { late: true }, count: 4, avg_dep_delay: 1, other: true },
      ],
      overall: { count: 58669, avg_dep_delay: 12.09 },
      labels: { airline: { a1: 'United', a2: null } },
    });
    assert.deepEqual(text.split('\n'), [
      'airline       late      count  avg_dep_delay',
      '------------  -------  ------  -------------',
      'United        true     58,665  12.1',
      'Deleted (a2)  false         3  none',
      '(empty)       (empty)       1  0',
      '(all others)  true          4  1',
      '',
      'overall: count 58,669, avg_dep_delay 12.09',
    ]);
  });

  it('has only the overall measures without groups', () => {
    assert.equal(
      answerText({ rows: [], overall: { count: 0, avg_dep_delay: null } }),
      'overall: count 0, avg_dep_delay none',
    );
  });
});
