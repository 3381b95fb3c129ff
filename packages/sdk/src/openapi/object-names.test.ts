import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { compileConnector } from '../compile/compile-connector.ts';
import { connectorFromOpenApi } from './connector-from-openapi.ts';
import { readDocument } from './read-document.ts';

const text = { type: 'string' };
const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: text, kind: { enum: ['cat'] }, owner: { $ref: '#/components/schemas/Owner' } },
};

const three = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } }],
  security: [{ oauth: ['read'] }],
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: text },
          { name: 'pageToken', in: 'query', schema: text },
          { name: 'filter', in: 'query', style: 'deepObject', schema: pet },
          { name: 'tags', in: 'query', style: 'form', explode: false, schema: { type: 'array', items: text } },
          { name: 'X-Trace', in: 'header', schema: text },
        ],
        responses: {
          200: {
            headers: { 'X-Rate': {} },
            content: {
              'application/json': {
                schema: { properties: { nextPageToken: text, items: { type: 'array', items: pet } } },
              },
            },
          },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { allOf: [pet, { properties: {} }] } } },
        },
      },
      put: {
        requestBody: {
          content: { 'multipart/form-data': { schema: pet, encoding: { name: { contentType: 'text/plain' } } } },
        },
      },
      patch: { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: pet } } } },
    },
  },
  components: {
    schemas: { Owner: { type: 'object', properties: { email: { type: 'string', format: 'email' } } } },
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://example.com/a',
            tokenUrl: 'https://example.com/t',
            scopes: { read: 'Read' },
          },
        },
      },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
};

const two = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  host: 'api.example.com',
  schemes: ['https'],
  consumes: ['application/x-www-form-urlencoded'],
  produces: ['application/json'],
  paths: {
    '/pets': {
      get: {
        parameters: [{ name: 'tags', in: 'query', type: 'array', collectionFormat: 'csv', items: text }],
        responses: { 200: { schema: { $ref: '#/definitions/Pets' } } },
      },
      post: { parameters: [{ name: 'name', in: 'formData', type: 'string' }] },
      put: { parameters: [{ name: 'pet', in: 'body', schema: pet }] },
    },
  },
  definitions: { Pets: { type: 'array', items: pet } },
  securityDefinitions: { key: { type: 'apiKey', in: 'query', name: 'key' } },
  security: [{ key: [] }],
};

/** Copies of a document, each with one key or text replaced by `name`. */
function* renamed(value: unknown, name: string): Generator<unknown> {
  if (typeof value === 'string') yield name;
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries())
      for (const other of renamed(child, name)) yield value.with(index, other);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    for (const [index, [key, child]] of entries.entries()) {
      yield Object.fromEntries(entries.with(index, [name, child]));
      for (const other of renamed(child, name)) yield Object.fromEntries(entries.with(index, [key, other]));
    }
  }
}

function make(document: string): Map<string, string> | undefined {
  try {
    return connectorFromOpenApi(readDocument(document, 'openapi.json')).texts;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

describe('a document with a name that every JavaScript object has', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    it(`compiles or is refused with a problem: ${name}`, () => {
      for (const document of [three, two].flatMap((whole) => [...renamed(whole, name)])) {
        const made = make(JSON.stringify(document));
        if (made === undefined) continue;
        const errors = compileConnector(made).problems.filter(({ severity }) => severity === 'error');
        assert.deepEqual(errors, [], JSON.stringify(document));
      }
    });
  }
});
