import assert from 'node:assert/strict';
import { listOperations } from './list-operations.ts';
import { readDocument } from './read-document.ts';

const contentsOf = (document: object) =>
  listOperations(readDocument(JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets' }, ...document }), 'pets.json'));

describe('listOperations', () => {
  it('lists the operations by the names that choose them, and the sign-ins that a connector can have', () => {
    const contents = contentsOf({
      paths: {
        '/pets': { get: { summary: 'List pets' }, post: { operationId: 'addPet' } },
        '/old': { delete: { deprecated: true } },
      },
      components: {
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, tls: { type: 'mutualTLS' } },
      },
    });
    assert.deepEqual(contents, {
      title: 'Pets',
      operations: [
        { name: 'GET /pets', summary: 'List pets', isDeprecated: false },
        { name: 'POST /pets', summary: 'addPet', isDeprecated: false },
        { name: 'DELETE /old', summary: undefined, isDeprecated: true },
      ],
      signIns: ['key'],
    });
  });

  it('offers plain sign-ins if the document declares none', () => {
    assert.deepEqual(contentsOf({ paths: {} }), { title: 'Pets', operations: [], signIns: ['bearer', 'basic'] });
  });
});
