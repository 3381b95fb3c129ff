import { headers, inputs, withBody } from './credential-cases.ts';
import { action, actionFixture, connector, type Edit, webhook } from './golden-case.ts';

const fields = '{ "name": "shop", "label": "Shop" },';

function withField(name: string): Edit {
  return [connector, fields, `${fields} { "name": "${name}", "label": "F" },`];
}

function withAnswer(body: unknown): Edit[] {
  return [
    [actionFixture, '{ "id": 7 } }', `${JSON.stringify(body)} }`],
    [actionFixture, '"output": { "id": 7 }', `"output": ${JSON.stringify(body)}`],
  ];
}

/** Values that only look like credentials: none is reported. */
export const soundCredentials: { title: string; edits: Edit[] }[] = [
  {
    title: 'constant headers and values that services require',
    edits: [
      [connector, headers, '"headers": { "X-Atlassian-Token": "no-check" }'],
      [
        action,
        '"X-Shop": "{{account.shop}}"',
        '"X-CSRF-Token": "Fetch", "X-Atlassian-Token": "{{#if title}}no-check{{/if}}", "Cookie": "consent=YES"',
      ],
      ...withBody(
        `{ "json": { "t": "${inputs}", "credentials": "include", "pad_token": "<pad>", "mask_token": "[MASK]", "password": "********", "secret": "[FILTERED]", "lockToken": "abc123", "has_password": "masked" } }`,
      ),
    ],
  },
  {
    title: 'placeholders and sentences in README.md',
    edits: [
      {
        file: 'README.md',
        text: `# Tracker

Requests carry \`Authorization: Basic base64(email:token)\`, Authorization: Basic authentication, Bearer OAuth2.0 tokens.
The key begins with -----BEGIN ${'PRIVATE'} KEY-----; RSA keys have 2048 bits. See Authorization: order ORD-2024-0001.
Post to https://hooks.slack.com/services/T000/B000/XXXX with \`xoxb-123456789012-…\`, \`Bearer YOURACCESSTOKEN\`,
https://user:yourpersonaltoken@example.com, ghp_YourPersonalAccessToken or sk_test_YourSecretKey.
`,
      },
    ],
  },
  {
    title: 'messages of services about passwords and sign-in',
    edits: withAnswer({
      errors: { password: ['is too short (minimum is 5 characters)'] },
      fields: { 'Work Authorization': 'US citizen' },
      login: { password: '********', has_password: 'masked', change_password: 'https://example.com/change' },
      error: [
        'Authorization: Bearer YOUR_KEY), or as the password',
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY')",
        'Authorization: Bearer token in each request, such as xoxb-your-token or ghp_xxxxxxxxxxxxxxxxxxxx',
        'https://user:***@example.com',
      ],
    }),
  },
  {
    title: 'made-up values with spaces',
    edits: withAnswer({ password: 'test-correct horse', authorization: 'test-is too short', passphrase: 'test- a b' }),
  },
  {
    title: 'ids named like a key, and a flag that says whether there is a password',
    edits: [
      withField('accountKey'),
      withField('has_password'),
      [connector, '"label": "{{account.shop}}"', '"label": "{{account.accountKey}}"'],
      [action, '{{project|url}}', '{{account.accountKey}}/{{project|url}}'],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Shop": "{{account.shop}}{{account.has_password}}"'],
      [actionFixture, '"shop": "fern"', '"shop": "fern", "accountKey": "a1"'],
    ],
  },
  {
    title: 'constants that the body of a delivery is compared with',
    edits: [
      [
        webhook,
        '"label": "Events",',
        '"label": "Events",\n  "match": [{ "path": "event.body.card_product_token", "is": "gold_card" }, { "path": "event.body.changes.password", "is": "changed" }],',
      ],
    ],
  },
];
