import assert from 'node:assert/strict';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from './compile-connector.ts';

const connector = 'connector.json';
const action = 'actions/create-issue.json';
const actionFixture = 'fixtures/create-issue.json';
const fields = '{ "name": "shop", "label": "Shop" },';
const key = `sk_${'live'}_0123456789abcdefghijklmn`;

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

/** The mistake, the message and hint it gets, and the texts after following the hint. */
const cases: { title: string; written: Edit[]; message: string; hint: string; followed: Edit[] }[] = [
  {
    title: 'a constant in a header',
    written: [[action, '"X-Shop": "{{account.shop}}"', '"X-Api-Key": "abc123"']],
    message: '"a…" is the value of "X-Api-Key", which names a credential, and a connector must not contain credentials',
    hint: 'make it an account field with "secret": true and write {{account.NAME}}; if it is not a secret, take it from an input, or from a field with another name and without "secret"',
    followed: [
      [connector, fields, `${fields} { "name": "key", "label": "Key", "secret": true },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Api-Key": "{{account.key}}"'],
    ],
  },
  {
    title: 'a constant in a header that is not a secret',
    written: [[action, '"X-Shop": "{{account.shop}}"', '"X-Auth-Token": "variant22"']],
    message:
      '"va…" is the value of "X-Auth-Token", which names a credential, and a connector must not contain credentials',
    hint: 'make it an account field with "secret": true and write {{account.NAME}}; if it is not a secret, take it from an input, or from a field with another name and without "secret"',
    followed: [
      [connector, fields, `${fields} { "name": "variant", "label": "Variant" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Auth-Token": "{{account.variant}}"'],
    ],
  },
  {
    title: 'a key of a known service in a query',
    written: [[action, '"notify": true', `"k": "${key}"`]],
    message: '"sk_live_…" looks like a credential (stripe), and a connector must not contain credentials',
    hint: 'make it an account field with "secret": true and send it with "signIn": { "kind": "key", "in": "query", "name": "k", "value": "{{account.NAME}}" }; if it is not a secret, take it from an input, or from a field with another name and without "secret"',
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
    message: '"sk_live_…" looks like a credential (stripe), and a connector must not contain credentials',
    hint: 'leave it out, or write a placeholder such as YOUR_TOKEN',
    followed: [[connector, '"label": "Shop"', '"label": "Shop", "description": "Such as sk_live_YOUR_TOKEN."']],
  },
  {
    title: 'a password in a fixture',
    written: [[actionFixture, '{ "id": 7 } }', '{ "id": 7, "password": "hunter" } }']],
    message: '"h…" is a credential ("password"); a fixture must not contain a real one',
    hint: 'write a made-up value that starts with test-, the same in requests and responses',
    followed: [[actionFixture, '{ "id": 7 } }', '{ "id": 7, "password": "test-hunter or another" } }']],
  },
  {
    title: 'an account secret in a fixture',
    written: [[actionFixture, '"test-token"', '"hunter"']],
    message: '"h…" is declared secret; a fixture must not contain a real one',
    hint: 'write a made-up value that starts with test-',
    followed: [],
  },
  {
    title: 'an id named like a key',
    written: [
      [connector, fields, `${fields} { "name": "apiKey", "label": "Site" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Site": "{{account.apiKey}}"'],
    ],
    message: '"apiKey" is the name of a credential, but it is not declared secret',
    hint: 'add "secret": true to "apiKey"; if it is not a secret, rename it, for example to "projectId"',
    followed: [
      [connector, fields, `${fields} { "name": "projectId", "label": "Site" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Site": "{{account.projectId}}"'],
    ],
  },
];

describe('credential checks', () => {
  for (const { title, written, message, hint, followed } of cases)
    it(`report ${title} and suggest a fix that works`, () => {
      assert.deepEqual(
        problemsAfter(written).map((problem) => [problem.message, problem.hint]),
        [[message, hint]],
      );
      assert.deepEqual(problemsAfter(followed), []);
    });
});
