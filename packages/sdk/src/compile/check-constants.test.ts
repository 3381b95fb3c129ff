import assert from 'node:assert/strict';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from './compile-connector.ts';

const connector = 'connector.json';
const action = 'actions/create-issue.json';
const actionFixture = 'fixtures/create-issue.json';
const fields = '{ "name": "shop", "label": "Shop" },';
const key = `sk_${'live'}_0123456789abcdefghijkl`;

type Edit = [file: string, find: string, replacement: string];

function problemsAfter(edits: Edit[]): { message: string; hint?: string }[] {
  const texts = new Map(Object.entries(goldenConnector));
  for (const [file, find, replacement] of edits) {
    assert.ok(texts.get(file)!.includes(find), find);
    texts.set(
      file,
      texts.get(file)!.replace(find, () => replacement),
    );
  }
  return compileConnector(texts).problems;
}

/** What was written, what is said of it, and what is there once the hint was followed. */
const cases: { title: string; written: Edit[]; message: string; hint: string; followed: Edit[] }[] = [
  {
    title: 'a constant in a header',
    written: [[action, '"X-Shop": "{{account.shop}}"', '"X-Api-Key": "abc123"']],
    message: '"a…" stands under "X-Api-Key", and a credential never stands in a connector',
    hint: 'make it a field of the account with "secret": true and write {{account.NAME}}; what is no secret may come from an input, or from a field without "secret" that is called otherwise',
    followed: [
      [connector, fields, `${fields} { "name": "key", "label": "Key", "secret": true },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Api-Key": "{{account.key}}"'],
    ],
  },
  {
    title: 'one that is no secret',
    written: [[action, '"X-Shop": "{{account.shop}}"', '"X-Variant-Token": "variant22"']],
    message: '"va…" stands under "X-Variant-Token", and a credential never stands in a connector',
    hint: 'make it a field of the account with "secret": true and write {{account.NAME}}; what is no secret may come from an input, or from a field without "secret" that is called otherwise',
    followed: [
      [connector, fields, `${fields} { "name": "variant", "label": "Variant" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Variant-Token": "{{account.variant}}"'],
    ],
  },
  {
    title: 'a key of a known form in a query',
    written: [[action, '"notify": true', `"k": "${key}"`]],
    message: '"sk_live_…" stands here as a Stripe key, and a credential never stands in a connector',
    hint: 'make it a field of the account with "secret": true and send it with "signIn": { "kind": "key", "in": "query", "name": "k", "value": "{{account.NAME}}" }; what is no secret may come from an input, or from a field without "secret" that is called otherwise',
    followed: [
      [
        connector,
        '"kind": "bearer", "token": "{{account.token}}"',
        '"kind": "key", "in": "query", "name": "k", "value": "{{account.token}}"',
      ],
    ],
  },
  {
    title: 'a key in a description',
    written: [[connector, '"label": "Shop"', `"label": "Shop", "description": "Such as ${key}."`]],
    message: '"sk_live_…" stands here as a Stripe key, and a credential never stands in a connector',
    hint: 'leave it out, or write a placeholder such as YOUR_TOKEN',
    followed: [[connector, '"label": "Shop"', '"label": "Shop", "description": "Such as sk_live_YOUR_TOKEN."']],
  },
  {
    title: 'a password in a fixture',
    written: [[actionFixture, '{ "id": 7 } }', '{ "id": 7, "password": "hunter" } }']],
    message: '"h…" stands here as "password", and a real one never stands in a fixture',
    hint: 'write a made-up value that begins with test-, the same in requests and answers',
    followed: [[actionFixture, '{ "id": 7 } }', '{ "id": 7, "password": "test-hunter or another" } }']],
  },
  {
    title: 'a secret of the account in a fixture',
    written: [[actionFixture, '"test-token"', '"hunter"']],
    message: '"h…" is declared to be a secret, and a real one never stands in a fixture',
    hint: 'write a made-up value that begins with test-',
    followed: [],
  },
  {
    title: 'an id that is called like a key and nothing else',
    written: [
      [connector, fields, `${fields} { "name": "apiKey", "label": "Site" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Site": "{{account.apiKey}}"'],
    ],
    message: '"apiKey" is a credential by its name, and it is not declared to be secret',
    hint: 'add "secret": true to "apiKey"; if it is no secret, call it otherwise, such as "projectId"',
    followed: [
      [connector, fields, `${fields} { "name": "projectId", "label": "Site" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Site": "{{account.projectId}}"'],
    ],
  },
  {
    title: 'an id that is called like a token',
    written: [
      [connector, fields, `${fields} { "name": "siteToken", "label": "Site" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Site": "{{account.siteToken}}"'],
    ],
    message: '"siteToken" is a credential by its name, and it is not declared to be secret',
    hint: 'add "secret": true to "siteToken"; if it is no secret, call it otherwise, such as "siteId"',
    followed: [
      [connector, fields, `${fields} { "name": "siteId", "label": "Site" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Site": "{{account.siteId}}"'],
    ],
  },
];

describe('the compiler, of what it takes for a credential,', () => {
  for (const { title, written, message, hint, followed } of cases)
    it(`shows it and says what to write instead: ${title}`, () => {
      assert.deepEqual(
        problemsAfter(written).map((problem) => [problem.message, problem.hint]),
        [[message, hint]],
      );
      assert.deepEqual(problemsAfter(followed), []);
    });
});
