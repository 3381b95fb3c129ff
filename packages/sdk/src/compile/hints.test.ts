import assert from 'node:assert/strict';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from './compile-connector.ts';

const connector = 'connector.json';
const action = 'actions/create-issue.json';
const webhook = 'webhooks/events.json';
const upload = 'actions/send-file.json';
const body = '{ "json": { "title": "{{title}}", "labels": "{{labels}}" } }';

/** What was written, and what the hint of the one mistake says. */
const cases: [title: string, file: string, find: string, replacement: string, hint: string][] = [
  [
    'a property that says of itself that it is required',
    action,
    '"title": { "type": "string" }',
    '"title": { "type": "string", "required": true }',
    'leave it out here, and name the required ones beside "properties": "required": ["title"]',
  ],
  [
    'errors by status',
    action,
    '"label"',
    '"errors": { "404": "not_found" }, "label"',
    'for example "errors": [{ "status": [404], "class": "not_found" }]',
  ],
  [
    'the parts of a form by name',
    action,
    body,
    '{ "multipart": { "title": "{{title}}" } }',
    'for example "multipart": [{ "name": "attributes", "value": "{\\"name\\":{{file.name|json}}}", "type": "application/json" }, { "name": "file", "file": true }]',
  ],
  [
    'one where a list of such is wanted',
    action,
    '"unless": [{ "path": "response.body.ok", "is": false }]',
    '"status": 200',
    'write [200]',
  ],
  [
    'an address without its braces',
    upload,
    '{{start.headers.location}}',
    'start.headers.location',
    'write {{start.headers.location}}',
  ],
  ['a filter in front of its value', action, '{{title}}', '{{json|title}}', 'the value comes first: {{title|json}}'],
  ['a value in the words of OpenAPI', action, '/issues"', '/issues/{title}"', 'write {{title|url}}'],
  ['a value in the words of a router', action, '/issues"', '/issues/:title"', 'write {{title|url}}'],
  [
    'the word in front of a token',
    connector,
    '"{{account.token}}"',
    '"Bearer {{account.token}}"',
    'write "{{account.token}}"',
  ],
  [
    'no delivery id',
    webhook,
    '["{{event.item.id}}", "{{event.headers.x-delivery}}-{{event.item|json}}"]',
    '""',
    'write the value that tells the elements apart, such as "{{event.item.id}}"; where the service has none, write the whole element, "{{event.item|json}}"',
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
});
