import assert from 'node:assert/strict';
import { readDocument } from './read-document.ts';

describe('an OpenAPI document', () => {
  it('is JSON or YAML, in OpenAPI 3 or Swagger 2.0', () => {
    const versionOf = (text: string): unknown => readDocument(text, 'a')['openapi'];
    assert.equal(versionOf('{"openapi":"3.1.0"}'), '3.1.0');
    assert.equal(versionOf('openapi: 3.2\n'), '3.2');
    for (const text of ['openapi: 3.0.3\npaths: {}\n', 'swagger: 2.0\n', '{ swagger: "2.0" }'])
      assert.match(String(versionOf(text)), /^3\.1\./);
  });

  for (const [text, expected] of [
    ['{"openapi":"4.0.0"}', 'a.yaml: "openapi" must be version 3, such as "3.1.0", got "4.0.0".'],
    ['{"swagger":"1.2"}', 'a.yaml: "swagger" must be "2.0", got "1.2".'],
    [
      '{"paths":{}}',
      'a.yaml has neither "openapi" nor "swagger" at the top level. Use an OpenAPI 3 or Swagger 2.0 file.',
    ],
    ['[]', 'a.yaml must be an object with "openapi" or "swagger", got a list.'],
    ['', 'a.yaml must be an object with "openapi" or "swagger", got nothing.'],
    ['openapi: 3.0.0\nopenapi: 3.1.0\n', 'a.yaml:2:1 is neither JSON nor YAML: Map keys must be unique.'],
    ['{"openapi": "3.1.0",\n "paths": [}', 'a.yaml:2:12 is neither JSON nor YAML: '],
  ] as const) {
    it(`is refused with what was found and expected: ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => readDocument(text, 'a.yaml'),
        (error: Error) => error.message.startsWith(expected) || assert.equal(error.message, expected),
      );
    });
  }

  it('is refused if its aliases expand too far', () => {
    const lines = ['openapi: 3.0.0', 'a0: &a0 [x, x]'];
    for (let level = 1; level < 30; level++) lines.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`);
    assert.throws(() => readDocument(lines.join('\n'), 'a.yaml'), /a\.yaml cannot be read: Excessive alias count/);
  });
});
