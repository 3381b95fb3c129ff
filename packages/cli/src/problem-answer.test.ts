import assert from 'node:assert/strict';
import { problemDocument } from '@tallyhook/schemas';
import { problemOfAnswer } from './problem-answer.ts';

describe('a refusal of the server', () => {
  it('is printed with --json exactly as it came', () => {
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

  it('keeps a code that a newer server added', () => {
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

  it('that is no problem document says so', () => {
    for (const body of [undefined, null, 'Bad Gateway', { message: 'no' }]) {
      assert.match(problemOfAnswer(502, body).message, /^The server answered 502 without saying why/);
    }
  });
});
