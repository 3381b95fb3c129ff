import assert from 'node:assert/strict';
import { problemDocument } from '@tallyhook/schemas';
import { problemOfAnswer } from './problem-answer.ts';

describe('a problem answered by the server', () => {
  it('is printed unchanged with --json', () => {
    const document = {
      type: '/problems/query-timeout',
      title: 'The question took longer than eight seconds',
      status: 504,
      code: 'query_timeout',
      detail: 'Narrow it.',
      instance: 'request-1',
      limitMs: 8000,
      errors: [{ pointer: '#/type', code: 'unknown_type', detail: 'No.' }],
    };
    assert.deepEqual(problemDocument(problemOfAnswer(504, document)), document);
  });

  it('keeps a code that only a newer server knows', () => {
    const problem = problemOfAnswer(418, {
      title: 'Short and stout',
      status: 418,
      code: 'teapot',
      detail: 'No coffee here.',
    });
    const document = problemDocument(problem);
    assert.equal(document.code, 'teapot');
    assert.equal(document.title, 'Short and stout');
  });

  it('has a message of its own if the answer is not a problem document', () => {
    for (const body of [undefined, null, 'Bad Gateway', { message: 'no' }]) {
      assert.match(problemOfAnswer(502, body).message, /^The server answered 502 without saying why/);
    }
  });
});
