import assert from 'node:assert/strict';
import { parseRoutes } from './routes.ts';

describe('routes', () => {
  it('are parsed from text', () => {
    assert.deepEqual(parseRoutes('https://api.example.com=http://127.0.0.1:4010, https://b.example=http://[::1]:5'), [
      { from: 'https://api.example.com', to: 'http://127.0.0.1:4010' },
      { from: 'https://b.example', to: 'http://[::1]:5' },
    ]);
  });

  it('may be empty', () => {
    assert.deepEqual(parseRoutes(''), []);
    assert.deepEqual(parseRoutes(undefined), []);
  });

  const refused = [
    'https://a.example=http://10.0.0.1:80',
    'https://a.example=http://localhost:80',
    'https://a.example=http://127.0.0.1.evil.example:80',
    'https://a.example=https://b.example',
    'https://a.example/path=http://127.0.0.1:1',
    'https://a.example=http://127.0.0.1:1/path',
    'https://a.example',
    'a.example=http://127.0.0.1:1',
    'ftp://a.example=http://127.0.0.1:1',
  ];
  for (const text of refused) {
    it(`refuse ${text}`, () => assert.throws(() => parseRoutes(text), { code: 'invalid_request' }));
  }
});
