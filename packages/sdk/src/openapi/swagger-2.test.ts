import assert from 'node:assert/strict';
import { makeFromSwagger2, actionOf, sent, text } from '../../test/make-from-openapi.ts';

describe('a connector from a Swagger 2.0 document', () => {
  it('keeps the host, forms and lists', () => {
    const made = makeFromSwagger2({
      basePath: '/v2',
      schemes: ['http', 'https'],
      securityDefinitions: { login: { type: 'basic' } },
      security: [{ login: [] }],
      paths: {
        '/pets': {
          get: { operationId: 'find', parameters: [{ in: 'query', name: 'ids', type: 'array', items: text }] },
          post: {
            operationId: 'add',
            consumes: ['application/x-www-form-urlencoded'],
            parameters: [
              { in: 'formData', name: 'name', type: 'string', required: true },
              { in: 'formData', name: 'tags', type: 'array', items: text, collectionFormat: 'pipes' },
            ],
          },
        },
      },
    });
    assert.equal(sent(made, 'find', { ids: 'a,b' }).line, 'GET https://api.example.com/v2/pets?ids=a%2Cb');
    const { body, headers } = sent(made, 'add', { name: 'Rex', tags: 'a|b' });
    assert.equal(body, 'name=Rex&tags=a%7Cb');
    assert.equal(headers['Authorization'], `Basic ${btoa('me:test-password')}`);
  });

  it('defaults to comma-separated lists in forms, and to https', () => {
    const list = { in: 'formData', name: 'tags', type: 'array', items: text };
    const operation = { operationId: 'add', consumes: ['application/x-www-form-urlencoded'], parameters: [list] };
    const { line, body } = sent(makeFromSwagger2({ paths: { '/pets': { post: operation } } }), 'add', { tags: 'a,b' });
    assert.deepEqual([line, body], ['POST https://api.example.com/pets', 'tags=a%2Cb']);
  });

  it('repeats the part of a list with collectionFormat multi', () => {
    const list = { in: 'formData', name: 'to', type: 'array', items: text, collectionFormat: 'multi' };
    const operation = { operationId: 'add', consumes: ['multipart/form-data'], parameters: [list] };
    const made = makeFromSwagger2({ paths: { '/pets': { post: operation } } });
    assert.deepEqual(actionOf(made, 'add').request.body?.multipart, [{ name: 'to', value: '{{field}}', each: 'to' }]);
  });

  it('sends bodies and files', () => {
    const made = makeFromSwagger2({
      definitions: { Pet: { type: 'object', required: ['name'], properties: { name: text } } },
      paths: {
        '/pets': {
          post: {
            operationId: 'add',
            parameters: [{ in: 'body', name: 'pet', schema: { $ref: '#/definitions/Pet' } }],
          },
        },
        '/photo': {
          post: {
            operationId: 'photo',
            parameters: [{ in: 'formData', name: 'file', type: 'file', required: true }],
          },
        },
      },
    });
    assert.equal(sent(made, 'add', { name: 'Rex' }).body, '{"name":"Rex"}');
    const { upload, request } = actionOf(made, 'photo');
    assert.deepEqual(
      [upload, request.body],
      [{ file: 'file', send: 'form' }, { multipart: [{ name: 'file', file: true }] }],
    );
  });
});
