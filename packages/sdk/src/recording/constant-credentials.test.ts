import assert from 'node:assert/strict';
import { constantCredentials, formsInTemplate } from './constant-credentials.ts';
import { namesCredential } from './credential-names.ts';

describe('constants under the name of a credential', () => {
  for (const value of [
    { token: '{{account.token}}', auth: 'none', password: 'none', secret: '', apiKey: true, pin: null },
    { grant_type: 'client_credentials', token_type: 'bearer', tokenType: 'Bearer', max_tokens: 4096 },
    { page_token: 'first-page', nextPageToken: '{{page.cursor}}', ClientRequestToken: 'abc12345' },
    { verify_token: '{{hook.secret}}', secret: 'a{{hook.secret}}', token_url: 'https://example.com/token' },
    { public_api_key: 'pk_abc12345', passwordPolicy: 'strong', keyId: 'abc12345' },
    'https://example.com/?page_token=abc123&token={{account.token}}',
    '{"token": {{title|json}}, "password": "{{account.password}}"}',
    'What the password=secret of a person is',
    {
      'X-Atlassian-Token': 'no-check',
      'X-CSRF-Token': 'Fetch',
      credentials: 'include',
      token: '{{#if a}}gold_card{{/if}}',
    },
    { Cookie: 'consent=YES; seen=1', authorization: 'not-required', api_key: 'YOUR_API_KEY_1', eos_token: '</s>' },
    {
      password: 'is too short (minimum is 5 characters)',
      secret: '[FILTERED]',
      has_password: 'masked',
      pass: '******',
    },
    'Password: changed',
  ])
    it(`are none in ${JSON.stringify(value)}`, () => assert.deepEqual(constantCredentials(value), []));

  it('are found beside those that are none, at their place', () => {
    const value = { page_token: 'abc123', deep: [{ botToken: 'abc123' }], text: 'a=b&client_secret=abc123' };
    assert.deepEqual(constantCredentials(value, ['query']), [
      { path: ['query', 'deep', 0, 'botToken'], name: 'botToken', value: 'abc123', offset: 0 },
      { path: ['query', 'text'], name: 'client_secret', value: 'abc123', offset: 18 },
    ]);
  });
});

describe('names of credentials', () => {
  for (const name of [
    'token',
    'Password',
    'apiKey',
    'api_key',
    'X-Auth-Token',
    'clientSecret',
    'githubToken',
    'Cookie',
    'api_key_v2',
    'tokenValue',
    'user_pass',
    'exchange_token',
  ])
    it(`are such as ${name}`, () => assert.ok(namesCredential(name)));

  for (const name of [
    'tokenUrl',
    'passwordPolicy',
    'publicKey',
    'publicApiKey',
    'keyId',
    'accessKeyId',
    'pageToken',
    'nextForwardToken',
    'resumptionToken',
    'csrf_token',
    'hasPassword',
    'is_secret',
    'boarding_pass',
    'key',
  ])
    it(`are not such as ${name}`, () => assert.ok(!namesCredential(name)));
});

describe('credentials by how they look', () => {
  for (const text of [
    'Begins with xoxb-your-token, ghp_ or sk_live_.',
    `sk_${'live'}_xxxxxxxxxxxxxxxxxxxxxxxx`,
    'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    'Send "Authorization: Bearer TOKEN", or Authorization: Token your_token.',
    'Bearer {{account.token}}',
    'https://{{account.user}}:{{account.password}}@example.com, https://user:password@example.com',
    'The text between -----BEGIN PRIVATE KEY----- and its end.',
    'It begins with -----BEGIN PRIVATE KEY-----. Administrationsbereich 4096.',
    'Authorization: Basic base64(email:token), Authorization: expires 2026-01-01T00:00:00Z, Bearer RFC-6750',
    'sk-learn-something-with-words and pat-na1-your-token',
  ])
    it(`are none in ${text}`, () => assert.deepEqual(formsInTemplate(text), []));

  it('are found behind a slot, at their place in the text', () => {
    const text = `{{title}} Bearer {{account.token}}, xoxb-${'1234567890'}-abc`;
    assert.deepEqual(
      formsInTemplate(text).map(({ name, offset }) => [name, offset]),
      [['a Slack token', 36]],
    );
  });
});
