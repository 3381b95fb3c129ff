import assert from 'node:assert/strict';
import { action, type Edit } from '../../test/golden/golden-case.ts';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector, type CompileResult } from './compile-connector.ts';

const json = '"json": { "title": "{{title}}", "labels": "{{labels}}" }';
const groq = '{"posts": *[_type == {{title|json}}], "labels": {{labels|json}}}';
const asItStands = 'where the text is not meant as JSON, write {{!}} before it';

/** The golden connector with a text in one place. */
function compiled(find: string, replacement: string): CompileResult {
  const edit: Edit = [action, find, replacement];
  const text = goldenConnector[action]!.replace(edit[1], () => edit[2]);
  return compileConnector(new Map(Object.entries({ ...goldenConnector, [action]: text })));
}

describe('a text that begins and ends as JSON does, and need not be JSON,', () => {
  const places: [place: string, find: string, write: (text: string) => string, end: string][] = [
    ['a query', '"notify": true', (text) => `"notify": ${text}`, asItStands],
    ['a form', json, (text) => `"form": { "about": ${text} }`, asItStands],
    [
      'a part without a type',
      json,
      (text) => `"multipart": [{ "name": "about", "value": ${text} }]`,
      `${asItStands}, or give the part the "type" that it has`,
    ],
  ];
  for (const [place, find, write, end] of places) {
    it(`is warned of in ${place}, with the way out, and compiles`, () => {
      const result = compiled(find, write(JSON.stringify(groq)));
      const [problem] = result.problems.filter(({ code }) => code === 'template_not_json');
      assert.equal(problem?.severity, 'warning');
      assert.ok(problem.hint?.endsWith(end), problem.hint);
      assert.notEqual(result.package, undefined);
    });

    it(`is refused in ${place} where a list without a plain text stands in it, whatever it is meant as`, () => {
      const result = compiled(find, write(JSON.stringify('["{{title}}" TO {{labels}}]')));
      const codes = result.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      assert.deepEqual(codes, ['wrong_type']);
    });
  }

  it('is checked as JSON in a part whose type says that it is, and not in one of another type', () => {
    const codesOf = (type: string): string[] => {
      const part = `"multipart": [{ "name": "about", "type": "${type}", "value": ${JSON.stringify(groq)} }]`;
      return compiled(json, part).problems.map(({ code, severity }) => `${severity} ${code}`);
    };
    assert.deepEqual(codesOf('application/json'), ['error template_not_json']);
    assert.deepEqual(codesOf('text/plain'), []);
  });
});
