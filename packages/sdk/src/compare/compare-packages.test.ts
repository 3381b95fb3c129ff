import assert from 'node:assert/strict';
import type { ConnectorPackage } from '@tallyhook/schemas';
import { uploadConnector } from '../../test/upload-connector.ts';
import { compileConnector } from '../compile/compile-connector.ts';
import { comparePackages } from './compare-packages.ts';

const connector = 'connector.json';
const action = 'actions/create-issue.json';
const webhook = 'webhooks/events.json';

type Edit = [file: string, find: string, replacement: string];

function build(edits: Edit[]): ConnectorPackage {
  const texts = new Map(Object.entries(uploadConnector));
  for (const [file, find, replacement] of edits) {
    assert.ok(texts.get(file)!.includes(find), `${file} contains ${find}`);
    texts.set(
      file,
      texts.get(file)!.replace(find, () => replacement),
    );
  }
  const { package: built, problems } = compileConnector(texts);
  assert.ok(built, JSON.stringify(problems));
  return built;
}

const sound = build([]);
const changesOf = (...edits: Edit[]): string[] =>
  comparePackages(sound, build(edits)).changes.map(({ file, pointer, weight }) => `${weight} ${file} ${pointer}`);

const rows: [title: string, edits: Edit[], ...expected: string[]][] = [
  ['a different id', [[connector, '"tracker"', '"other"']], 'breaking connector.json #/id'],
  ['a different name', [[connector, '"Tracker"', '"Other"']], 'correction connector.json #/name'],
  [
    'a new host',
    [[connector, '["api.example.com"', '["a.example.com", "api.example.com"']],
    'addition connector.json #/hosts',
  ],
  [
    'a different sign-in',
    [[connector, '{ "kind": "bearer", "token": "{{account.token}}" }', '{ "kind": "none" }']],
    'breaking connector.json #/signIn/kind',
  ],
  [
    'a new required account field',
    [[connector, '{ "name": "token"', '{ "name": "region", "label": "Region" }, { "name": "token"']],
    'breaking connector.json #/account/fields/1',
  ],
  [
    'a new optional account field',
    [[connector, '{ "name": "token"', '{ "name": "region", "label": "Region", "optional": true }, { "name": "token"']],
    'addition connector.json #/account/fields/1',
  ],
  [
    'a different account id',
    [[connector, '{{test.body.id}}', '{{test.body.name}}']],
    'breaking connector.json #/account/externalId',
  ],
  [
    'a removed input',
    [
      [action, ',\n      "labels": { "type": "array", "items": { "type": "string" } }', ''],
      [action, ', "labels": "{{labels}}"', ''],
    ],
    'breaking actions/create-issue.json #/input/properties/labels',
    'correction actions/create-issue.json #/request/body',
  ],
  [
    'a new input named constructor',
    [[action, '"labels": {', '"constructor": {}, "labels": {']],
    'addition actions/create-issue.json #/input/properties/constructor',
  ],
  [
    'an input that is now required',
    [[action, '["project", "title"]', '["project", "title", "labels"]']],
    'breaking actions/create-issue.json #/input/properties/labels',
  ],
  [
    'an input that is now optional',
    [[action, '["project", "title"]', '["project"]']],
    'addition actions/create-issue.json #/input/properties/title',
  ],
  [
    'an input of a different type',
    [[action, '"title": { "type": "string" }', '"title": { "type": "integer" }']],
    'breaking actions/create-issue.json #/input/properties/title/type',
  ],
  [
    'an input that accepts more',
    [[action, '"title": { "type": "string" }', '"title": {}']],
    'addition actions/create-issue.json #/input/properties/title/type',
  ],
  [
    'a tighter limit',
    [[action, '"title": { "type": "string" }', '"title": { "type": "string", "maxLength": 5 }']],
    'breaking actions/create-issue.json #/input/properties/title/maxLength',
  ],
  [
    'list items of a different type',
    [[action, '"items": { "type": "string" }', '"items": { "type": "integer" }']],
    'breaking actions/create-issue.json #/input/properties/labels/items/type',
  ],
  [
    'a removed output',
    [[action, '"id": "{{response.body.id}}"', '"key": "{{response.body.id}}"']],
    'breaking actions/create-issue.json #/request/output/id',
    'addition actions/create-issue.json #/request/output/key',
  ],
  [
    'an output read from a different place',
    [[action, '"{{response.body.id}}"', '"{{response.body.number}}"']],
    'correction actions/create-issue.json #/request/output/id',
  ],
  [
    'a different request',
    [[action, '/projects/{{project|url}}/issues', '/v2/{{project|url}}']],
    'correction actions/create-issue.json #/request/path',
  ],
  [
    'the response of a different upload request',
    [['actions/send-file.json', '"output": "finish"', '"output": "transfer"']],
    'breaking actions/send-file.json #/upload/output',
    'correction actions/send-file.json #/upload',
  ],
  [
    'different event names',
    [[webhook, '{{event.item.kind}}', '{{event.item.type}}']],
    'breaking webhooks/events.json #/event',
  ],
  [
    'a body that is now always JSON',
    [[webhook, '"label": "Events",', '"label": "Events", "body": "json",']],
    'breaking webhooks/events.json #/body',
  ],
  ['a different rule for missing ids', [[webhook, '"refuse"', '"run"']], 'correction webhooks/events.json #/missingId'],
];

describe('comparing versions of a connector', () => {
  it('reports nothing for identical versions', () => assert.deepEqual(changesOf(), []));

  for (const [title, edits, ...expected] of rows) {
    it(`classifies ${title}`, () => assert.deepEqual(changesOf(...edits), expected));
  }

  it('classifies new and removed actions', () => {
    const { 'send-file': gone, ...actions } = sound.actions;
    const after = { ...sound, actions: { ...actions, 'send-files': gone! } };
    assert.deepEqual(
      comparePackages(sound, after).changes.map(({ weight, message }) => `${weight}: ${message}`),
      ['breaking: the action "send-file" is gone', 'addition: the action "send-files" is new'],
    );
  });

  it('treats a secret that is no longer secret as breaking', () => {
    const field = { name: 'hook', label: 'Hook', secret: true };
    const shop = { name: 'shop', label: 'Shop' };
    const having = (...fields: object[]): ConnectorPackage =>
      ({
        ...sound,
        connector: { ...sound.connector, account: { ...sound.connector.account, fields } },
      }) as ConnectorPackage;
    const weights = (before: ConnectorPackage, after: ConnectorPackage): string[] =>
      comparePackages(before, after).changes.map(({ pointer, weight }) => `${weight} ${pointer}`);
    const open = { name: 'hook', label: 'Hook' };
    assert.deepEqual(weights(having(shop, field), having(shop, open)), ['breaking #/account/fields/1/secret']);
    assert.deepEqual(weights(having(shop, open), having(shop, field)), ['correction #/account/fields/1/secret']);
    const renamed = { ...open, label: 'Address' };
    assert.deepEqual(weights(having(shop, field), having(shop, renamed)), [
      'breaking #/account/fields/1/secret',
      'correction #/account/fields/1',
    ]);
  });

  it('classifies a field that becomes the OAuth 2 token', () => {
    const { account, ...connector } = sound.connector;
    const having = (signIn: object, fields: object[]): ConnectorPackage =>
      ({ ...sound, connector: { ...connector, signIn, account: { ...account, fields } } }) as ConnectorPackage;
    const before = having({ kind: 'none' }, [{ name: 'accessToken', label: 'Token' }]);
    const [first] = comparePackages(before, having({ kind: 'oauth2' }, [])).changes;
    assert.equal(first?.pointer, '#/signIn/kind');
  });

  it('demands a large enough version step and accepts any larger one', () => {
    const verdict = (from: string, to: string, edit?: Edit): [string, boolean] => {
      const before = build([[connector, '"1.0.0"', `"${from}"`]]);
      const after = build([[connector, '"1.0.0"', `"${to}"`], ...(edit === undefined ? [] : [edit])]);
      const { needed, isEnough } = comparePackages(before, after);
      return [needed, isEnough];
    };
    const breaking: Edit = [webhook, '{{event.item.kind}}', '{{event.item.type}}'];
    const addition: Edit = [action, '["project", "title"]', '["project"]'];
    const correction: Edit = [webhook, '"refuse"', '"run"'];
    assert.deepEqual(verdict('1.2.3', '1.3.0', breaking), ['2.0.0', false]);
    assert.deepEqual(verdict('1.2.3', '2.0.0', breaking), ['2.0.0', true]);
    assert.deepEqual(verdict('1.2.3', '1.2.4', addition), ['1.3.0', false]);
    assert.deepEqual(verdict('1.2.3', '1.2.3', correction), ['1.2.4', false]);
    assert.deepEqual(verdict('1.2.3', '3.0.0', correction), ['1.2.4', true]);
    assert.deepEqual(verdict('0.2.3', '0.2.4', breaking), ['0.3.0', false]);
    assert.deepEqual(verdict('1.2.3', '1.2.3'), ['1.2.3', true]);
    assert.deepEqual(verdict('1.2.3', '1.2.2'), ['1.2.3', false]);
  });
});
