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
    message: '"a…" is the value of "X-Api-Key", the name of a credential, and a connector never holds one',
    hint: 'make it a field of the account with "secret": true and write {{account.NAME}}; if it is no secret, take it from an input, or from a field that has another name and no "secret"',
    followed: [
      [connector, fields, `${fields} { "name": "key", "label": "Key", "secret": true },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Api-Key": "{{account.key}}"'],
    ],
  },
  {
    title: 'one that is no secret',
    written: [[action, '"X-Shop": "{{account.shop}}"', '"X-Auth-Token": "variant22"']],
    message: '"va…" is the value of "X-Auth-Token", the name of a credential, and a connector never holds one',
    hint: 'make it a field of the account with "secret": true and write {{account.NAME}}; if it is no secret, take it from an input, or from a field that has another name and no "secret"',
    followed: [
      [connector, fields, `${fields} { "name": "variant", "label": "Variant" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Auth-Token": "{{account.variant}}"'],
    ],
  },
  {
    title: 'a key of a known form in a query',
    written: [[action, '"notify": true', `"k": "${key}"`]],
    message: '"sk_live_…" has the form of a credential (stripe), and a connector never holds one',
    hint: 'make it a field of the account with "secret": true and send it with "signIn": { "kind": "key", "in": "query", "name": "k", "value": "{{account.NAME}}" }; if it is no secret, take it from an input, or from a field that has another name and no "secret"',
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
    message: '"sk_live_…" has the form of a credential (stripe), and a connector never holds one',
    hint: 'leave it out, or write a placeholder such as YOUR_TOKEN',
    followed: [[connector, '"label": "Shop"', '"label": "Shop", "description": "Such as sk_live_YOUR_TOKEN."']],
  },
  {
    title: 'a password in a fixture',
    written: [[actionFixture, '{ "id": 7 } }', '{ "id": 7, "password": "hunter" } }']],
    message: '"h…" is a credential ("password"), and a fixture never holds a real one',
    hint: 'write a made-up value that begins with test-, the same in requests and answers',
    followed: [[actionFixture, '{ "id": 7 } }', '{ "id": 7, "password": "test-hunter or another" } }']],
  },
  {
    title: 'a secret of the account in a fixture',
    written: [[actionFixture, '"test-token"', '"hunter"']],
    message: '"h…" is declared to be a secret, and a fixture never holds a real one',
    hint: 'write a made-up value that begins with test-',
    followed: [],
  },
  {
    title: 'an id with the name of a key',
    written: [
      [connector, fields, `${fields} { "name": "apiKey", "label": "Site" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Site": "{{account.apiKey}}"'],
    ],
    message: '"apiKey" is the name of a credential, and it is not declared to be secret',
    hint: 'add "secret": true to "apiKey"; if it is no secret, rename it, such as "projectId"',
    followed: [
      [connector, fields, `${fields} { "name": "projectId", "label": "Site" },`],
      [action, '"X-Shop": "{{account.shop}}"', '"X-Site": "{{account.projectId}}"'],
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
