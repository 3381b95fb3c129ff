import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from './compile-connector.ts';

const connector = 'connector.json';
const action = 'actions/create-issue.json';
const webhook = 'webhooks/events.json';
const actionFixture = 'fixtures/create-issue.json';
const body = '{ "json": { "title": "{{title}}", "labels": "{{labels}}" } }';
const sound = goldenConnector[action]!;
const labelsAndBody = sound.slice(sound.indexOf('"labels"'), sound.indexOf(body) + body.length);

/** The mistake, and the hint of the one problem it causes. */
const cases: [title: string, file: string, find: string, replacement: string, hint: string][] = [
  [
    'yes or no that may be absent in a text, where an #if takes no for absent',
    action,
    labelsAndBody,
    labelsAndBody
      .replace('"type": "array", "items": { "type": "string" }', '"type": "boolean"')
      .replace(body, '{ "text": "{{title}} {{labels}}" }'),
    'add "labels" to required, or write {{labels|json}}, which is null where it is absent; {{#if labels}}…{{/if}} leaves out 0 and false as well',
  ],
  [
    'a number that may be absent in a path, where an #if takes 0 for absent',
    action,
    labelsAndBody,
    labelsAndBody
      .replace('"type": "array", "items": { "type": "string" }', '"type": "integer"')
      .replace('/issues"', '/issues/{{labels}}"'),
    'add "labels" to required; {{#if labels}}…{{/if}} leaves out 0 and false as well',
  ],
  [
    'a rule about answers that count as done',
    action,
    `"success": { "unless": [{ "path": "response.body.ok", "is": false }] },
    "output": { "id": "{{response.body.id}}" }
  }`,
    `"output": { "id": "{{response.body.id}}" }
  },
  "errors": [{ "status": [200], "when": [{ "path": "response.body.ok", "is": false }], "class": "auth" }]`,
    'say under request.success.unless which of these answers have failed, such as "success": { "unless": [{"path":"response.body.ok","is":false}] } in "request"; or remove this rule',
  ],
  [
    'an address without its scheme',
    connector,
    'https://api.example.com/v1',
    'api.example.com/v1',
    'write "https://api.example.com/v1"',
  ],
  [
    'a host of the account for an address',
    connector,
    'https://api.example.com/v1',
    '{{account.shop}}',
    'write "https://{{account.shop}}"',
  ],
  [
    'the word in front of a token',
    connector,
    '"{{account.token}}"',
    '"Bearer {{account.token}}"',
    'write "{{account.token}}"',
  ],
  [
    'an input for a host',
    action,
    '"path": "/projects',
    '"url": "https://{{project}}/projects',
    'only what a person gave for the account may be a host: make it a field and list it, such as "{{account.host}}", or let the input be the whole address, such as "url": "{{address}}", which has to be at one of the hosts',
  ],
  [
    'a word with hyphens in front of a token',
    connector,
    '"{{account.token}}"',
    '"Klaviyo-API-Key {{account.token}}"',
    'write "{{account.token}}", and beside it "scheme": "Klaviyo-API-Key"',
  ],
  [
    'another word in front of a token',
    connector,
    '"{{account.token}}"',
    '"Bot {{account.token}}"',
    'write "{{account.token}}", and beside it "scheme": "Bot"',
  ],
  [
    'a part of the answer by itself',
    action,
    '{{response.body.id}}',
    '{{body.data.gid}}',
    'did you mean "response.body.data.gid"?',
  ],
  ['a part of an event by itself', webhook, '{{event.item.kind}}', '{{item.kind}}', 'did you mean "event.item.kind"?'],
  [
    'a part of a delivery by itself',
    webhook,
    '"event.body.entries"',
    '"body.entries"',
    'did you mean "event.body.entries"?',
  ],
  [
    'the schema of another kind of file',
    actionFixture,
    '"kind"',
    '"$schema": "../.schemas/action.schema.json", "kind"',
    'write "../.schemas/fixture.schema.json"',
  ],
  ['the plural of a key', connector, '"test":', '"retries": { "attempts": 3 }, "test":', 'did you mean "retry"?'],
  [
    'a status as a text',
    action,
    '"path": "response.body.ok", "is": false',
    '"path": "response.status", "is": "404"',
    'write 404',
  ],
  ['a header as a number', webhook, '"is": "ping"', '"is": 7', 'write "7"'],
];

describe('a hint is right if it is followed, where there is', () => {
  for (const [title, file, find, replacement, hint] of cases) {
    it(title, () => {
      const text = goldenConnector[file]!;
      assert.ok(text.includes(find));
      const texts = { ...goldenConnector, [file]: text.replace(find, () => replacement) };
      const { problems } = compileConnector(new Map(Object.entries(texts)));
      assert.deepEqual(
        problems.map((problem) => problem.hint),
        [hint],
      );
    });
  }

  it('a folder inside of a connector', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhook-hints-'));
    try {
      mkdirSync(join(folder, 'actions'));
      for (const path of [connector, action]) writeFileSync(join(folder, path), goldenConnector[path]!);
      const { problems } = compileConnector(join(folder, 'actions'));
      assert.deepEqual(
        problems.map(({ code, hint }) => [code, hint]),
        [['missing_file', `the folder above is the connector: name "${folder}"`]],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
