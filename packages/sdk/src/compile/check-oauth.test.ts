import assert from 'node:assert/strict';
import { oauthConnector } from '../../test/oauth-connector.ts';
import { compileConnector } from './compile-connector.ts';

const connector = 'connector.json';
const action = 'actions/list-orders.json';
const webhook = 'webhooks/orders.json';

/** The problems of the sound connector after replacing one text. */
function problemsOf(file: string, find: string, replacement: string): string[] {
  const text = oauthConnector[file]!;
  assert.ok(text.includes(find), `${file} contains ${find}`);
  const texts = { ...oauthConnector, [file]: text.replace(find, () => replacement) };
  const { problems } = compileConnector(new Map(Object.entries(texts)));
  return problems.map((problem) => `${problem.file}:${problem.line}:${problem.column} ${problem.code}`);
}

type Row = [title: string, find: string, replacement: string, ...expected: string[]];

function reports(file: string, rows: Row[]): void {
  for (const [title, find, replacement, ...expected] of rows) {
    it(title, () =>
      assert.deepEqual(
        problemsOf(file, find, replacement),
        expected.map((place) => `${file}:${place}`),
      ),
    );
  }
}

it('the compiler packages a valid connector that signs in with OAuth 2', () => {
  const { package: compiled, problems } = compileConnector(new Map(Object.entries(oauthConnector)));
  assert.deepEqual(problems, []);
  assert.equal(compiled?.connector.signIn.kind, 'oauth2');
});

describe('OAuth 2 sign-in checks', () => {
  reports(connector, [
    ['report an unknown grant', '"authorizationCode"', '"implicit"', '8:14 not_allowed'],
    ['report a missing authorization page', '    "authorize": {', '    "authorise": {', '10:5 unknown_key'],
    ['warn if PKCE is switched off', '"scopes"', '"pkce": false, "scopes"', '9:5 pkce_off'],
    ['report an invalid address', '"https://login.example.com/token"', '"login.example.com/token"', '11:23 wrong_url'],
    ['accept an unlisted host in an address of the sign-in', 'login.example.com', 'login.example.org'],
    [
      'report an unlisted host made of values',
      '"https://login.example.com/token"',
      '"https://{{account.region}}/token"',
      '11:32 host_not_listed',
    ],
    [
      'report a value that does not exist before the token',
      '{{account.region}}',
      '{{account.apiHost}}',
      '11:114 unknown_name',
    ],
    [
      'report a value in the authorization address that is not kept yet',
      '{{account.shop}}.example.com/a',
      '{{account.site}}.example.com/a',
      '10:46 unknown_name',
    ],
    [
      'report a client written into the package',
      '"scopes"',
      '"client": { "id": "abc", "secret": "{{account.shop}}" }, "scopes"',
      '9:23 credential_in_package',
      '29:16 secret_not_declared',
    ],
    [
      'report a secret in the parameters',
      '"region": "{{account.region}}"',
      '"client_secret": "s3cr3t"',
      '11:110 credential_in_package',
    ],
    ['report an unknown root', '{{scope}}', '{{scopes}}', '12:46 unknown_name'],
    ['report a redirect value in a refresh', '{{scope}}', '{{redirect.code}}', '12:46 unknown_name'],
    [
      'report a kept value with the name of an existing one',
      '"region": { "value"',
      '"shop": { "value"',
      '11:114 unknown_name',
      '14:7 duplicate_name',
    ],
    ['report a kept value with the name of a token', '"userToken": {', '"refreshToken": {', '16:7 reserved_name'],
    ['report a kept value that never changes', '{{redirect.region}}', 'eu', '14:28 constant_value'],
    ['report a host that a redirect could forge', ', "hosts": ["*.example.com"]', '', '5:32 host_not_bound'],
    ['report a host pattern that matches everything', '"*.example.com"', '"*.com"', '15:71 wide_host'],
    ['report a path with an unknown root', '"response.body"', '"respons.body"', '21:30 unknown_name'],
    ['report a choice label with an unknown root', '{{item.name}}', '{{items.name}}', '21:58 unknown_name'],
    [
      'report a choice whose value never changes',
      '"value": "{{item.id}}" }',
      '"value": "id" }',
      '21:81 constant_value',
    ],
    [
      'report a token in an address',
      '"https://api.example.com/sites"',
      '"https://api.example.com/{{account.accessToken}}"',
      '20:81 secret_not_here',
    ],
    [
      'accept another form of the token in a request right after the sign-in',
      '"url": "https://api.example.com/sites"',
      '"url": "https://api.example.com/sites", "headers": { "X-Access-Token": "OAuth {{account.accessToken}}" }',
    ],
    [
      'accept the client secret and the token in its query',
      '"url": "https://api.example.com/sites"',
      '"url": "https://api.example.com/sites", "query": { "client_id": "{{client.id}}", "client_secret": "{{client.secret}}", "token": "{{account.accessToken}}" }',
    ],
    [
      'report the client secret in its address',
      '"https://api.example.com/sites"',
      '"https://api.example.com/{{client.id}}/{{client.secret}}"',
      '20:94 secret_not_here',
    ],
    [
      'report a client secret written into its query',
      '"url": "https://api.example.com/sites"',
      '"url": "https://api.example.com/sites", "query": { "client_secret": "4711" }',
      '20:107 credential_in_package',
    ],
    [
      'report a token written into its headers',
      '"url": "https://api.example.com/sites"',
      '"url": "https://api.example.com/sites", "headers": { "Authorization": "OAuth 4711" }',
      '20:109 credential_in_package',
    ],
    ['report a header without a name', '"name": "X-Access-Token", ', '', '25:14 missing_key'],
    [
      'report a constant token',
      '"value": "{{account.accessToken}}" }',
      '"value": "abc" }',
      '25:67 credential_in_package',
    ],
    ['report a condition on anything but the response', '"response.body.error"', '"body.error"', '26:60 unknown_name'],
    [
      'report a refresh of a client credentials token',
      '"authorizationCode"',
      '"clientCredentials"',
      '10:5 key_not_here',
      '12:5 key_not_here',
      '14:31 unknown_name',
    ],
    [
      'report an account field with the name of a token',
      '"name": "shop", "label": "Shop"',
      '"name": "scope", "label": "Shop"',
      '10:46 unknown_name',
      '29:26 reserved_name',
      '30:25 unknown_name',
    ],
  ]);
});

describe('error rule and rate limit checks', () => {
  reports(connector, [
    [
      'report a rule that says nothing about responses',
      '"status": [403], "class": "rate_limit"',
      '"class": "rate_limit"',
      '34:14 missing_key',
    ],
    ['report an unknown class', '"rate_limit"', '"rateLimit"', '34:42 not_allowed'],
    [
      'report a message about anything but the response',
      '{{response.body.message}}',
      '{{body.message}}',
      '34:70 unknown_name',
    ],
    ['report a limit without its window', '"windowMs": 1000, ', '', '36:18 missing_key'],
    ['report an unknown unit', '"as": "seconds"', '"as": "minutes"', '35:82 not_allowed'],
  ]);
});

describe('pagination checks', () => {
  reports(action, [
    ['report an unknown kind', '"kind": "cursor"', '"kind": "curser"', '11:13 not_allowed'],
    ['report a request that asks for the same page each time', ', "after": "{{page.cursor}}"', '', '10:3 unused_page'],
    ['report a page value that this kind does not have', '{{page.cursor}}', '{{page.number}}', '7:57 unknown_name'],
    ['report a cursor that is always the same', '{{last.id}}', 'next', '13:15 constant_cursor'],
    ['report a path with an unknown root', '"response.body.data"', '"body.data"', '12:15 unknown_name'],
    ['report a path with a filter', '"response.body.data"', '"response.body.data|json"', '12:14 slot_syntax'],
    [
      'report an input named like the page',
      '"status": { "type"',
      '"page": { "type"',
      '3:48 reserved_name',
      '7:29 unknown_name',
    ],
    [
      'report one idempotency key for many requests',
      '"annotations"',
      '"idempotencyHeader": "Key", "annotations"',
      '17:3 key_not_here',
    ],
    [
      'warn if an annotation contradicts the method',
      '"readOnly": true',
      '"destructive": true',
      '17:20 annotation_contradicts',
    ],
    [
      'report an error rule on anything but the response',
      '"path": "response.body.code"',
      '"path": "code"',
      '16:36 unknown_name',
    ],
  ]);
});

describe('subscription checks', () => {
  reports(webhook, [
    ['report an unknown kept value', '{{subscription.id}}', '{{subscription.uid}}', '16:71 unknown_name'],
    ['report an unknown part of the hook', '{{hook.secret}}', '{{hook.token}}', '12:90 unknown_name'],
    ['warn if the request lacks the address for deliveries', '"url": "{{hook.url}}", ', '', '9:5 unused_hook_url'],
    ['report a misspelt unsubscribe', '  "unsubscribe": {', '  "unsubscrib": {', '16:3 unknown_key'],
    [
      'report an input named like the hook',
      '"topic": { "type"',
      '"hook": { "type"',
      '8:50 reserved_name',
      '8:95 unknown_name',
      '12:39 unknown_name',
    ],
    [
      'report an input named like the client',
      '"topic": { "type"',
      '"client": { "type"',
      '8:50 reserved_name',
      '8:97 unknown_name',
      '12:39 unknown_name',
    ],
    [
      'accept the client in the body',
      '"secret": "{{hook.secret}}"',
      '"client": "{{client.id}}", "client_secret": "{{client.secret}}"',
    ],
    [
      'accept the client in the query',
      '"path": "/hooks/{{subscription.id}}"',
      '"path": "/hooks/{{subscription.id}}", "query": { "client_id": "{{client.id}}", "client_secret": "{{client.secret}}" }',
    ],
    [
      'report the client secret in the address',
      '"path": "/hooks/{{subscription.id}}"',
      '"path": "/hooks/{{client.id}}/{{client.secret}}"',
      '16:79 secret_not_here',
    ],
    [
      'report the token in the query, where only the client is allowed',
      '"path": "/hooks/{{subscription.id}}"',
      '"path": "/hooks/{{subscription.id}}", "query": { "token": "{{account.accessToken}}" }',
      '16:109 secret_not_here',
    ],
    [
      'report a client secret written into the query',
      '"path": "/hooks/{{subscription.id}}"',
      '"path": "/hooks/{{subscription.id}}", "query": { "client_secret": "4711" }',
      '16:106 credential_in_package',
    ],
    ['report the client in a kept value', '{{response.body.id}}', '{{client.id}}', '14:35 unknown_name'],
  ]);
  it('report the client of a sign-in without one', () => {
    const signIn = /"signIn": \{[\s\S]*?\n {2}\},/;
    const text = oauthConnector[webhook]!.replace('{{hook.secret}}', '{{client.secret}}');
    const plain = oauthConnector[connector]!.replace(
      signIn,
      '"signIn": { "kind": "bearer", "token": "{{account.shop}}" },',
    );
    const texts = { ...oauthConnector, [connector]: plain, [webhook]: text };
    const { problems } = compileConnector(new Map(Object.entries(texts)));
    const found = problems.filter(({ file }) => file === webhook).map(({ code, message }) => `${code} ${message}`);
    assert.deepEqual(found, ['unknown_name there is no "client" here']);
  });
  it('warn if nothing unsubscribes', () => {
    const without = oauthConnector[webhook]!.replace(/,\n {2}"unsubscribe".*\n/, '\n');
    assert.deepEqual(problemsOf(webhook, oauthConnector[webhook]!, without), [`${webhook}:7:3 no_unsubscribe`]);
  });
});
