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
const noteLines = (made: MadeConnector): string[] =>
  notesOf(made).map(({ kind, pointer, reason }) => `${kind} ${pointer} ${reason}`);
const text = { type: 'string' };

describe('notes on a connector from an OpenAPI document', () => {
  it('report null, which cannot be sent', () => {
    const schema = { type: 'object', properties: { a: { type: ['string', 'null'] }, b: text } };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const at = '#/paths/~1pets/post/requestBody/content/application~1json/schema/properties/a';
    assert.deepEqual(noteLines(make({ paths: { '/pets': { post: { requestBody } } } })), [
      `loosened ${at} null cannot be sent; missing values are left out`,
    ]);
  });

  it('report an optional body, which is always sent', () => {
    const content = { 'application/json': { schema: { type: 'object', properties: { b: text } } } };
    const made = make({ paths: { '/pets': { post: { requestBody: { content } } } } });
    assert.deepEqual(noteLines(made), ['loosened #/paths/~1pets/post/requestBody the action always sends a body']);
  });

  it('report an operation that declares that it needs no sign-in', () => {
    const components = { securitySchemes: { it: { type: 'http', scheme: 'bearer' } } };
    const paths = { '/open': { get: { security: [] } }, '/pets': { get: {} } };
    const made = make({ paths, components, security: [{ it: [] }] });
    assert.deepEqual(
      noteLines(made).filter((line) => line.includes('credential')),
      ['loosened #/paths/~1open/get the credential is sent although the operation needs no sign-in'],
    );
  });

  it('report reserved characters, which are encoded, and JSON parameters', () => {
    const schema = { type: 'object', properties: { a: text } };
    const parameters = [
      { in: 'query', name: 'at', allowReserved: true, schema: text },
      { in: 'query', name: 'filter', content: { 'application/json': { schema } } },
      { in: 'header', name: 'X-Filter', content: { 'application/json': { schema } } },
    ];
    const made = make({ paths: { '/pets': { get: { operationId: 'list', parameters } } } });
    const at = '#/paths/~1pets/get/parameters';
    assert.deepEqual(noteLines(made), [
      `loosened ${at}/0 characters such as / and ? are sent as %2F and %3F`,
      `loosened ${at}/1 the value is entered as JSON text`,
      `loosened ${at}/2 the value is entered as JSON text`,
    ]);
    const { input } = JSON.parse(made.texts.get('actions/list.json')!) as { input: { properties: object } };
    assert.deepEqual(
      Object.values(input.properties).map(({ type }: { type: string }) => type),
      ['string', 'string', 'string'],
    );
  });

  it('report the query of a server', () => {
    assert.deepEqual(noteLines(make({ servers: [{ url: 'https://api.example.com/x?y=1' }] })), [
      'leftOut #/servers/0 a base address cannot have one; write it under request.query of connector.json',
    ]);
  });

  it('report a path that is a full address', () => {
    const made = make({ paths: { 'https://evil.example/x': { get: {} }, '/pets': { get: {} } } });
    assert.deepEqual(noteLines(made), [
      'leftOut #/paths/https:~1~1evil.example~1x/get "https://evil.example/x" is a full address, not a path',
    ]);
  });

  it('report a user name in an address without showing it', () => {
    const url = 'https://user:s3cretpw99@api.example.com/v1';
    const refused = (run: () => unknown, reason: RegExp): void =>
      assert.throws(run, ({ message }: Error) => reason.test(message) && !message.includes('s3cret'));
    refused(
      () => make({ servers: [{ url }] }),
      /^The address at #\/servers\/0 contains a user name or password before the @/,
    );
    refused(() => make({}, { baseUrl: url }), /^The given base address contains a user name/);
    refused(() => make({ servers: [{ url: '//user:s3cretpw99@' }] }), /no host|before the @/);
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
