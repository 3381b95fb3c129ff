import assert from 'node:assert/strict';
import { parseForeignJson } from './parse-foreign-json.ts';

describe('JSON of another service', () => {
  it('keeps the digits of a whole number that JavaScript cannot hold, as a text', () => {
    assert.deepEqual(parseForeignJson('{"id":17841405793187219,"list":[-9007199254740992, 12345678901234567890]}'), {
      id: '17841405793187219',
      list: ['-9007199254740992', '12345678901234567890'],
    });
    assert.equal(parseForeignJson('17841405793187219'), '17841405793187219');
  });

  it('leaves every other number a number', () => {
    const text =
      '[9007199254740991,-9007199254740991,1.2345678901234567890,1e20,0.12345678901234567,12345678901234567.5]';
    assert.deepEqual(parseForeignJson(text), JSON.parse(text));
  });

  it('leaves texts and keys as they are', () => {
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
    it(`that is none stays none: ${text}`, () => assert.throws(() => parseForeignJson(text), SyntaxError));
});
