import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goldenConnector } from '../../test/golden-connector.ts';
import { oauthConnector } from '../../test/oauth-connector.ts';
import { compileConnector } from './compile-connector.ts';

const connector = 'connector.json';
const action = 'actions/create-issue.json';
const webhook = 'webhooks/events.json';
const actionFixture = 'fixtures/create-issue.json';
const upload = 'actions/send-file.json';
const body = '{ "json": { "title": "{{title}}", "labels": "{{labels}}" } }';
const sound = goldenConnector[action]!;
const labelsAndBody = sound.slice(sound.indexOf('"labels"'), sound.indexOf(body) + body.length);

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
    'a host with a Cyrillic letter',
    connector,
    '"api.example.com"',
    '"\u0430pi.example.com"',
    '"\u0430" at sign 1 is not a Latin letter (U+0430, Cyrillic): write "api.example.com", or "xn--pi-6kc.example.com" where that letter is meant',
  ],
  [
    'an address with a Greek letter',
    connector,
    'https://api.example.com',
    'https://api.example.c\u03bfm',
    '"\u03bf" at sign 14 is not a Latin letter (U+03BF, Greek): write "api.example.com"',
  ],
  [
    'a slot with a Cyrillic letter',
    action,
    '{{title}}',
    '{{t\u0456tle}}',
    'did you mean "title"? "\u0456" at sign 2 is not a Latin letter (U+0456, Cyrillic)',
  ],
  [
    'a key with a Cyrillic letter',
    action,
    '"label"',
    '"l\u0430bel"',
    'did you mean "label"? "\u0430" at sign 2 is not a Latin letter (U+0430, Cyrillic)',
  ],
  [
    'the answer to the start of an upload under the name of other answers',
    upload,
    '"headers": { "X-Part": "{{piece.index}}" }',
    '"headersFrom": { "each": "response.body.headers", "name": "{{field.key}}", "value": "{{field.value}}" }',
    'did you mean "start.body.headers"?',
  ],
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
    'errors by status',
    action,
    '"label"',
    '"errors": { "404": "not_found" }, "label"',
    'for example "errors": [{ "status": [404], "class": "not_found" }]',
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
    'no word of how a file is sent',
    upload,
    '    "send": "pieces",\n',
    '',
    'add it, for example "send": "pieces", as the keys beside it are about pieces',
  ],
  [
    'a value in one brace where the host stands, which is listed without a filter',
    action,
    '"path": "',
    '"url": "https://{account.shop}.example.com',
    'write {{account.shop}}',
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
    'a path with a number in brackets, which stands without braces',
    upload,
    'response.headers.range',
    'response.body.parts[0].range',
    'write response.body.parts.0.range',
  ],
  [
    'a path with a filter',
    upload,
    'response.headers.range',
    'response.headers.range|last',
    'write a path such as response.body.items, without filters',
  ],
  [
    'a value in the words of Ruby',
    action,
    '"{{title}}"',
    '"#{title}"',
    'write {{title}}, or #{{title}} where the # is sent too; where it is meant as it stands, #{{{!}}title}',
  ],
  ['the name of the file in braces', upload, '"file": "file"', '"file": "{{file}}"', 'write "file", which is its name'],
  [
    'an address without its braces',
    upload,
    '{{start.headers.location}}',
    'start.headers.location',
    'write {{start.headers.location}}',
  ],
  [
    'a header in capitals where answers are read',
    connector,
    '"test":',
    '"retry": { "wait": { "header": "X-RateLimit-Reset", "as": "seconds" } }, "test":',
    'did you mean "x-ratelimit-reset"?',
  ],
  [
    'a blank in the header of a key',
    action,
    '"label"',
    '"idempotencyHeader": "X Bad", "label"',
    'did you mean "X-Bad"?',
  ],
  ['a blank in the name of a header', action, '"X-Shop"', '"X Shop"', 'did you mean "X-Shop"?'],
  ['a header that is set for you', action, '"X-Shop"', '"Host"', 'leave it out'],
  [
    'a blank in the name of a field',
    connector,
    '"label": "Shop" }',
    '"label": "Shop" }, { "name": "a b", "label": "A" }',
    'did you mean "a_b"?',
  ],
  [
    'a blank in the name of an input',
    action,
    '"title": { "type": "string" }',
    '"title": { "type": "string" }, "Due date": {}',
    'did you mean "Due_date"?',
  ],
  [
    'a pattern of addresses for a host',
    connector,
    '"api.example.com",',
    '"api.example.com", "Pipedrive.com/*",',
    'write "pipedrive.com"',
  ],
  [
    'the usual port behind a host',
    connector,
    '"{{account.shop}}.example.com"',
    '"{{account.shop}}.Example.com:443"',
    'write "{{account.shop}}.example.com"',
  ],
  [
    'an address for a host',
    connector,
    '"api.example.com",',
    '"api.example.com", "https://pipedrive.com/v1",',
    'write "pipedrive.com"',
  ],
  ['null for a parameter', action, '"notify": true', '"notify": null', 'leave it out: what is absent is not sent'],
  [
    'an object for a parameter',
    action,
    '"notify": true',
    '"notify": { "by": "mail" }',
    'write each value under a name of its own, in the way of the service, such as "notify[by]"',
  ],
  [
    'null for a header',
    action,
    '"X-Shop": "{{account.shop}}"',
    '"X-Shop": null',
    'leave it out: what is absent is not sent',
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
  ['a filter in front of its value', action, '{{title}}', '{{json|title}}', 'the value comes first: {{title|json}}'],
  ['a value in the words of OpenAPI', action, '/issues"', '/issues/{title}"', 'write {{title|url}}'],
  ['a value in the words of a router', action, '/issues"', '/issues/:title"', 'write {{title|url}}'],
  ...['/issues/:shop"', '/issues/{shop}"', '/issues/${shop}"'].map((written): (typeof cases)[number] => [
    `a value of the account in an address as ${written.slice(8, -1)}`,
    action,
    '/issues"',
    written,
    'write {{account.shop|url}}',
  ]),
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
  ['required names in one text', action, '["project", "title"]', '"project,title"', 'write ["project", "title"]'],
  ['a version with a letter', connector, '"1.0.0"', '"v1.0"', 'write "1.0.0"'],
  ['a path without its slash', action, '"/projects/', '"projects/', 'write "/projects/{{project|url}}/issues"'],
  [
    'a whole address as a path',
    action,
    '"/projects/',
    '"https://app.example.com/projects/',
    'a whole address is called "url"; a path is what stands behind the baseUrl of connector.json',
  ],
  [
    'half an address of an exchange',
    actionFixture,
    'https://api.example.com/v1/projects',
    '/v1/projects',
    'write the whole address that is asked, such as "https://api.example.com/v1/projects/garden/issues?notify=true"',
  ],
  [
    'an output and an error at once',
    actionFixture,
    '"expect": {',
    '"expect": { "error": "fatal",',
    'leave "error" out where it is to succeed, or "output" where it is to fail',
  ],
  [
    'an index in brackets',
    action,
    '{{response.body.id}}',
    '{{response.body.data[0].gid|json}}',
    'write {{response.body.data.0.gid|json}}',
  ],
  [
    'else and if in one word',
    action,
    '"{{title}}"',
    '"{{#if project}}{{title}}{{elseif labels}}x{{/if}}"',
    'write {{else if labels}}',
  ],
  [
    'a part of the answer by itself',
    action,
    '{{response.body.id}}',
    '{{body.data.gid}}',
    'did you mean "response.body.data.gid"?',
  ],
  [
    'the answer to the test request under the name that answers have elsewhere',
    connector,
    '{{test.body.id}}',
    '{{response.body.id}}',
    'did you mean "test.body.id"?',
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
    'seconds for milliseconds',
    connector,
    '"test":',
    '"rateLimit": { "limit": 150, "windowMs": 60 }, "test":',
    'write 60000 for 60 s',
  ],
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

  it('a client that is written into a sign-in', () => {
    const written = oauthConnector[connector]!.replace('"signIn": {', '"signIn": { "clientId": "abc",');
    const { problems } = compileConnector(new Map(Object.entries({ ...oauthConnector, [connector]: written })));
    assert.deepEqual(
      problems.map(({ pointer, code }) => `${pointer} ${code}`),
      ['#/signIn/clientId unknown_key'],
    );
    assert.match(problems[0]!.hint!, /^leave it out: who runs the product gives the id and the secret/);
  });

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
