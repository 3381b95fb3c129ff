import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { printable, problemText, table } from './output.ts';

describe('what is printed', () => {
  it('lines up columns, numbers to the right and texts to the left', () => {
    const text = table(
      ['origin', 'count'],
      [
        ['EWR', '120,835'],
        ['LGA', 7],
      ],
    );
    assert.equal(text, ['origin    count', '------  -------', 'EWR     120,835', 'LGA           7'].join('\n'));
  });

  it('prints the head of a table that has no rows', () => {
    assert.equal(table(['id', 'name'], []), 'id  name\n--  ----');
  });

  it('keeps control characters of data away from the terminal', () => {
    assert.equal(printable('a\u001b[2Jb\nc\u009b'), 'a [2Jb c ');
    assert.equal(printable(null), '');
    assert.equal(printable({ a: [1] }), '{"a":[1]}');
  });

  it('says of a refusal its title, its detail and each mistake with its place and what would be accepted', () => {
    const problem = new Problem('invalid_question', '2 mistakes', {
      errors: [
        {
          pointer: '#/filter/and/0/field',
          code: 'unknown_field',
          detail: 'ticket has no "statsu".',
          suggestion: 'status',
        },
        { pointer: '#/measures/0/fn', code: 'not_allowed', detail: '"mean" is no measure.', allowed: ['sum', 'avg'] },
      ],
    });
    assert.equal(
      problemText(problem),
      [
        'The question cannot be run: 2 mistakes',
        '  #/filter/and/0/field  unknown_field  ticket has no "statsu".',
        '      did you mean status?',
        '  #/measures/0/fn  not_allowed  "mean" is no measure.',
        '      allowed: sum, avg',
      ].join('\n'),
    );
  });

  it('names the line of a file where the mistake has one', () => {
    const problem = new Problem('invalid_import', 'Nothing was kept.', {
      errors: [{ line: 17, code: 'wrong_type', detail: '"x" is no number.' }],
    });
    assert.match(problemText(problem), /\n {2}line 17 {2}wrong_type {2}"x" is no number\.$/);
  });
});
