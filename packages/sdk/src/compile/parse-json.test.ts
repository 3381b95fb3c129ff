import assert from 'node:assert/strict';
import { parseJson } from './parse-json.ts';

describe('a text that is no JSON', () => {
  const hintOf = (text: string) => parseJson(text).problems.map(({ code, hint }) => ({ code, hint }));

  it('is explained where another language writes it so', () => {
    assert.deepEqual(hintOf('{"a": True}'), [{ code: 'json_syntax', hint: 'did you mean true?' }]);
  });

  it('is not explained by what every object inherits', () => {
    const [unknown] = hintOf('{"a": whatever}');
    assert.deepEqual(hintOf('{"a": constructor}'), [unknown]);
  });
});
