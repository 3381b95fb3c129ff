import assert from 'node:assert/strict';
import { make, connectorOf, actionOf, sent, leftOut, post, text } from '../../test/make-from-openapi.ts';

describe('operations from an OpenAPI document', () => {
  it('are left out if their path is in another file, which is named', () => {
    const made = make({ paths: { '/a': { $ref: './a.yaml' }, '/pets': { get: { operationId: 'listPets' } } } });
    assert.deepEqual(Object.keys(made.actions), ['list-pets']);
    const reason = '"./a.yaml" is in another file; bundle the document into one file first';
    assert.ok(leftOut(made).includes(`#/paths/~1a  /a: ${reason}`), leftOut(made).join('\n'));
  });

  it('become actions with the label and description of the document', () => {
    const made = make(post({ summary: 'Add a pet', description: 'To the shop.' }));
    const { label, description, request } = actionOf(made, 'add-pet');
    assert.deepEqual([label, description, request], ['Add a pet', 'To the shop.', { method: 'POST', path: '/pets' }]);
    assert.deepEqual(made.actions, { 'add-pet': 'POST /pets' });
  });

  it('without an id get unique names from method and path', () => {
    const made = make({ paths: { '/a/{id}': { get: {} }, '/a-{id}': { get: {} } } });
    assert.deepEqual(Object.keys(made.actions), ['get-a-id', 'get-a-id-2']);
  });

  it('are left out if deprecated, unless named', () => {
    const paths = { '/a': { get: { operationId: 'readA', deprecated: true } }, '/b': { get: {} } };
    assert.deepEqual(leftOut(make({ paths })).slice(0, 1), [
      '#/paths/~1a/get  GET /a: it is deprecated; choose "readA" by name to include it anyway',
    ]);
    assert.deepEqual(Object.keys(make({ paths }, { operations: ['reada'] }).actions), ['read-a']);
  });

  it('are chosen by id, action name, method and path, or wildcard', () => {
    const paths = { '/a': { get: { operationId: 'readA' }, put: { operationId: 'writeA' } }, '/b': { get: {} } };
    const chosen = (...operations: string[]): string[] => Object.keys(make({ paths }, { operations }).actions);
    assert.deepEqual(chosen('readA', 'write-a'), ['read-a', 'write-a']);
    assert.deepEqual(chosen('GET /b'), ['get-b']);
    assert.deepEqual(chosen('GET *'), ['read-a', 'get-b']);
    assert.throws(
      () => chosen('nothing-like-it'),
      ({ message }: Error) => new Set(message.match(/readA|read-a/gi)).size === 1,
    );
    assert.throws(() => chosen('raedA'), /has no operation "raedA"\. Did you mean "readA"\?/);
  });

  it('are left out with a pointer to what is not supported', () => {
    const matrix = { in: 'path', name: 'id', required: true, style: 'matrix', schema: text };
    const cookie = { in: 'cookie', name: 'session', required: true, schema: text };
    const paths = {
      '/a': { get: {} },
      '/b/{id}': { get: { parameters: [matrix] } },
      '/c': { get: { parameters: [cookie] }, trace: {} },
    };
    assert.deepEqual(leftOut(make({ paths })).slice(0, 3), [
      '#/components/securitySchemes  the sign-in: the document declares none; choose the sign-in "bearer" or "basic" to add one',
      '#/paths/~1b~1%7Bid%7D/get/parameters/0  GET /b/{id}: it requires the parameter "id": the style "matrix" is not supported',
      '#/paths/~1c/get/parameters/0  GET /c: it requires the parameter "session": parameters in "cookie" are not supported',
    ]);
  });

  it('report callbacks and webhooks, which are deliveries', () => {
    const made = make({ ...post({ callbacks: { done: {} } }), webhooks: { sold: {} } });
    assert.deepEqual(
      leftOut(made).map((line) => line.split(':')[0]),
      [
        '#/webhooks/sold  the webhook "sold"',
        '#/components/securitySchemes  the sign-in',
        '#/paths/~1pets/post/callbacks  the callbacks of POST /pets',
      ],
    );
  });

  it('use their own server if they have one', () => {
    const made = make({
      paths: { '/up': { post: { operationId: 'up', servers: [{ url: 'https://Files.example.com' }] } } },
    });
    assert.deepEqual(connectorOf(made).hosts, ['api.example.com', 'files.example.com']);
    assert.equal(sent(made, 'up', {}).line, 'POST https://files.example.com/up');
  });
});
