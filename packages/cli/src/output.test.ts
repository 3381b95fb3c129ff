import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { printable, problemText, table } from './output.ts';

describe('printed output', () => {
  it('aligns numbers to the right and texts to the left', () => {
    const text = table(
      ['origin', 'count'],
      [
        ['EWR', '120,835'],
        ['LGA', 7],
      ],
    );
    assert.equal(text, ['origin    count', '------  -------', 'EWR     120,835', 'LGA           7'].join('\n'));
  });

  it('prints the header of a table without rows', () => {
    assert.equal(table(['id', 'name'], []), 'id  name\n--  ----');
  });

  it('never sends control characters in data to the terminal', () => {
    assert.equal(printable('a\u001b[2Jb\nc\u009b'), 'a [2Jb c ');
    assert.equal(printable(null), '');
    assert.equal(printable({ a: [1] }), '{"a":[1]}');
  });

  it('names command line options where the product names URL parameters', () => {
    const refused = (detail: string, workspaces: string[]): string =>
      problemText(new Problem('invalid_request', detail, { members: { workspaces } })).replace(/^.*?: /, '');
    assert.equal(
      refused('You are in 2 workspaces. Name one: workspace=w1, w2.', ['w1', 'w2']),
      'You belong to 2 workspaces. Name one with --workspace, or set a default with tallyhook workspaces use: w1, w2.',
    );
    assert.equal(
      refused('You are in no workspace yet. Make one at /api/workspaces.', []),
      "You don't belong to a workspace yet. Create one: tallyhook workspaces create.",
    );
  });

  it('shows title, detail and each mistake of a problem, with its place and the accepted values', () => {
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

  it('does not repeat a suggestion or a missing key that the detail already names', () => {
    const problem = new Problem('invalid_usage', 'Two.', {
      errors: [
        {
          pointer: '#/ownr',
          code: 'unknown_key',
          detail: 'unknown key "ownr"; did you mean "owner"?',
          suggestion: 'owner',
          allowed: ['owner', 'token'],
        },
        { pointer: '#', code: 'missing_key', detail: 'the key "token" is missing; add it', allowed: ['token'] },
      ],
    });
    assert.match(
      problemText(problem),
      /: Two\.\n.*did you mean "owner"\?\n {2}# {2}missing_key {2}the key "token" is missing; add it$/,
    );
  });

  it('names the line of the file for a mistake that has one', () => {
    const problem = new Problem('invalid_import', 'Nothing was kept.', {
      errors: [{ line: 17, code: 'wrong_type', detail: '"x" is no number.' }],
    });
    assert.match(problemText(problem), /\n {2}line 17 {2}wrong_type {2}"x" is no number\.$/);
  });
});
