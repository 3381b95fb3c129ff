import assert from 'node:assert/strict';
import { make, actionOf, sent, leftOut, post, get, text } from '../../../test/make-from-openapi.ts';

describe('the parameters of an OpenAPI document', () => {
  const query = (name: string, schema: object, rest: object = {}): object => ({ in: 'query', name, schema, ...rest });

  it('in the path are encoded, also those that no parameter declares', () => {
    const made = make(get([], '/pets/{petId}'));
    assert.equal(sent(made, 'list-pets', { petId: 'a/b' }).line, 'GET https://api.example.com/v1/pets/a%2Fb');
    assert.deepEqual(actionOf(made, 'list-pets').input.required, ['petId']);
    const declared = make(get([{ in: 'path', name: 'petId', required: true, schema: text }], '/pets/{petId}'));
    assert.equal(sent(declared, 'list-pets', { petId: 'a/b' }).line, 'GET https://api.example.com/v1/pets/a%2Fb');
  });

  it('in the query go as they are, and a list repeats its name', () => {
    const made = make(get([query('limit', { type: 'integer' }), query('tag', { type: 'array', items: text })]));
    assert.equal(
      sent(made, 'list-pets', { limit: 5, tag: ['a', 'b'] }).line,
      'GET https://api.example.com/v1/pets?limit=5&tag=a&tag=b',
    );
    assert.equal(sent(made, 'list-pets', {}).line, 'GET https://api.example.com/v1/pets');
  });

  it('in the style deepObject name each key', () => {
    const schema = { type: 'object', properties: { name: text, 'min-age': { type: 'integer' } } };
    const made = make(get([query('filter', schema, { style: 'deepObject', explode: true })]));
    const { line } = sent(made, 'list-pets', { filter: { name: 'Rex', 'min-age': 2 } });
    assert.equal(decodeURIComponent(line), 'GET https://api.example.com/v1/pets?filter[name]=Rex&filter[min-age]=2');
  });

  it('that are lists with a sign between their entries are one text', () => {
    const made = make(get([query('ids', { type: 'array', items: text }, { explode: false })]));
    assert.deepEqual(actionOf(made, 'list-pets').input.properties['ids'], {
      type: 'string',
      title: 'Ids',
      description: 'Several are separated by commas.',
    });
  });

  it('with one value only need no input', () => {
    const made = make(get([query('api-version', { type: 'string', enum: ['2024-01-01'] }, { required: true })]));
    assert.equal(sent(made, 'list-pets', {}).line, 'GET https://api.example.com/v1/pets?api-version=2024-01-01');
  });

  it('of an operation replace those of its path', () => {
    const parameters = [query('limit', text)];
    const paths = {
      '/pets': { parameters, get: { operationId: 'listPets', parameters: [query('limit', { type: 'integer' })] } },
    };
    assert.deepEqual(actionOf(make({ paths }), 'list-pets').input.properties, {
      limit: { type: 'integer', title: 'Limit' },
    });
  });

  it('have names that templates can say, none of them a word of the templates', () => {
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

  it('in headers go there, but for those that the body or the sign-in sets', () => {
    const header = (name: string): object => ({ in: 'header', name, schema: text });
    const made = make(get(['X-Trace', 'Accept', 'authorization'].map(header)));
    assert.deepEqual(actionOf(made, 'list-pets').request.headers, { 'X-Trace': '{{X_Trace}}' });
  });

  it('in headers that OpenAPI has ignored are left out', () => {
    const made = make(get([{ in: 'header', name: 'Accept', required: true, schema: text }]));
    assert.deepEqual(actionOf(made, 'list-pets').request.headers, undefined);
    assert.match(
      leftOut(made).join(),
      /the parameter "Accept" of GET \/pets: OpenAPI has parameters for this header ign/,
    );
  });

  it('called Idempotency-Key are filled by the step', () => {
    const made = make(post({ parameters: [{ in: 'header', name: 'Idempotency-Key', required: true, schema: text }] }));
    const { idempotencyHeader, input } = actionOf(made, 'add-pet');
    assert.deepEqual([idempotencyHeader, input.properties], ['Idempotency-Key', {}]);
  });
});
