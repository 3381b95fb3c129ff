import assert from 'node:assert/strict';
import type { ConnectorAction } from '@tallyhook/schemas';
import { make, actionOf, text } from '../../test/make-from-openapi.ts';

describe('pagination from an OpenAPI document', () => {
  const paged = (names: string[], answer: object): ConnectorAction => {
    const parameters = names.map((name) => ({ in: 'query', name, schema: text }));
    const responses = { 200: { description: 'ok', ...answer } };
    return actionOf(make({ paths: { '/pets': { get: { operationId: 'list', parameters, responses } } } }), 'list');
  };
  const content = (schema: object): object => ({ content: { 'application/json': { schema } } });
  const list = { type: 'array', items: text };

  it('follows a Link header', () => {
    const { pagination, request, input } = paged(['page', 'limit'], { headers: { Link: {} }, ...content(list) });
    assert.deepEqual(pagination, { kind: 'linkHeader', items: 'response.body' });
    assert.deepEqual(request.query, { limit: '{{limit}}' });
    assert.deepEqual(Object.keys(input.properties), ['limit']);
  });

  it('follows a cursor in the response', () => {
    const schema = { type: 'object', properties: { pets: list, nextPageToken: text } };
    const { pagination, request, input } = paged(['pageToken'], content(schema));
    assert.deepEqual(pagination, {
      kind: 'cursor',
      items: 'response.body.pets',
      cursor: '{{response.body.nextPageToken}}',
    });
    assert.deepEqual([request.query, input.properties], [{ pageToken: '{{page.cursor}}' }, {}]);
  });

  it('is left to the caller if the list or the next page is ambiguous', () => {
    const two = { type: 'object', properties: { pets: list, others: list, nextPageToken: text } };
    assert.equal(paged(['pageToken'], content(two)).pagination, undefined);
    assert.equal(paged(['page'], content(list)).pagination, undefined);
    assert.deepEqual(Object.keys(paged(['page'], content(list)).input.properties), ['page']);
  });
});
