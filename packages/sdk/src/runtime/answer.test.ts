import assert from 'node:assert/strict';
import { readAnswer } from './answer.ts';

describe('the answer of a service', () => {
  it('has a whole number that JavaScript cannot hold as the text of its digits', () => {
    const headers = { 'content-type': 'application/json' };
    const answer = readAnswer({ status: 200, headers, body: Buffer.from('{"id":17841405793187219,"n":7}') });
    assert.deepEqual(answer.body, { id: '17841405793187219', n: 7 });
  });
});
