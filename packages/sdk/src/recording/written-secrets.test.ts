import assert from 'node:assert/strict';
import { writtenSecrets } from './written-secrets.ts';

const found = (value: unknown): string[] => writtenSecrets(value).map(({ value: secret }) => secret);

describe('credentials in a fixture', () => {
  for (const [value, secret] of [
    [{ password: 'abc' }, 'abc'],
    [{ deep: [{ apiKey: 'al-808080' }] }, 'al-808080'],
    [{ url: 'https://x.example.com/?access_token=zz-99887766' }, 'zz-99887766'],
    [{ authorization: 'Token token="abc123", user="b"' }, 'Token token="abc123", user="b"'],
  ] satisfies [unknown, string][])
    it(`are found in ${JSON.stringify(value)}`, () => assert.deepEqual(found(value), [secret]));

  for (const value of [
    { token: '6bk3gql82em5nmf', secret: 'hook', next_page_token: 'CURSOR-abc12345678' },
    { api_key: 'test-1-api_key', password: '********', authorization: 'Token token="test-key"' },
    { authorization: `Basic ${Buffer.from('ada:test-password').toString('base64')}`, id_token: '[redacted]' },
    { errors: { password: ['is too short'] } },
  ])
    it(`are not found in ${JSON.stringify(value)}`, () => assert.deepEqual(found(value), []));
});
