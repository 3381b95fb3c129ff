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
    'an optional boolean in a text, where #if treats false as absent',
    action,
    labelsAndBody,
    labelsAndBody
      .replace('"type": "array", "items": { "type": "string" }', '"type": "boolean"')
      .replace(body, '{ "text": "{{title}} {{labels}}" }'),
    'add "labels" to required, or write {{labels|json}}, which is null if it is absent; {{#if labels}}…{{/if}} also leaves out 0 and false',
  ],
  [
    'an optional number in a path, where #if treats 0 as absent',
    action,
    labelsAndBody,
    labelsAndBody
      .replace('"type": "array", "items": { "type": "string" }', '"type": "integer"')
      .replace('/issues"', '/issues/{{labels}}"'),
    'add "labels" to required; {{#if labels}}…{{/if}} also leaves out 0 and false',
  ],
  [
    'a rule about responses that count as success',
    action,
    `"success": { "unless": [{ "path": "response.body.ok", "is": false }] },
    "output": { "id": "{{response.body.id}}" }
  }`,
    `"output": { "id": "{{response.body.id}}" }
  },
  "errors": [{ "status": [200], "when": [{ "path": "response.body.ok", "is": false }], "class": "auth" }]`,
    'declare under request.success.unless which of these responses failed, such as "success": { "unless": [{"path":"response.body.ok","is":false}] } in "request"; or remove this rule',
  ],
  [
    'an address without its scheme',
    connector,
    'https://api.example.com/v1',
    'api.example.com/v1',
    'write "https://api.example.com/v1"',
  ],
  [
    'an account host used as an address',
    connector,
    'https://api.example.com/v1',
    '{{account.shop}}',
    'write "https://{{account.shop}}"',
  ],
  [
    'the word Bearer before a token',
    connector,
    '"{{account.token}}"',
    '"Bearer {{account.token}}"',
    'write "{{account.token}}"',
  ],
  [
    'an input used as a host',
    action,
    '"path": "/projects',
    '"url": "https://{{project}}/projects',
    'only an account value can be a host: make it an account field and list it, such as "{{account.host}}", or let the input be the full address, such as "url": "{{address}}", on one of the hosts',
  ],
  [
    'a word with hyphens before a token',
    connector,
    '"{{account.token}}"',
    '"Klaviyo-API-Key {{account.token}}"',
    'write "{{account.token}}", and add "scheme": "Klaviyo-API-Key"',
  ],
  [
    'another word before a token',
    connector,
    '"{{account.token}}"',
    '"Bot {{account.token}}"',
    'write "{{account.token}}", and add "scheme": "Bot"',
  ],
  [
    'a part of the response without its root',
    action,
    '{{response.body.id}}',
    '{{body.data.gid}}',
    'did you mean "response.body.data.gid"?',
  ],
  [
    'a part of an event without its root',
    webhook,
    '{{event.item.kind}}',
    '{{item.kind}}',
    'did you mean "event.item.kind"?',
  ],
  [
    'a part of a delivery without its root',
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
    'a status as text',
    action,
    '"path": "response.body.ok", "is": false',
    '"path": "response.status", "is": "404"',
    'write 404',
  ],
  ['a header as a number', webhook, '"is": "ping"', '"is": 7', 'write "7"'],
];

describe('the hint', () => {
  for (const [title, file, find, replacement, hint] of cases) {
    it(`fits ${title}`, () => {
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

  it('fits a folder inside a connector', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhook-hints-'));
    try {
      mkdirSync(join(folder, 'actions'));
      for (const path of [connector, action]) writeFileSync(join(folder, path), goldenConnector[path]!);
      const { problems } = compileConnector(join(folder, 'actions'));
      assert.deepEqual(
        problems.map(({ code, hint }) => [code, hint]),
        [['missing_file', `the connector is the folder above: use "${folder}"`]],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
