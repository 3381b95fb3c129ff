import assert from 'node:assert/strict';
import { oauthConnector } from '../../test/oauth-connector.ts';
import { compileConnector } from './compile-connector.ts';

const connector = 'connector.json';
const action = 'actions/list-orders.json';
const webhook = 'webhooks/orders.json';

/** The problems of the sound connector after replacing one text. */
function problemsOf(file: string, find: string, replacement: string): string[] {
  const text = oauthConnector[file]!;
  assert.ok(text.includes(find), `${file} holds ${find}`);
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

it('the compiler makes a package of a sound connector that signs in with OAuth 2', () => {
  const { package: compiled, problems } = compileConnector(new Map(Object.entries(oauthConnector)));
  assert.deepEqual(problems, []);
  assert.equal(compiled?.connector.signIn.kind, 'oauth2');
});

describe('the compiler, of a sign-in with OAuth 2,', () => {
  reports(connector, [
    ['reports a grant that is none', '"authorizationCode"', '"implicit"', '8:14 not_allowed'],
    ['reports a page that is missing', '    "authorize": {', '    "authorise": {', '10:5 unknown_key'],
    ['warns of PKCE switched off', '"scopes"', '"pkce": false, "scopes"', '9:5 pkce_off'],
    [
      'reports an address that is none',
      '"https://login.example.com/token"',
      '"login.example.com/token"',
      '11:23 wrong_url',
    ],
    ['takes an address of its own without having it listed', 'login.example.com', 'login.example.org'],
    [
      'reports a host made of values that is not listed',
      '"https://login.example.com/token"',
      '"https://{{account.region}}/token"',
      '11:32 host_not_listed',
    ],
    [
      'reports a value that is not there before the token',
      '{{account.region}}',
      '{{account.apiHost}}',
      '11:114 unknown_name',
    ],
    [
      'reports the page asking for what is not kept yet',
      '{{account.shop}}.example.com/a',
      '{{account.site}}.example.com/a',
      '10:46 unknown_name',
    ],
    [
      'reports a client that is written into the package',
      '"scopes"',
      '"client": { "id": "abc", "secret": "{{account.shop}}" }, "scopes"',
      '9:23 credential_in_package',
      '29:16 secret_not_declared',
    ],
    [
      'reports a secret among the parameters',
      '"region": "{{account.region}}"',
      '"client_secret": "s3cr3t"',
      '11:110 credential_in_package',
    ],
    ['reports an unknown root', '{{scope}}', '{{scopes}}', '12:46 unknown_name'],
    [
      'reports a redirect that has been forgotten by the time of a refresh',
      '{{scope}}',
      '{{redirect.code}}',
      '12:46 unknown_name',
    ],
    [
      'reports a kept value called like one that is there',
      '"region": { "value"',
      '"shop": { "value"',
      '11:114 unknown_name',
      '14:7 duplicate_name',
    ],
    ['reports a kept value called like a token', '"userToken": {', '"refreshToken": {', '16:7 reserved_name'],
    ['reports a kept value that never changes', '{{redirect.region}}', 'eu', '14:28 constant_value'],
    ['reports a host that a redirect could forge', ', "hosts": ["*.example.com"]', '', '5:32 host_not_bound'],
    ['reports a pattern of hosts that lets all through', '"*.example.com"', '"*.com"', '15:71 wide_host'],
    ['reports a path into nothing', '"response.body"', '"respons.body"', '21:30 unknown_name'],
    ['reports a label over anything else', '{{item.name}}', '{{items.name}}', '21:58 unknown_name'],
    ['reports a choice of the same again', '"value": "{{item.id}}" }', '"value": "id" }', '21:81 constant_value'],
    [
      'reports a token in an address',
      '"https://api.example.com/sites"',
      '"https://api.example.com/{{account.accessToken}}"',
      '20:81 secret_not_here',
    ],
    [
      'takes another form of the token in a request right after the sign-in',
      '"url": "https://api.example.com/sites"',
      '"url": "https://api.example.com/sites", "headers": { "X-Access-Token": "OAuth {{account.accessToken}}" }',
    ],
    [
      'takes the secret of the client and the token in its query',
      '"url": "https://api.example.com/sites"',
      '"url": "https://api.example.com/sites", "query": { "client_id": "{{client.id}}", "client_secret": "{{client.secret}}", "token": "{{account.accessToken}}" }',
    ],
    [
      'reports the secret of the client in its address',
      '"https://api.example.com/sites"',
      '"https://api.example.com/{{client.id}}/{{client.secret}}"',
      '20:94 secret_not_here',
    ],
    [
      'reports a client that is written into its query',
      '"url": "https://api.example.com/sites"',
      '"url": "https://api.example.com/sites", "query": { "client_secret": "4711" }',
      '20:107 credential_in_package',
    ],
    [
      'reports a token that is written there',
      '"url": "https://api.example.com/sites"',
      '"url": "https://api.example.com/sites", "headers": { "Authorization": "OAuth 4711" }',
      '20:109 credential_in_package',
    ],
    ['reports a header without a name', '"name": "X-Access-Token", ', '', '25:14 missing_key'],
    [
      'reports a token written out',
      '"value": "{{account.accessToken}}" }',
      '"value": "abc" }',
      '25:67 credential_in_package',
    ],
    ['reports a condition over anything but the answer', '"response.body.error"', '"body.error"', '26:60 unknown_name'],
    [
      'reports a refresh of what is fetched anew',
      '"authorizationCode"',
      '"clientCredentials"',
      '10:5 key_not_here',
      '12:5 key_not_here',
      '14:31 unknown_name',
    ],
    [
      'reports a field called like a token',
      '"name": "shop", "label": "Shop"',
      '"name": "scope", "label": "Shop"',
      '10:46 unknown_name',
      '29:26 reserved_name',
      '30:25 unknown_name',
    ],
  ]);
});

describe('the compiler, of what answers mean,', () => {
  reports(connector, [
    [
      'reports a rule about no answer',
      '"status": [403], "class": "rate_limit"',
      '"class": "rate_limit"',
      '34:14 missing_key',
    ],
    ['reports a class that is none', '"rate_limit"', '"rateLimit"', '34:42 not_allowed'],
    [
      'reports a message over anything but the answer',
      '{{response.body.message}}',
      '{{body.message}}',
      '34:70 unknown_name',
    ],
    ['reports a limit without its time', '"windowMs": 1000, ', '', '36:18 missing_key'],
    ['reports a unit that is none', '"as": "seconds"', '"as": "minutes"', '35:82 not_allowed'],
  ]);
});

describe('the compiler, of pages,', () => {
  reports(action, [
    ['reports a kind that is none', '"kind": "cursor"', '"kind": "curser"', '11:13 not_allowed'],
    ['reports a request that asks for the same page each time', ', "after": "{{page.cursor}}"', '', '10:3 unused_page'],
    ['reports a part that pages of this kind have not', '{{page.cursor}}', '{{page.number}}', '7:57 unknown_name'],
    ['reports a cursor that is always the same', '{{last.id}}', 'next', '13:15 constant_cursor'],
    ['reports a path that is none', '"response.body.data"', '"body.data"', '12:15 unknown_name'],
    ['reports a path of more than one slot', '"response.body.data"', '"response.body.data|json"', '12:14 slot_syntax'],
    [
      'reports an input called like the page',
      '"status": { "type"',
      '"page": { "type"',
      '3:48 reserved_name',
      '7:29 unknown_name',
    ],
    [
      'reports one key for many requests',
      '"annotations"',
      '"idempotencyHeader": "Key", "annotations"',
      '17:3 key_not_here',
    ],
    [
      'warns where what it says of itself contradicts its method',
      '"readOnly": true',
      '"destructive": true',
      '17:20 annotation_contradicts',
    ],
    [
      'reports a rule over anything but the answer',
      '"path": "response.body.code"',
      '"path": "code"',
      '16:36 unknown_name',
    ],
  ]);
});

describe('the compiler, of subscriptions,', () => {
  reports(webhook, [
    ['reports a kept value that is not there', '{{subscription.id}}', '{{subscription.uid}}', '16:71 unknown_name'],
    ['reports an unknown part of the hook', '{{hook.secret}}', '{{hook.token}}', '12:90 unknown_name'],
    ['warns where the service is not told the address', '"url": "{{hook.url}}", ', '', '9:5 unused_hook_url'],
    ['warns where it is never taken away', '  "unsubscribe": {', '  "unsubscrib": {', '16:3 unknown_key'],
    [
      'reports an input called like the hook',
      '"topic": { "type"',
      '"hook": { "type"',
      '8:50 reserved_name',
      '8:95 unknown_name',
      '12:39 unknown_name',
    ],
    [
      'reports an input called like the client',
      '"topic": { "type"',
      '"client": { "type"',
      '8:50 reserved_name',
      '8:97 unknown_name',
      '12:39 unknown_name',
    ],
    [
      'takes the client in what is sent',
      '"secret": "{{hook.secret}}"',
      '"client": "{{client.id}}", "client_secret": "{{client.secret}}"',
    ],
    [
      'takes the client in the query',
      '"path": "/hooks/{{subscription.id}}"',
      '"path": "/hooks/{{subscription.id}}", "query": { "client_id": "{{client.id}}", "client_secret": "{{client.secret}}" }',
    ],
    [
      'reports the secret of the client in the address',
      '"path": "/hooks/{{subscription.id}}"',
      '"path": "/hooks/{{client.id}}/{{client.secret}}"',
      '16:79 secret_not_here',
    ],
    [
      'reports the token in the query, where the client may stand',
      '"path": "/hooks/{{subscription.id}}"',
      '"path": "/hooks/{{subscription.id}}", "query": { "token": "{{account.accessToken}}" }',
      '16:109 secret_not_here',
    ],
    [
      'reports a client that is written into the query',
      '"path": "/hooks/{{subscription.id}}"',
      '"path": "/hooks/{{subscription.id}}", "query": { "client_secret": "4711" }',
      '16:106 credential_in_package',
    ],
    ['reports the client among what is kept', '{{response.body.id}}', '{{client.id}}', '14:35 unknown_name'],
  ]);
  it('reports the client of a sign-in that has none', () => {
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
  it('warns where nothing takes a subscription away', () => {
    const without = oauthConnector[webhook]!.replace(/,\n {2}"unsubscribe".*\n/, '\n');
    assert.deepEqual(problemsOf(webhook, oauthConnector[webhook]!, without), [`${webhook}:7:3 no_unsubscribe`]);
  });
});
