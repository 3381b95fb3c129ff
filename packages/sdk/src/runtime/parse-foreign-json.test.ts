import assert from 'node:assert/strict';
import { parseForeignJson } from './parse-foreign-json.ts';

describe('JSON from another service', () => {
  it('keeps an integer beyond the safe range as text', () => {
    assert.deepEqual(parseForeignJson('{"id":17841405793187219,"list":[-9007199254740992, 12345678901234567890]}'), {
      id: '17841405793187219',
      list: ['-9007199254740992', '12345678901234567890'],
    });
    assert.equal(parseForeignJson('17841405793187219'), '17841405793187219');
  });

  it('keeps every other number as a number', () => {
    const text =
      '[9007199254740991,-9007199254740991,1.2345678901234567890,1e20,0.12345678901234567,12345678901234567.5]';
    assert.deepEqual(parseForeignJson(text), JSON.parse(text));
  });

  it('keeps texts and keys unchanged', () => {
    const text = String.raw`{"17841405793187219":"a \"17841405793187219\" 17841405793187219","b\\":"\\"}`;
    assert.deepEqual(parseForeignJson(text), JSON.parse(text));
  });

  for (const text of [
    '{17841405793187219:1}',
    '{17841405793187219 :1}',
    '017841405793187219',
    '- 17841405793187219',
    '+17841405793187219',
    '"abc \\17841405793187219',
    '"abc 17841405793187219',
    '\\17841405793187219',
    'true17841405793187219',
    '[17841405793187219 17841405793187219]',
    '"a"17841405793187219"b"',
  ])
    it(`refuses invalid JSON: ${text}`, () => assert.throws(() => parseForeignJson(text), SyntaxError));
});
