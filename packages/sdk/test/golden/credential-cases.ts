import { action, connector, type Edit, type GoldenCase, webhook } from './golden-case.ts';

// Put together here, so that scanners do not take it for a real one.
const stripe = `sk_${'live'}_0123456789abcdefghijklmn`;
const github = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;

export const headers = '"headers": { "Accept": "application/json" }';
const body = '{ "json": { "title": "{{title}}", "labels": "{{labels}}" } }';
export const inputs = '{{title}}{{labels|json}}';

/** Edits the action's request to have another body. */
export function withBody(text: string): Edit[] {
  return [[action, body, text]];
}

/** Keys in the formats of services, put together for the same reason. */
const serviceKeys: Record<string, string> = {
  anthropic: `sk-ant-api03-${'abcdEFGH12'.repeat(9)}AA`,
  aws: `AKIA${'ABCD1234'.repeat(2)}`,
  gitlab: `glpat-${'0123456789abcdefghij'}`,
  huggingface: `hf_${'abcdefghijklmnopqrstuvwxyzABCDEFGH'}`,
  linear: `lin_api_${'0123456789abcdefghijABCDEFGHIJ0123456789'}`,
  npm: `npm_${'0123456789abcdefghijABCDEFGHIJ012345'}`,
  shopify: `shpat_${'0123456789abcdef'.repeat(2)}`,
  slack: `xoxb-${'123456789012-1234567890123-abcdefghijklmnopqrstuvwx'}`,
};

/** Credentials in each part of a package. */
export const credentialCases: GoldenCase[] = [
  {
    title: 'a Stripe key in a header of all requests',
    edits: [[connector, headers, `"headers": { "X-Stripe": "${stripe}" }`]],
    expected: ['connector.json:15:82 #/request/headers/X-Stripe credential_in_package'],
  },
  {
    title: 'a GitHub token after a scheme in a header',
    edits: [[action, '"X-Shop": "{{account.shop}}"', `"X-Shop": "Bearer ${github}"`]],
    expected: ['actions/create-issue.json:16:36 #/request/headers/X-Shop credential_in_package'],
  },
  {
    title: 'constants in headers with credential names',
    edits: [[action, '"X-Shop": "{{account.shop}}"', '"X-Access-Token": "abc123", "X-Auth": "Key abc123"']],
    expected: [
      'actions/create-issue.json:16:36 #/request/headers/X-Access-Token credential_in_package',
      'actions/create-issue.json:16:56 #/request/headers/X-Auth credential_in_package',
    ],
  },
  {
    title: 'keys in the query of a request and of all requests',
    edits: [
      [connector, headers, '"query": { "api_key": "abc123" }'],
      [action, '"notify": true', '"notify": true, "token": ["abc123", 12345678]'],
    ],
    expected: [
      'connector.json:15:79 #/request/query/api_key credential_in_package',
      'actions/create-issue.json:15:42 #/request/query/token/0 credential_in_package',
      'actions/create-issue.json:15:52 #/request/query/token/1 credential_in_package',
    ],
  },
  {
    title: 'a key in the query of an address',
    edits: [
      [
        action,
        '"path": "/projects/{{project|url}}/issues"',
        '"url": "https://api.example.com/{{project|url}}?a=b&api_key=abc123"',
      ],
    ],
    expected: ['actions/create-issue.json:14:65 #/request/url credential_in_package'],
  },
  {
    title: 'a token and a password at any depth of a JSON body',
    edits: withBody(
      `{ "json": { "title": "${inputs}", "token": "abc123", "auth": [{ "password": "correcthorse9", "kind": "none" }] } }`,
    ),
    expected: [
      'actions/create-issue.json:17:71 #/request/body/json/token credential_in_package',
      'actions/create-issue.json:17:104 #/request/body/json/auth/0/password credential_in_package',
    ],
  },
  {
    title: 'a key in a form',
    edits: withBody(`{ "form": { "title": "${inputs}", "api_key": "abc123" } }`),
    expected: ['actions/create-issue.json:17:73 #/request/body/form/api_key credential_in_package'],
  },
  {
    title: 'a key in a form, between the lines of a block',
    edits: withBody(`{ "form": { "title": "${inputs}", "api_key": "{{#if title}}abc123{{/if}}" } }`),
    expected: ['actions/create-issue.json:17:73 #/request/body/form/api_key credential_in_package'],
  },
  {
    title: 'a key in a part of a form',
    edits: withBody(
      `{ "multipart": [{ "name": "t", "value": "${inputs}" }, { "name": "api_key", "value": "abc123" }] }`,
    ),
    expected: ['actions/create-issue.json:17:113 #/request/body/multipart/1/value credential_in_package'],
  },
  {
    title: 'keys in the answers of a webhook',
    edits: [
      [webhook, '{ "text": "{{event.body.token|hmac_sha256 account.token}}" }', '{ "json": { "secret": "abc123" } }'],
      [webhook, '"reason": "a ping"', `"reason": "a ping", "answer": { "text": "${stripe}" }`],
    ],
    expected: [
      'webhooks/events.json:6:39 #/handshake/0/answer/json/secret credential_in_package',
      'webhooks/events.json:9:117 #/ignore/0/answer/text credential_in_package',
    ],
  },
  {
    title: 'the shared secret of deliveries in a match',
    edits: [
      [
        webhook,
        '"label": "Events",',
        '"label": "Events",\n  "match": [{ "path": "event.headers.x-gitlab-token", "is": "abc123" }],',
      ],
    ],
    expected: ['webhooks/events.json:3:61 #/match/0/is credential_in_package'],
  },
  {
    title: 'a constant subscription secret',
    edits: [
      [
        webhook,
        '"label": "Events",',
        `"label": "Events",
  "subscribe": {
    "request": { "method": "POST", "path": "/hooks", "body": { "json": { "url": "{{hook.url}}", "secret": "abc123" } } }
  },
  "unsubscribe": { "method": "DELETE", "path": "/hooks", "query": { "password": "abc123" } },`,
      ],
    ],
    expected: [
      'webhooks/events.json:4:107 #/subscribe/request/body/json/secret credential_in_package',
      'webhooks/events.json:6:81 #/unsubscribe/query/password credential_in_package',
    ],
  },
  {
    title: 'credentials in names, labels, descriptions and the icon',
    edits: [
      [connector, '"name": "Tracker"', `"name": "Tracker ${stripe}", "description": "Use ${github}."`],
      [connector, '"label": "Shop"', `"label": "Shop ${stripe}"`],
      [action, '"label": "Create an issue"', `"label": "Create ${stripe}"`],
      [action, '"title": { "type": "string" }', `"title": { "type": "string", "examples": ["a", "${github}"] }`],
      { file: 'README.md', text: `# Tracker\n\nSign in with ${github}.\n` },
      { file: 'icon.svg', text: `<svg viewBox="0 0 1 1"><title>${stripe}</title></svg>` },
    ],
    expected: [
      'connector.json:3:20 #/name credential_in_package',
      'connector.json:3:75 #/description credential_in_package',
      'connector.json:9:40 #/account/fields/0/label credential_in_package',
      'actions/create-issue.json:2:20 #/label credential_in_package',
      'actions/create-issue.json:7:54 #/input/properties/title/examples/1 credential_in_package',
      'README.md:3:14 # credential_in_package',
      'icon.svg:1:31 # credential_in_package',
    ],
  },
  {
    title: 'a credential as a key, and in a file with another mistake',
    edits: [[action, '"query": { "notify": true }', `"qurey": { "${github}": "${stripe}" }`]],
    expected: [
      'actions/create-issue.json:15:5 #/request/qurey unknown_key did you mean "query"?',
      `actions/create-issue.json:15:16 #/request/qurey/${github} credential_in_package`,
    ],
  },
  {
    title: 'fields with credential names that are not declared secret',
    edits: [
      [
        connector,
        '{ "name": "shop", "label": "Shop" },',
        '{ "name": "shop", "label": "Shop" }, { "name": "apiToken", "label": "T" }, { "name": "password", "label": "P" }, { "name": "tokenUrl", "label": "U" }, { "name": "pwd", "label": "Unused" },',
      ],
      [connector, '"label": "{{account.shop}}"', '"label": "{{account.password}} {{account.tokenUrl}}"'],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Shop": "{{account.shop}}{{account.apiToken}}"'],
    ],
    expected: [
      'connector.json:9:44 #/account/fields/1 secret_not_declared',
      'connector.json:9:82 #/account/fields/2 secret_not_declared',
      'connector.json:9:158 #/account/fields/4 secret_not_declared',
    ],
  },
  ...Object.entries(serviceKeys).map(([service, key]): GoldenCase => ({
    title: `a key of ${service} under any name`,
    edits: [[action, '"notify": true', `"v": "${key}"`]],
    expected: ['actions/create-issue.json:15:21 #/request/query/v credential_in_package'],
  })),
  {
    title: 'keys in headers with service-specific names',
    edits: [
      [
        action,
        '"X-Shop": "{{account.shop}}"',
        '"x-functions-key": "abc123", "DD-APPLICATION-KEY": "abc123", "Cookie": "consent=YES; sid=abc123"',
      ],
      ...withBody(`{ "json": { "t": "${inputs}", "pass": "hunter", "auth": "abc123", "password": "changeit" } }`),
    ],
    expected: [
      'actions/create-issue.json:16:37 #/request/headers/x-functions-key credential_in_package',
      'actions/create-issue.json:16:69 #/request/headers/DD-APPLICATION-KEY credential_in_package',
      'actions/create-issue.json:16:89 #/request/headers/Cookie credential_in_package',
      'actions/create-issue.json:17:66 #/request/body/json/pass credential_in_package',
      'actions/create-issue.json:17:84 #/request/body/json/auth credential_in_package',
      'actions/create-issue.json:17:106 #/request/body/json/password credential_in_package',
    ],
  },
  {
    title: 'an account field that signIn sends but that is not declared secret',
    edits: [
      [connector, '"token": "{{account.token}}"', '"token": "{{account.apiToken}}"'],
      [
        connector,
        '{ "name": "shop", "label": "Shop" },',
        '{ "name": "shop", "label": "Shop" }, { "name": "apiToken", "label": "T" },',
      ],
    ],
    expected: ['connector.json:9:44 #/account/fields/1 secret_not_declared'],
  },
  {
    title: 'a private key, at its first line',
    edits: [
      {
        file: 'README.md',
        text: `# Tracker\n\n-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIEpAIBAAKCAQEA\n'.repeat(8)}-----END RSA ${'PRIVATE'} KEY-----\n`,
      },
    ],
    expected: ['README.md:3:1 # credential_in_package'],
  },
  {
    title: 'a secret in the label and the id of an account',
    edits: [
      [connector, '"label": "{{account.shop}}"', '"label": "{{account.token}}"'],
      [connector, '"{{test.body.id}}"', '"{{account.token}}"'],
    ],
    expected: [
      'connector.json:12:25 #/account/label secret_not_here',
      'connector.json:13:30 #/account/externalId secret_not_here',
    ],
  },
];
