import assert from 'node:assert/strict';
import type { Connector, ConnectorAction } from '@tallyhook/schemas';
import { compileConnector } from '../compile/compile-connector.ts';
import { connectorFromOpenApi, type MadeConnector, type OpenApiWishes } from './connector-from-openapi.ts';

const token = {
  name: 'token',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'That of the bot.',
};
const operation = (id: string): object => ({ operationId: id, responses: { 200: { description: 'Done' } } });
const document = (changes: object = {}): Record<string, unknown> => ({
  openapi: '3.0.0',
  info: { title: 'Bots', version: '1' },
  servers: [
    {
      url: 'https://api.example.com/v1/bot{token}/now',
      variables: { token: { default: '123456:ABC-DEF1234ghIkl', description: 'That of the bot.' } },
    },
  ],
  paths: { '/getMe': { get: operation('getMe') } },
  ...changes,
});
const make = (changes: object = {}, wishes: OpenApiWishes = {}): MadeConnector =>
  connectorFromOpenApi(document(changes), wishes);
const connectorOf = (made: MadeConnector): Connector => JSON.parse(made.texts.get('connector.json')!) as Connector;
const actionOf = (made: MadeConnector, name: string): ConnectorAction =>
  JSON.parse(made.texts.get(`actions/${name}.json`)!) as ConnectorAction;

describe('a document with a credential in its address', () => {
  it('signs in with a key in front of the path, and asks for an account name', () => {
    const made = make();
    const { request, signIn, account } = connectorOf(made);
    assert.deepEqual(request, { baseUrl: 'https://api.example.com/v1' });
    assert.deepEqual(signIn, { kind: 'key', in: 'path', value: '/bot{{account.token}}/now' });
    assert.deepEqual(account!.fields.at(-1), {
      name: 'token',
      label: 'Token',
      description: 'That of the bot.',
      secret: true,
    });
    assert.deepEqual([account!.label, account!.externalId], ['{{account.account}}', '{{account.account}}']);
    assert.deepEqual(made.notes, []);
    assert.deepEqual(
      compileConnector(made.texts).problems.map(({ code }) => code),
      [],
    );
  });

  it('also sends the sign-in of the document if it is a header', () => {
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const made = make({ components: { securitySchemes: { key } }, security: [{ key: [] }] });
    const { request, signIn } = connectorOf(made);
    assert.equal(signIn.kind === 'key' && signIn.in, 'path');
    assert.deepEqual(request?.headers, { 'X-Key': '{{account.key}}' });
  });

  it('is refused if the document also signs in another way, with what to do', () => {
    const basic = { type: 'http', scheme: 'basic' };
    assert.throws(
      () => make({ components: { securitySchemes: { basic } }, security: [{ basic: [] }] }),
      /The address contains a credential, \/bot\{\{account\.token\}\}\/now, and .* signs in with basic.* Give a base address without/,
    );
  });

  const servers = [{ url: 'https://api.example.com/' }];
  const paths = {
    '/bot{token}/getMe': { parameters: [token], get: operation('getMe') },
    '/bot{token}/chats/{id}': {
      parameters: [token, { ...token, name: 'id' }],
      get: operation('getChat'),
    },
  };

  for (const baseUrl of [undefined, 'https://api.example.com'])
    it(`may have it in each path${baseUrl === undefined ? '' : ', also with a given base address'}`, () => {
      const made = make({ servers, paths }, baseUrl === undefined ? {} : { baseUrl });
      const { request, signIn } = connectorOf(made);
      assert.equal(request?.baseUrl, 'https://api.example.com');
      assert.deepEqual(signIn, { kind: 'key', in: 'path', value: '/bot{{account.token}}' });
      const { input, request: own } = actionOf(made, 'get-chat');
      assert.deepEqual([Object.keys(input.properties), own.path], [['id'], '/chats/{{id|url}}']);
      assert.equal(actionOf(made, 'get-me').request.path, '/getMe');
    });

  it('keeps a token as an input if only some paths have it', () => {
    const made = make({ servers, paths: { ...paths, '/status': { get: operation('getStatus') } } });
    assert.deepEqual(connectorOf(made).signIn, { kind: 'none' });
    assert.equal(actionOf(made, 'get-me').request.path, '/bot{{token|url}}/getMe');
  });
});

describe('a document with credentials in its examples', () => {
  it('becomes a connector without them', () => {
    const key = `sk_${'live'}_0123456789abcdefghijklmn`;
    const made = make({
      info: { title: 'Bots', version: '1', description: `Send "Authorization: Bearer ${key}" first.` },
      paths: { '/getMe': { get: { ...operation('getMe'), summary: 'Who am I', description: `Try ${key} first.` } } },
    });
    assert.equal(connectorOf(made).description, 'Send "Authorization: Bearer …" first.');
    assert.equal(actionOf(made, 'get-me').description, 'Try … first.');
    assert.ok(![...made.texts.values()].some((text) => text.includes(key)));
  });
});

describe('a form with JSON parts', () => {
  it('compiles without warnings, and omits missing values', () => {
    const properties = {
      about: { type: 'object', properties: { age: { type: 'integer' } } },
      more: { type: 'object', properties: { age: { type: 'integer' } } },
      name: { type: 'string' },
    };
    const schema = { type: 'object', properties, required: ['about', 'name'] };
    const encoding = { name: { contentType: 'application/json' } };
    const post = { ...operation('add'), requestBody: { content: { 'multipart/form-data': { schema, encoding } } } };
    const made = make({ paths: { '/pets': { post } } });
    assert.deepEqual(actionOf(made, 'add').request.body?.multipart, [
      { name: 'about', value: '{{about|json}}', type: 'application/json' },
      { name: 'more', value: '{{more}}' },
      { name: 'name', value: '{{name|json}}', type: 'application/json' },
    ]);
    assert.deepEqual(
      compileConnector(made.texts).problems.map(({ message }) => message),
      [],
    );
  });
});
