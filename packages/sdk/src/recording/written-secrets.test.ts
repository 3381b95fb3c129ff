import assert from 'node:assert/strict';
import { writtenSecrets } from './written-secrets.ts';

const found = (value: unknown): string[] => writtenSecrets(value, []).map(({ value: secret }) => secret);

describe('credentials that stand in a fixture', () => {
  for (const [value, secret] of [
    [{ app_secret_key: 'abcd-1237' }, 'abcd-1237'],
    [{ apiKeys: { live: 'al-808080' } }, 'al-808080'],
    [[{ name: 'api_key', value: 'KV-77218822' }], 'KV-77218822'],
    [{ headers: [['authorization', 'Bearer zz-99887766']] }, 'zz-99887766'],
    [{ dsn: 'Server=db;Password=cs-515151;' }, 'cs-515151'],
    [{ body: '<r><SecretAccessKey>sak-99887766</SecretAccessKey></r>' }, 'sak-99887766'],
    [{ secret: '189485c3a0e1b2d3f4a5' }, '189485c3a0e1b2d3f4a5'],
  ] satisfies [unknown, string][])
    it(`are found in ${JSON.stringify(value)}`, () => {
      const [first = ''] = found(value);
      assert.ok(first.includes(secret), first);
    });

  for (const value of [
    { token: '6bk3gql82em5nmf', license_key: '85DB562A-C11D4B06-A2335A6B-8C079166', secret: 'hook' },
    { api_key: 'test-1-api_key', password: '********', apiKeys: { live: 'test-2-live', name: 'al-808080' } },
    { fields: [{ name: 'password', value: 'Passwort' }], text: 'password=test-password api_key=YOUR_KEY_1' },
    { next_page_token: 'CURSOR-abc12345678' },
  ])
    it(`are none in ${JSON.stringify(value)}`, () => assert.deepEqual(found(value), []));
});
