import assert from 'node:assert/strict';
import { constantCredentials } from './constant-credentials.ts';
import { findForms, findFormsInAll, leaveOutCredentials } from './credential-forms.ts';
import { namesCredential, namesSentCredential } from './credential-names.ts';

describe('constants named like credentials', () => {
  for (const value of [
    { token: '{{account.token}}', password: '********', secret: '', apiKey: true, pin: null },
    { grant_type: 'client_credentials', token_type: 'bearer', max_tokens: 4096, keyId: 'abc12345' },
    { page_token: 'first-page', nextPageToken: '{{page.cursor}}', ClientRequestToken: 'abc12345' },
    { verify_token: '{{hook.secret}}', secret: 'a{{hook.secret}}', token_url: 'https://example.com/token' },
    'https://example.com/?page_token=abc123&token={{account.token}}',
    { 'X-Atlassian-Token': 'no-check', 'X-CSRF-Token': 'Fetch', credentials: 'include', Cookie: 'a=b; c=YES' },
    { password: 'is too short (minimum is 5 characters)', secret: '[FILTERED]', passphrase: '<yours>' },
  ])
    it(`finds none in ${JSON.stringify(value)}`, () => assert.deepEqual(constantCredentials(value), []));

  it('finds them with their place, in structures and addresses', () => {
    const value = { deep: [{ botToken: 'abc123' }], url: 'https://example.com/?a=b&client_secret=abc123' };
    assert.deepEqual(constantCredentials(value, ['query']), [
      { path: ['query', 'deep', 0, 'botToken'], name: 'botToken', value: 'abc123', offset: 0 },
      { path: ['query', 'url'], name: 'client_secret', value: 'abc123', offset: 39 },
    ]);
  });
});

describe('credential names', () => {
  for (const name of ['token', 'Password', 'apiKey', 'api_key', 'X-API-Key', 'X-Auth-Token', 'clientSecret', 'Cookie'])
    it(`include ${name}`, () => assert.ok(namesCredential(name)));

  for (const name of ['tokenUrl', 'passwordPolicy', 'publicKey', 'keyId', 'pageToken', 'hasPassword', 'key'])
    it(`do not include ${name}`, () => assert.ok(!namesCredential(name)));

  it('include more for what is sent', () => {
    assert.ok(namesSentCredential('X-Amz-Signature') && !namesCredential('X-Amz-Signature'));
  });
});

describe('credential forms', () => {
  for (const text of [
    'Begins with xoxb-your-token, ghp_ or sk_live_.',
    `sk_${'live'}_xxxxxxxxxxxxxxxxxxxxxxxx`,
    'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    'https://{{account.user}}:{{account.password}}@example.com, https://user:test-password@example.com',
    'The text between -----BEGIN PRIVATE KEY----- and its end.',
    'aws_account_id = "1234-5678-9012", AKIAIOSFODNN7EXAMPLE',
    '6f9619ff-8b86-4d01-b42d-00cf4fc964ff 0123456789abcdef0123456789abcdef01234567',
  ])
    it(`are not found in ${text}`, () => assert.deepEqual(findForms(text), []));

  const slack = `xoxb-${'1234567890'}-abc`;

  it('are found at their place despite a secretlint-disable comment', () => {
    const text = `// secretlint-disable\n{{title}} ${slack}`;
    assert.deepEqual(findForms(text), [{ rule: 'slack', secret: slack, offset: 32 }]);
  });

  it('are found in many texts at once', () => {
    const found = findFormsInAll(['a', `b ${slack}`, '', slack, 'c']);
    assert.deepEqual(
      found.map(({ index, offset }) => [index, offset]),
      [
        [1, 2],
        [3, 0],
      ],
    );
  });

  it('are replaced in text written by others', () =>
    assert.equal(leaveOutCredentials(`Use ${slack}, or ${slack}.`), 'Use …, or ….'));
});
