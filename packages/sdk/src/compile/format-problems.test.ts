import assert from 'node:assert/strict';
import { compileConnector } from './compile-connector.ts';
import { formatProblems } from './format-problems.ts';
import { goldenConnector } from '../../test/golden-connector.ts';

const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

/** The problems of a package with a hostile file name and a hostile key. */
function hostile(): ReturnType<typeof compileConnector>['problems'] {
  const key = '\\u001b[31mred\\u0007\\nx::error file=a::b\\u009b1m\\u202e';
  const file = 'actions/na\nme\u001b[31m.json';
  const webhook = goldenConnector['webhooks/events.json']!.replace('"label"', `"${key}": 1, "label"`);
  return compileConnector(
    new Map(Object.entries({ ...goldenConnector, [file]: '{}', 'webhooks/events.json': webhook })),
  ).problems;
}

describe('formatted problems', () => {
  it('contain no control characters as text and for GitHub', () => {
    const problems = hostile();
    assert.ok(problems.some(({ file }) => raw.test(file)) && problems.some(({ message }) => raw.test(message)));
    const text = formatProblems(problems, { format: 'text' });
    assert.doesNotMatch(text, raw);
    assert.match(text, /^actions\/na\\nme\\u001b\[31m\.json:1:1 /m);
    assert.match(text, /"\\u001b\[31mred\\u0007\\nx::error file=a::b\\u009b1m\\u202e"/);
    const annotations = formatProblems(problems, { format: 'github' });
    assert.doesNotMatch(annotations, raw);
    assert.equal(annotations.split('\n').length, problems.length);
  });

  it('say what was found if no source line is shown', () => {
    const action = goldenConnector['actions/create-issue.json']!.replace(
      '"unless": [{ "path": "response.body.ok", "is": false }]',
      '"status": [99]',
    ).replace('"json": { "title": "{{title}}", "labels": "{{labels}}" }', '"multipart": [{ "name": "a" }]');
    const fixture = goldenConnector['fixtures/create-issue.json']!.replace('"output": { "id": 7 }', '');
    const files = { 'actions/create-issue.json': action, 'fixtures/create-issue.json': fixture };
    const { problems } = compileConnector(new Map(Object.entries({ ...goldenConnector, ...files })));
    assert.deepEqual(
      formatProblems(problems, { format: 'github' })
        .split('\n')
        .map((line) => line.replace(/^.*?::.*?::/, '').replace(/ \(#.*/, '')),
      [
        'expected name and one of value and file, got name',
        'expected at least 200, got 99',
        'expected output, error or cancelled, got none',
      ],
    );
  });

  it('keep their data unchanged as JSON', () => {
    const problems = hostile();
    assert.deepEqual(JSON.parse(formatProblems(problems, { format: 'json' })), problems);
  });

  it('have the caret below the place, even after tabs and escapes', () => {
    const place = { file: 'a.json', line: 1, column: 4, pointer: '#', sourceLine: '\t\u001b"x', sourceColumn: 3 };
    const problem = { ...place, severity: 'error' as const, code: 'comment' as const, message: 'm' };
    const [, line, caret] = formatProblems([problem], { format: 'text' }).split('\n');
    assert.deepEqual([line, caret], ['  \t\\u001b"x', '  \t      ^']);
  });
});
