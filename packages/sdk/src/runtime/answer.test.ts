import assert from 'node:assert/strict';
import { readAnswer } from './answer.ts';

describe("a service's response", () => {
  it('keeps an integer beyond the safe range as text', () => {
    const headers = { 'content-type': 'application/json' };
    const answer = readAnswer({ status: 200, headers, body: Buffer.from('{"id":17841405793187219,"n":7}') });
    assert.deepEqual(answer.body, { id: '17841405793187219', n: 7 });
  });
});
