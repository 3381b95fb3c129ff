import assert from 'node:assert/strict';
import { make, actionOf, sent, leftOut, post, get, text } from '../../test/make-from-openapi.ts';

describe('parameters from an OpenAPI document', () => {
  const query = (name: string, schema: object, rest: object = {}): object => ({ in: 'query', name, schema, ...rest });

  it('are encoded in the path, even if undeclared', () => {
    const made = make(get([], '/pets/{petId}'));
    assert.equal(sent(made, 'list-pets', { petId: 'a/b' }).line, 'GET https://api.example.com/v1/pets/a%2Fb');
    assert.deepEqual(actionOf(made, 'list-pets').input.required, ['petId']);
    const declared = make(get([{ in: 'path', name: 'petId', required: true, schema: text }], '/pets/{petId}'));
    assert.equal(sent(declared, 'list-pets', { petId: 'a/b' }).line, 'GET https://api.example.com/v1/pets/a%2Fb');
  });

  it('go into the query, with the name repeated for lists', () => {
    const made = make(get([query('limit', { type: 'integer' }), query('tag', { type: 'array', items: text })]));
    assert.equal(
      sent(made, 'list-pets', { limit: 5, tag: ['a', 'b'] }).line,
      'GET https://api.example.com/v1/pets?limit=5&tag=a&tag=b',
    );
    assert.equal(sent(made, 'list-pets', {}).line, 'GET https://api.example.com/v1/pets');
  });

  it('name each key in the style deepObject', () => {
    const schema = { type: 'object', properties: { name: text, 'min-age': { type: 'integer' } } };
    const made = make(get([query('filter', schema, { style: 'deepObject', explode: true })]));
    const { line } = sent(made, 'list-pets', { filter: { name: 'Rex', 'min-age': 2 } });
    assert.equal(decodeURIComponent(line), 'GET https://api.example.com/v1/pets?filter[name]=Rex&filter[min-age]=2');
  });

  it('are one text if they are lists with separators', () => {
    const made = make(get([query('ids', { type: 'array', items: text }, { explode: false })]));
    assert.deepEqual(actionOf(made, 'list-pets').input.properties['ids'], {
      type: 'string',
      title: 'Ids',
      description: 'Separate several values with commas.',
    });
  });

  it('need no input if only one value is allowed', () => {
    const made = make(get([query('api-version', { type: 'string', enum: ['2024-01-01'] }, { required: true })]));
    assert.equal(sent(made, 'list-pets', {}).line, 'GET https://api.example.com/v1/pets?api-version=2024-01-01');
  });

  it('of an operation override those of its path', () => {
    const parameters = [query('limit', text)];
    const paths = {
      '/pets': { parameters, get: { operationId: 'listPets', parameters: [query('limit', { type: 'integer' })] } },
    };
    assert.deepEqual(actionOf(make({ paths }), 'list-pets').input.properties, {
      limit: { type: 'integer', title: 'Limit' },
    });
  });

  it('have input names that templates can use and do not reserve', () => {
    const names = ['filter[name]', '2nd', 'account', 'else', 'a.b', 'a_b'];
    const made = make(get(names.map((name) => query(name, text))));
    assert.deepEqual(Object.keys(actionOf(made, 'list-pets').input.properties), [
      'filter_name',
      'value_2nd',
      'account_value',
      'else_value',
      'a_b',
      'a_b_2',
    ]);
    assert.equal(
      sent(made, 'list-pets', { filter_name: 'x', else_value: 'y' }).line,
      'GET https://api.example.com/v1/pets?filter%5Bname%5D=x&else=y',
    );
  });

  it('go into headers, except those that the body or the sign-in sets', () => {
    const header = (name: string): object => ({ in: 'header', name, schema: text });
    const made = make(get(['X-Trace', 'Accept', 'authorization'].map(header)));
    assert.deepEqual(actionOf(made, 'list-pets').request.headers, { 'X-Trace': '{{X_Trace}}' });
  });

  it('are left out for headers that OpenAPI ignores', () => {
    const made = make(get([{ in: 'header', name: 'Accept', required: true, schema: text }]));
    assert.deepEqual(actionOf(made, 'list-pets').request.headers, undefined);
    assert.match(
      leftOut(made).join(),
      /the parameter "Accept" of GET \/pets: OpenAPI ignores parameters for this header/,
    );
  });

  it('called Idempotency-Key get their value from the step', () => {
    const made = make(post({ parameters: [{ in: 'header', name: 'Idempotency-Key', required: true, schema: text }] }));
    const { idempotencyHeader, input } = actionOf(made, 'add-pet');
    assert.deepEqual([idempotencyHeader, input.properties], ['Idempotency-Key', {}]);
  });
});
