import assert from 'node:assert/strict';
import { connectorFromOpenApi, type MadeConnector, type OpenApiWishes } from './connector-from-openapi.ts';
import { readDocument } from './read-document.ts';

function make(document: object, wishes: OpenApiWishes = {}): MadeConnector {
  const whole = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: { '/pets': { get: { operationId: 'listPets' } } },
    ...document,
  };
  return connectorFromOpenApi(readDocument(JSON.stringify(whole), 'openapi.json'), wishes);
}

/** All notes, except that these documents name no sign-in. */
const notesOf = ({ notes }: MadeConnector): MadeConnector['notes'] =>
  notes.filter(({ pointer }) => pointer !== '#/components/securitySchemes');
const told = (made: MadeConnector): string[] =>
  notesOf(made).map(({ kind, pointer, reason }) => `${kind} ${pointer} ${reason}`);
const text = { type: 'string' };

describe('a connector from an OpenAPI document tells', () => {
  it('of null that cannot be given', () => {
    const schema = { type: 'object', properties: { a: { type: ['string', 'null'] }, b: text } };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const at = '#/paths/~1pets/post/requestBody/content/application~1json/schema/properties/a';
    assert.deepEqual(told(make({ paths: { '/pets': { post: { requestBody } } } })), [
      `loosened ${at} null cannot be given: what is absent is left out`,
    ]);
  });

  it('of a body that need not be there', () => {
    const content = { 'application/json': { schema: { type: 'object', properties: { b: text } } } };
    const made = make({ paths: { '/pets': { post: { requestBody: { content } } } } });
    assert.deepEqual(told(made), ['loosened #/paths/~1pets/post/requestBody the action always sends a body']);
  });

  it('of an operation that asks for no sign-in, and of none that says nothing', () => {
    const components = { securitySchemes: { it: { type: 'http', scheme: 'bearer' } } };
    const paths = { '/open': { get: { security: [] } }, '/pets': { get: {} } };
    const made = make({ paths, components, security: [{ it: [] }] });
    assert.deepEqual(
      told(made).filter((line) => line.includes('credential')),
      ['loosened #/paths/~1open/get the credential is sent, although no sign-in is asked'],
    );
  });

  it('of signs that are encoded all the same, and of a parameter that is JSON', () => {
    const schema = { type: 'object', properties: { a: text } };
    const parameters = [
      { in: 'query', name: 'at', allowReserved: true, schema: text },
      { in: 'query', name: 'filter', content: { 'application/json': { schema } } },
      { in: 'header', name: 'X-Filter', content: { 'application/json': { schema } } },
    ];
    const made = make({ paths: { '/pets': { get: { operationId: 'list', parameters } } } });
    const at = '#/paths/~1pets/get/parameters';
    assert.deepEqual(told(made), [
      `loosened ${at}/0 signs such as / and ? are sent as %2F and %3F`,
      `loosened ${at}/1 one text, that of the JSON, instead of a value`,
      `loosened ${at}/2 one text, that of the JSON, instead of a value`,
    ]);
    const { input } = JSON.parse(made.texts.get('actions/list.json')!) as { input: { properties: object } };
    assert.deepEqual(
      Object.values(input.properties).map(({ type }: { type: string }) => type),
      ['string', 'string', 'string'],
    );
  });

  it('of the query of a server', () => {
    assert.deepEqual(told(make({ servers: [{ url: 'https://api.example.com/x?y=1' }] })), [
      'leftOut #/servers/0 an address that paths go behind has none; write it under request.query of connector.json',
    ]);
  });

  it('of a path that is a whole address', () => {
    const made = make({ paths: { 'https://evil.example/x': { get: {} }, '/pets': { get: {} } } });
    assert.deepEqual(told(made), [
      'leftOut #/paths/https:~1~1evil.example~1x/get "https://evil.example/x" is a whole address, not a path',
    ]);
  });

  it('of a user name in an address, and never what it is', () => {
    const url = 'https://user:s3cretpw99@api.example.com/v1';
    const refused = (run: () => unknown, reason: RegExp): void =>
      assert.throws(run, ({ message }: Error) => reason.test(message) && !message.includes('s3cret'));
    refused(
      () => make({ servers: [{ url }] }),
      /^The address at #\/servers\/0 holds a user name or a password before @/,
    );
    refused(() => make({}, { baseUrl: url }), /^The address at --base-url holds a user name/);
    refused(() => make({ servers: [{ url: '//user:s3cretpw99@' }] }), /no host|before @/);
    const others = make({
      servers: [{ url: 'https://api.example.com' }, { url }],
      paths: { '/pets': { get: {} }, '/own': { servers: [{ url }], get: {} } },
    });
    assert.equal(JSON.stringify([...others.texts, others.notes]).includes('s3cret'), false);
    assert.deepEqual(
      notesOf(others).map(({ what }) => what),
      ['the server https://…@api.example.com/v1', 'GET /own'],
    );
  });
});
