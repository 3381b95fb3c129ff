import assert from 'node:assert/strict';
import type { ConnectorAction } from '@tallyhook/schemas';
import { make, actionOf, sent, leftOut, post, json, text } from '../../test/make-from-openapi.ts';

describe('bodies from an OpenAPI document', () => {
  it('have an input for each JSON property that is not read-only', () => {
    const schema = {
      type: 'object',
      required: ['name', 'id'],
      properties: { id: { type: 'integer', readOnly: true }, name: text, tags: { type: 'array', items: text } },
    };
    const made = make(post(json(schema)));
    assert.deepEqual(actionOf(made, 'add-pet').input.required, ['name']);
    assert.equal(
      sent(made, 'add-pet', { name: 'Rex "the" dog', tags: ['a'] }).body,
      '{"name":"Rex \\"the\\" dog","tags":["a"]}',
    );
    assert.equal(sent(made, 'add-pet', { name: 'Rex' }).body, '{"name":"Rex"}');
  });

  it('read shared and recursive allOf parts once', () => {
    const named = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const twice = (name: string): object => ({ allOf: [named(name), { ...named(name), description: 'Again.' }] });
    const chain = Array.from({ length: 60 }, (_, at) => [
      `S${at}`,
      at < 59 ? twice(`S${at + 1}`) : { properties: { name: text } },
    ]);
    const components = {
      schemas: {
        ...Object.fromEntries(chain),
        Loop: { allOf: [named('Back'), { properties: { id: text }, required: ['id'] }] },
        Back: { allOf: [named('Loop')] },
      },
    };
    const inputOf = (allOf: object[]): unknown =>
      actionOf(make({ ...post(json({ allOf })), components }), 'add-pet').input;
    assert.deepEqual(inputOf([named('S0'), { required: ['name'] }]), {
      type: 'object',
      properties: { name: { type: 'string', title: 'Name' } },
      required: ['name'],
    });
    assert.deepEqual(inputOf([named('Loop')]), {
      type: 'object',
      properties: { id: { type: 'string', title: 'Id' } },
      required: ['id'],
    });
    const inside = inputOf([{ properties: { chain: named('S0'), loop: named('Loop') } }]);
    const { chain: made, loop } = (inside as ConnectorAction['input']).properties;
    assert.deepEqual([made?.type, Object.keys(made?.properties ?? {})], ['object', ['name']]);
    assert.deepEqual([loop?.type, Object.keys(loop?.properties ?? {})], ['object', ['id']]);
  });

  it('merge the properties of all allOf parts', () => {
    const components = { schemas: { Named: { type: 'object', properties: { name: text }, required: ['name'] } } };
    const allOf = [{ $ref: '#/components/schemas/Named' }, { properties: { age: { type: ['integer', 'null'] } } }];
    const { input } = actionOf(make({ ...post(json({ allOf })), components }), 'add-pet');
    assert.deepEqual(input, {
      type: 'object',
      properties: { name: { type: 'string', title: 'Name' }, age: { type: 'integer', title: 'Age' } },
      required: ['name'],
    });
  });

  it('are one input if they are JSON without known keys', () => {
    for (const [schema, value] of [
      [{ type: 'array', items: text }, ['a']],
      [{ type: 'object', additionalProperties: text }, { a: 'b' }],
      [{ oneOf: [{ type: 'object', properties: { a: text } }, text] }, 'x'],
    ] as const) {
      assert.equal(sent(make(post(json(schema))), 'add-pet', { body: value }).body, JSON.stringify(value));
    }
  });

  it('send a content type other than JSON as a header', () => {
    const content = {
      'application/merge-patch+json; charset=utf-8': { schema: { type: 'object', properties: { a: text } } },
    };
    const made = make(post({ requestBody: { content } }));
    assert.equal(sent(made, 'add-pet', {}).headers['Content-Type'], 'application/merge-patch+json');
    const xml = make(post({ requestBody: { content: { 'application/xml': { schema: {} } } } }));
    const { body, headers } = sent(xml, 'add-pet', { body: '<pet/>' });
    assert.deepEqual([body, headers['Content-Type']], ['<pet/>', 'application/xml']);
  });

  it('repeat lists and name the keys of deep objects in forms', () => {
    const schema = {
      type: 'object',
      properties: {
        name: text,
        tag: { type: 'array', items: text },
        address: { type: 'object', properties: { city: text } },
        metadata: { type: 'object', additionalProperties: text },
      },
    };
    const encoding = { address: { style: 'deepObject' }, metadata: { style: 'deepObject' } };
    const content = { 'application/x-www-form-urlencoded': { schema, encoding } };
    const made = make(post({ requestBody: { content } }));
    const { body = '' } = sent(made, 'add-pet', { name: 'Rex', tag: ['a', 'b'], address: { city: 'Oslo' } });
    assert.equal(decodeURIComponent(body), 'name=Rex&tag=a&tag=b&address[city]=Oslo');
    assert.match(
      leftOut(made).at(-1)!,
      /properties\/metadata {2}the field "metadata" of POST \/pets: nested form keys must be named/,
    );
  });

  it('send a file and the other fields in multipart forms', () => {
    const schema = {
      type: 'object',
      required: ['photo', 'about'],
      properties: {
        about: { type: 'object', properties: { name: text } },
        photo: { type: 'string', format: 'binary' },
        thumb: { type: 'string', contentMediaType: 'image/png' },
      },
    };
    const made = make(post({ requestBody: { content: { 'multipart/form-data': { schema } } } }));
    const { upload, request, input } = actionOf(made, 'add-pet');
    assert.deepEqual(upload, { file: 'photo', send: 'form' });
    assert.deepEqual(request.body, {
      multipart: [
        { name: 'about', value: '{{about|json}}', type: 'application/json' },
        { name: 'photo', file: true },
      ],
    });
    assert.deepEqual(input.required, ['about', 'photo']);
    assert.match(leftOut(made).at(-1)!, /the file "thumb" of POST \/pets: an action sends one file/);
  });

  it('send a multipart file with its declared type, and report its headers as left out', () => {
    const schema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };
    const encoding = { file: { contentType: 'text/plain', headers: { 'X-Part': { schema: text } } } };
    const made = make({
      openapi: '3.0.3',
      ...post({ requestBody: { content: { 'multipart/form-data': { schema, encoding } } } }),
    });
    assert.deepEqual(actionOf(made, 'add-pet').request.body?.multipart, [
      { name: 'file', file: true, type: 'text/plain' },
    ]);
    assert.match(leftOut(made).join('\n'), /encoding\/file\/headers {2}the headers of the part "file" of POST \/pets/);
  });

  it('repeat a multipart part for each list entry', () => {
    const properties = {
      to: { type: 'array', items: text },
      pets: { type: 'array', items: { type: 'object', properties: { name: text } } },
      whole: { type: 'array', items: text },
    };
    const encoding = { whole: { contentType: 'application/json' } };
    const schema = { type: 'object', properties };
    const made = make(post({ requestBody: { content: { 'multipart/form-data': { schema, encoding } } } }));
    assert.deepEqual(actionOf(made, 'add-pet').request.body?.multipart, [
      { name: 'to', value: '{{field}}', each: 'to' },
      { name: 'pets', value: '{{field|json}}', each: 'pets', type: 'application/json' },
      { name: 'whole', value: '{{whole}}' },
    ]);
    const { body = '' } = sent(made, 'add-pet', { to: ['a', 'b'], pets: [{ name: 'Rex' }] });
    const parts = body.split(/--tallyhook-\w+-*\r\n/).map((part) => part.split('\r\n\r\n')[1]?.trimEnd());
    assert.deepEqual(parts, [undefined, 'a', 'b', '{"name":"Rex"}', undefined]);
  });

  it('send the file itself if they are binary', () => {
    const made = make(post({ requestBody: { content: { 'image/png': {} } } }));
    const { upload, request } = actionOf(made, 'add-pet');
    assert.deepEqual(upload, { file: 'file', send: 'body' });
    assert.deepEqual(request.headers, { 'Content-Type': 'image/png' });
  });
});
