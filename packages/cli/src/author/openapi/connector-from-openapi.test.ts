import assert from 'node:assert/strict';
import type { Connector, ConnectorAction, ValueSchema } from '@tallyhook/schemas';
import { buildRequest, compileConnector } from '@tallyhook/sdk';
import { connectorFromOpenApi, type MadeConnector, type OpenApiWishes } from './connector-from-openapi.ts';
import { readDocument } from './read-document.ts';

const account = { account: 'me', token: 'test-token', username: 'me', password: 'test-password', key: 'test-key' };

/** Makes a connector from parts of a document of OpenAPI 3; what was made has to compile. */
function make(document: object, wishes: OpenApiWishes = {}): MadeConnector {
  const whole = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://api.example.com/v1/' }],
    ...document,
  };
  return compiled(whole, wishes);
}

function makeTwo(document: object, wishes: OpenApiWishes = {}): MadeConnector {
  const whole = { swagger: '2.0', info: { title: 'Pets', version: '1' }, host: 'api.example.com', ...document };
  return compiled(whole, wishes);
}

function compiled(document: object, wishes: OpenApiWishes): MadeConnector {
  const made = connectorFromOpenApi(readDocument(JSON.stringify(document), 'openapi.json'), wishes);
  const errors = compileConnector(made.texts).problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, []);
  assert.deepEqual(
    made.notes.filter(({ reason }) => reason.includes('would be refused')),
    [],
  );
  return made;
}

function connectorOf(made: MadeConnector): Connector {
  return JSON.parse(made.texts.get('connector.json')!) as Connector;
}

function actionOf(made: MadeConnector, name: string): ConnectorAction {
  return JSON.parse(made.texts.get(`actions/${name}.json`) ?? '{}') as ConnectorAction;
}

/** The request that an action sends, as `POST address` with headers and body. */
function sent(
  made: MadeConnector,
  name: string,
  input: object,
): { line: string; body: string | undefined; headers: Record<string, string> } {
  const { method, url, headers, body } = buildRequest(compileConnector(made.texts).package!, name, { input, account });
  return { line: `${method} ${url}`, body: body?.toString(), headers };
}

const leftOut = ({ notes }: MadeConnector): string[] =>
  notes.filter(({ kind }) => kind === 'leftOut').map(({ pointer, what, reason }) => `${pointer}  ${what}: ${reason}`);

/** A document with one operation. */
const post = (operation: object): object => ({ paths: { '/pets': { post: { operationId: 'addPet', ...operation } } } });
const get = (parameters: object[], path = '/pets'): object => ({
  paths: { [path]: { get: { operationId: 'listPets', parameters } } },
});
const json = (schema: object): object => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});
const text = { type: 'string' };

describe('a connector from an OpenAPI document', () => {
  describe('operations', () => {
    it('leaves out a path that stands in another file, and names the file', () => {
      const made = make({ paths: { '/a': { $ref: './a.yaml' }, '/pets': { get: { operationId: 'listPets' } } } });
      assert.deepEqual(Object.keys(made.actions), ['list-pets']);
      const reason = '"./a.yaml" is in another file; bundle the document into one file first';
      assert.ok(leftOut(made).includes(`#/paths/~1a  /a: ${reason}`), leftOut(made).join('\n'));
    });

    it('become actions with the words of the document', () => {
      const made = make(post({ summary: 'Add a pet', description: 'To the shop.' }));
      const { label, description, request } = actionOf(made, 'add-pet');
      assert.deepEqual([label, description, request], ['Add a pet', 'To the shop.', { method: 'POST', path: '/pets' }]);
      assert.deepEqual(made.actions, { 'add-pet': 'POST /pets' });
    });

    it('are named after method and path where they have no id, each name once', () => {
      const made = make({ paths: { '/a/{id}': { get: {} }, '/a-{id}': { get: {} } } });
      assert.deepEqual(Object.keys(made.actions), ['get-a-id', 'get-a-id-2']);
    });

    it('are left out where they are deprecated, unless they are named', () => {
      const paths = { '/a': { get: { operationId: 'readA', deprecated: true } }, '/b': { get: {} } };
      assert.deepEqual(leftOut(make({ paths })).slice(0, 1), [
        "#/paths/~1a/get  GET /a: it is deprecated; --ops 'readA' takes it all the same",
      ]);
      assert.deepEqual(Object.keys(make({ paths }, { operations: ['reada'] }).actions), ['read-a']);
    });

    it('are chosen by id, by the name of the action, by method and path, and by a star', () => {
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

    it('are left out with the pointer of what cannot be declared', () => {
      const matrix = { in: 'path', name: 'id', required: true, style: 'matrix', schema: text };
      const cookie = { in: 'cookie', name: 'session', required: true, schema: text };
      const paths = {
        '/a': { get: {} },
        '/b/{id}': { get: { parameters: [matrix] } },
        '/c': { get: { parameters: [cookie] }, trace: {} },
      };
      assert.deepEqual(leftOut(make({ paths })).slice(0, 3), [
        '#/components/securitySchemes  the sign-in: the document names none; --sign-in bearer or --sign-in basic declares one',
        '#/paths/~1b~1%7Bid%7D/get/parameters/0  GET /b/{id}: it requires the parameter "id": the style "matrix" cannot be written',
        '#/paths/~1c/get/parameters/0  GET /c: it requires the parameter "session": parameters in "cookie" are not sent',
      ]);
    });

    it('tell of callbacks and webhooks, which are deliveries', () => {
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

    it('go to a server of their own where they have one', () => {
      const made = make({
        paths: { '/up': { post: { operationId: 'up', servers: [{ url: 'https://Files.example.com' }] } } },
      });
      assert.deepEqual(connectorOf(made).hosts, ['api.example.com', 'files.example.com']);
      assert.equal(sent(made, 'up', {}).line, 'POST https://files.example.com/up');
    });
  });

  describe('parameters', () => {
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
      const made = make(
        post({ parameters: [{ in: 'header', name: 'Idempotency-Key', required: true, schema: text }] }),
      );
      const { idempotencyHeader, input } = actionOf(made, 'add-pet');
      assert.deepEqual([idempotencyHeader, input.properties], ['Idempotency-Key', {}]);
    });
  });

  describe('bodies', () => {
    it('of JSON have an input for each property, without those that only answers hold', () => {
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

    it('of JSON whose parts name the same others twice, or one another, are read once', () => {
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

    it('of JSON that are put together from parts have the properties of all of them', () => {
      const components = { schemas: { Named: { type: 'object', properties: { name: text }, required: ['name'] } } };
      const allOf = [{ $ref: '#/components/schemas/Named' }, { properties: { age: { type: ['integer', 'null'] } } }];
      const { input } = actionOf(make({ ...post(json({ allOf })), components }), 'add-pet');
      assert.deepEqual(input, {
        type: 'object',
        properties: { name: { type: 'string', title: 'Name' }, age: { type: 'integer', title: 'Age' } },
        required: ['name'],
      });
    });

    it('of JSON that are no object with known keys are one input', () => {
      for (const [schema, value] of [
        [{ type: 'array', items: text }, ['a']],
        [{ type: 'object', additionalProperties: text }, { a: 'b' }],
        [{ oneOf: [{ type: 'object', properties: { a: text } }, text] }, 'x'],
      ] as const) {
        assert.equal(sent(make(post(json(schema))), 'add-pet', { body: value }).body, JSON.stringify(value));
      }
    });

    it('with a type of their own say it', () => {
      const content = {
        'application/merge-patch+json; charset=utf-8': { schema: { type: 'object', properties: { a: text } } },
      };
      const made = make(post({ requestBody: { content } }));
      assert.equal(sent(made, 'add-pet', {}).headers['Content-Type'], 'application/merge-patch+json');
      const xml = make(post({ requestBody: { content: { 'application/xml': { schema: {} } } } }));
      const { body, headers } = sent(xml, 'add-pet', { body: '<pet/>' });
      assert.deepEqual([body, headers['Content-Type']], ['<pet/>', 'application/xml']);
    });

    it('of a form repeat lists and name the keys of deep objects', () => {
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
        /properties\/metadata {2}the field "metadata" of POST \/pets: keys inside keys/,
      );
    });

    it('of parts send the file and what stands beside it', () => {
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

    it('of parts repeat the part for each entry of a list', () => {
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

    it('that are bytes are the file itself', () => {
      const made = make(post({ requestBody: { content: { 'image/png': {} } } }));
      const { upload, request } = actionOf(made, 'add-pet');
      assert.deepEqual(upload, { file: 'file', send: 'body' });
      assert.deepEqual(request.headers, { 'Content-Type': 'image/png' });
    });
  });

  describe('schemas of values', () => {
    const valueOf = (schema: object, document: object = {}): [unknown, string[]] => {
      const made = make({ ...post(json({ type: 'object', properties: { value: schema } })), ...document });
      const { title, ...written } = actionOf(made, 'add-pet').input.properties['value']!;
      assert.equal(title, 'Value');
      return [written, made.notes.filter(({ kind }) => kind === 'loosened').map(({ reason }) => reason)];
    };

    for (const [title, schema, expected, reasons] of [
      [
        'keep limits and choices',
        { type: 'integer', minimum: 1, exclusiveMaximum: 10 },
        { type: 'integer', minimum: 1, maximum: 9 },
        [],
      ],
      [
        'know limits of 3.0',
        { type: 'integer', minimum: 0, exclusiveMinimum: true },
        { type: 'integer', minimum: 1 },
        [],
      ],
      [
        'have no limits that a number cannot reach',
        { type: 'integer', minimum: 0, maximum: 2 ** 63 },
        { type: 'integer', minimum: 0 },
        [],
      ],
      [
        'say the default',
        { type: 'string', description: 'The kind.', default: 'dog' },
        { type: 'string', description: 'The kind. Default: dog.' },
        [],
      ],
      ['take choices without null', { enum: ['a', 'b', null] }, { type: 'string', enum: ['a', 'b'] }, []],
      ['take the one form beside null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'integer' }, []],
      [
        'put choices together',
        { oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] },
        { type: 'string', enum: ['a', 'b', 'c'] },
        [],
      ],
      ['take a union as any value', { oneOf: [text, { type: 'object' }] }, {}, ['any value instead of one of 2 forms']],
      ['do not check patterns', { type: 'string', pattern: '^a+$' }, text, ['pattern is not checked']],
      ['drop formats that are not known', { type: 'string', format: 'ipv4' }, text, []],
    ] as const) {
      it(title, () => assert.deepEqual(valueOf(schema), [expected, reasons]));
    }

    it('end where they hold themselves', () => {
      const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } };
      const [written, reasons] = valueOf({ $ref: '#/components/schemas/Node' }, { components: { schemas } });
      assert.deepEqual(written, { type: 'object', properties: { next: {} } });
      assert.deepEqual(reasons, ['the schema holds itself; below that, any value']);
    });

    describe('that refer to one another from many places', () => {
      /** Six levels of which each names the next one 30 times, beside a text: 729 million values, written out. */
      const refersTo = (level: number): object => ({ $ref: `#/components/schemas/Level${level}` });
      const levels = (write: (level: number) => object): object => {
        const names = Array.from({ length: 7 }, (_, level) => [`Level${level}`, level < 6 ? write(level + 1) : text]);
        return { components: { schemas: Object.fromEntries(names) as object } };
      };
      const times = Array.from({ length: 30 }, (_, index) => index);

      it('are described down to where an action has too many values, and are open below', () => {
        const document = levels((next) => ({
          type: 'object',
          properties: { ...Object.fromEntries(times.map((index) => [`part${index}`, refersTo(next)])), last: text },
          required: ['last'],
        }));
        const [written, reasons] = valueOf({ type: 'array', items: refersTo(0) }, document);
        const { items } = written as { items: { properties: Record<string, ValueSchema> } };
        const { part0, part20, last } = items.properties;
        assert.deepEqual(last, text);
        assert.deepEqual(part0!.required, ['last']);
        assert.deepEqual(part0!.properties!['part0'], { type: 'object' });
        assert.deepEqual(part20, { type: 'object' });
        const count = ({ properties = {}, items: of }: ValueSchema): number =>
          1 + Object.values(properties).reduce((sum, child) => sum + count(child), of === undefined ? 0 : count(of));
        assert.ok(count(written as ValueSchema) < 610);
        assert.deepEqual(
          new Set(reasons),
          new Set(['its action describes as many as 600 values; inside of this, any value']),
        );
      });

      it('share what an action has room for among all inputs, whichever comes first', () => {
        const document = levels((next) => ({
          type: 'object',
          properties: Object.fromEntries(times.map((index) => [`part${index}`, refersTo(next)])),
        }));
        const body = { type: 'object', properties: { large: refersTo(0), small: { type: 'array', items: text } } };
        const { properties } = actionOf(make({ ...post(json(body)), ...document }), 'add-pet').input;
        assert.equal(Object.keys(properties['large']!.properties!).length, 30);
        assert.deepEqual(properties['small']!.items, text);
      });

      it('as forms of one value are looked at once', () => {
        const document = levels((next) => ({ oneOf: times.map(() => refersTo(next)) }));
        assert.deepEqual(valueOf(refersTo(0), document), [
          { type: 'string' },
          ['any string instead of one of 30 forms'],
        ]);
      });
    });

    it('say where a reference leads nowhere', () => {
      const [, reasons] = valueOf({ $ref: 'pet.yaml#/Pet' });
      assert.deepEqual(reasons, ['"pet.yaml#/Pet" is in another file; bundle the document into one file first']);
      assert.deepEqual(valueOf({ $ref: '#/components/schemas/Pte' })[1], [
        'there is nothing at "#/components/schemas/Pte"',
      ]);
    });
  });

  describe('answers in pages', () => {
    const paged = (names: string[], answer: object): ConnectorAction => {
      const parameters = names.map((name) => ({ in: 'query', name, schema: text }));
      const responses = { 200: { description: 'ok', ...answer } };
      return actionOf(make({ paths: { '/pets': { get: { operationId: 'list', parameters, responses } } } }), 'list');
    };
    const content = (schema: object): object => ({ content: { 'application/json': { schema } } });
    const list = { type: 'array', items: text };

    it('that a header Link tells are asked for one after the other', () => {
      const { pagination, request, input } = paged(['page', 'limit'], { headers: { Link: {} }, ...content(list) });
      assert.deepEqual(pagination, { kind: 'linkHeader', items: 'response.body' });
      assert.deepEqual(request.query, { limit: '{{limit}}' });
      assert.deepEqual(Object.keys(input.properties), ['limit']);
    });

    it('that a value of the answer asks for are, too', () => {
      const schema = { type: 'object', properties: { pets: list, nextPageToken: text } };
      const { pagination, request, input } = paged(['pageToken'], content(schema));
      assert.deepEqual(pagination, {
        kind: 'cursor',
        items: 'response.body.pets',
        cursor: '{{response.body.nextPageToken}}',
      });
      assert.deepEqual([request.query, input.properties], [{ pageToken: '{{page.cursor}}' }, {}]);
    });

    it('are left to the caller where the document does not tell which list it is, or how to go on', () => {
      const two = { type: 'object', properties: { pets: list, others: list, nextPageToken: text } };
      assert.equal(paged(['pageToken'], content(two)).pagination, undefined);
      assert.equal(paged(['page'], content(list)).pagination, undefined);
      assert.deepEqual(Object.keys(paged(['page'], content(list)).input.properties), ['page']);
    });
  });

  describe('servers', () => {
    const made = (servers: object[], wishes: OpenApiWishes = {}): Connector =>
      connectorOf(make({ ...get([]), servers }, wishes));

    it('with variables ask the account for them', () => {
      const variables = {
        region: { default: 'EU', enum: ['eu', 'us'] },
        port: { default: '8443' },
        base: { default: 'v2', enum: ['v2'] },
      };
      const connector = made([{ url: 'https://{region}.Example.com:{port}/{base}', variables }]);
      assert.deepEqual(connector.hosts, ['{{account.region}}.example.com:8443']);
      assert.equal(connector.request?.baseUrl, 'https://{{account.region}}.example.com:8443/v2');
      assert.deepEqual(connector.account?.fields, [
        { name: 'region', label: 'Region', description: 'One of eu, us. Usually EU.' },
      ]);
    });

    it('with a variable that is empty by default leave it empty and say so', () => {
      const variables = { region: { enum: ['', 'eu.'], default: '' } };
      const servers = [{ url: 'https://{region}api.example.com', variables }];
      const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
      const document = make({ ...get([]), servers, components: { securitySchemes }, security: [{ key: [] }] });
      const { hosts, account } = connectorOf(document);
      assert.deepEqual(hosts, ['api.example.com']);
      assert.deepEqual(
        account?.fields.map(({ name }) => name),
        ['account', 'token'],
      );
      assert.deepEqual(leftOut(document), [
        '#/servers/0/variables/region  the variable "region" of the server: it stays empty, as it is by default; --base-url takes another address',
      ]);
    });

    it('with a variable of a few values do not call an account by it', () => {
      const variables = { region: { enum: ['eu', 'us'], default: 'eu' } };
      const servers = [{ url: 'https://{region}.example.com', variables }];
      const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
      const document = make({ ...get([]), servers, components: { securitySchemes }, security: [{ key: [] }] });
      const { account } = connectorOf(document);
      assert.deepEqual([account?.label, account?.externalId], ['{{account.account}}', '{{account.account}}']);
    });

    it('with a version, a part of the path or a region do not call an account by it, and say so', () => {
      const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
      const servers: [url: string, variables: object][] = [
        ['https://api.example.com/{ver}', { ver: { default: 'v1' } }],
        ['https://api.example.com/{base}', { base: { default: 'rest' } }],
        ['https://{release}.example.com', { release: { default: '2024-01-01' } }],
        ['https://{region}.example.com', { region: { default: 'eu' } }],
      ];
      for (const [url, variables] of servers) {
        const document = make({
          ...get([]),
          servers: [{ url, variables }],
          components: { securitySchemes },
          security: [{ key: [] }],
        });
        const { account } = connectorOf(document);
        assert.deepEqual([account?.label, account?.externalId], ['{{account.account}}', '{{account.account}}'], url);
        assert.match(
          leftOut(document).join('\n'),
          /^#\/servers {2}which account it is: the document does not tell/,
          url,
        );
      }
    });

    it('with the port that their scheme has anyway are compared without it', () => {
      const variables = { tenant: { default: 'demo' }, port: { enum: ['443', '8443'], default: '443' } };
      assert.deepEqual(made([{ url: 'https://{tenant}.example.com:{port}/v1', variables }]).hosts, [
        '{{account.tenant}}.example.com',
      ]);
      assert.deepEqual(made([{ url: 'http://localhost:80/' }]).hosts, ['localhost']);
      const { hosts, request } = made([{ url: 'http://stream.example.com:443/api' }]);
      assert.deepEqual([hosts, request?.baseUrl], [['stream.example.com'], 'https://stream.example.com/api']);
    });

    it('without a host are refused with what to do, and --base-url says it', () => {
      assert.throws(() => made([{ url: '/api/v3' }]), /says "\/api\/v3", which has no host; .* --base-url https:/);
      assert.equal(
        made([{ url: '/api/v3' }], { baseUrl: 'https://pets.example/api' }).request?.baseUrl,
        'https://pets.example/api',
      );
    });
  });

  describe('sign-in', () => {
    const signIn = (securitySchemes: object, security: object[], wishes: OpenApiWishes = {}): Connector =>
      connectorOf(make({ ...get([]), components: { securitySchemes }, security }, wishes));
    const key = (where: string, name: string): object => ({ type: 'apiKey', in: where, name });

    it('takes keys in headers, the query and cookies, passwords and tokens', () => {
      const cases: [object, Connector['signIn']][] = [
        [key('header', 'X-Key'), { kind: 'key', in: 'header', name: 'X-Key', value: '{{account.it}}' }],
        [key('query', 'key'), { kind: 'key', in: 'query', name: 'key', value: '{{account.it}}' }],
        [key('cookie', 'sid'), { kind: 'key', in: 'header', name: 'Cookie', value: 'sid={{account.it}}' }],
        [
          { type: 'http', scheme: 'Basic' },
          { kind: 'basic', username: '{{account.username}}', password: '{{account.password}}' },
        ],
        [
          { type: 'http', scheme: 'bearer' },
          { kind: 'bearer', token: '{{account.token}}' },
        ],
      ];
      for (const [scheme, expected] of cases) assert.deepEqual(signIn({ it: scheme }, [{ it: [] }]).signIn, expected);
    });

    const urls = {
      authorizationUrl: 'https://login.example.com/authorize',
      tokenUrl: 'https://login.example.com/token',
    };

    it('with OAuth 2 asks for the scopes that the operations need', () => {
      const flows = {
        implicit: { ...urls, scopes: {} },
        authorizationCode: { ...urls, scopes: { read: '', write: '', admin: '' } },
      };
      const {
        signIn: found,
        hosts,
        account: declared,
      } = signIn({ it: { type: 'oauth2', flows } }, [{ it: ['read', 'write'] }]);
      assert.deepEqual(found, {
        kind: 'oauth2',
        grant: 'authorizationCode',
        scopes: ['read', 'write'],
        authorize: { url: urls.authorizationUrl },
        token: { url: urls.tokenUrl },
      });
      assert.deepEqual([hosts, declared?.fields], [['api.example.com', 'login.example.com'], undefined]);
    });

    it('with client credentials has an account with the client', () => {
      const flows = { clientCredentials: { tokenUrl: urls.tokenUrl, scopes: {} } };
      const { signIn: found, account: declared } = signIn({ it: { type: 'oauth2', flows } }, [{ it: [] }]);
      assert.equal(found.kind === 'oauth2' && found.grant, 'clientCredentials');
      assert.deepEqual(
        declared?.fields.map(({ name, secret }) => [name, secret]),
        [
          ['clientId', undefined],
          ['clientSecret', true],
        ],
      );
      assert.equal(declared?.label, '{{account.clientId}}');
    });

    it('with a flow of OAuth 2 that cannot be declared takes a token', () => {
      const scheme = { type: 'oauth2', flows: { implicit: { ...urls, scopes: {} } } };
      const made = make({ ...get([]), components: { securitySchemes: { it: scheme } }, security: [{ it: [] }] });
      assert.equal(connectorOf(made).signIn.kind, 'bearer');
      assert.match(leftOut(made)[0]!, /a part of the sign-in "it": an account is linked with an access token/);
    });

    it('says which flow of OAuth 2 it takes not, and why', () => {
      const { authorizationUrl, tokenUrl } = urls;
      const notesOf = (flows: object): string[] => {
        const components = { securitySchemes: { it: { type: 'oauth2', flows } } };
        return leftOut(make({ ...get([]), components, security: [{ it: [] }] }));
      };
      const place = '#/components/securitySchemes/it/flows';
      const code = { authorizationUrl, tokenUrl, scopes: {} };
      const client = { tokenUrl, scopes: {} };
      assert.deepEqual(notesOf({ authorizationCode: code, clientCredentials: client }), [
        `${place}/clientCredentials  the flow clientCredentials of the sign-in "it": a connector signs in one way, and this one takes the flow authorizationCode`,
      ]);
      const relative = { ...code, authorizationUrl: '/authorize' };
      assert.deepEqual(notesOf({ authorizationCode: relative, clientCredentials: client }), [
        `${place}/authorizationCode  the flow authorizationCode of the sign-in "it": its authorizationUrl is "/authorize", and a whole address is needed`,
      ]);
      assert.deepEqual(notesOf({ clientCredentials: {}, password: client }).slice(1), [
        `${place}/clientCredentials  the flow clientCredentials of the sign-in "it": it has no tokenUrl`,
      ]);
      assert.deepEqual(notesOf({ authorizationCode: code, password: client }), [
        `${place}/password  the flow password of the sign-in "it": a connector cannot declare this flow`,
      ]);
    });

    it('says of a key that cannot be sent what is wrong with it', () => {
      const reasonOf = (scheme: object): string => {
        const securityDefinitions = { it: { type: 'apiKey', ...scheme } };
        return leftOut(makeTwo({ paths: { '/a': { get: {} } }, securityDefinitions }))[0]!;
      };
      const begin = '#/securityDefinitions/it  the sign-in "it": ';
      assert.equal(
        reasonOf({ in: 'header', name: 'X Key' }),
        `${begin}"X Key" cannot be the name of a key: letters, digits, "_", "." and "-" were expected`,
      );
      assert.equal(reasonOf({ in: 'header' }), `${begin}it does not say what the key is called`);
      assert.equal(reasonOf({ in: 'body', name: 'key' }), `${begin}a key in "body" is not sent`);
    });

    it('of two keys together sends both', () => {
      const connector = signIn({ id: key('header', 'X-Id'), key: key('header', 'X-Key') }, [{ id: [], key: [] }]);
      assert.deepEqual(
        [connector.signIn, connector.request?.headers],
        [{ kind: 'key', in: 'header', name: 'X-Id', value: '{{account.id}}' }, { 'X-Key': '{{account.key}}' }],
      );
    });

    it('of two cookies together sends both in one header', () => {
      const cookies = { session: key('cookie', 'sid'), user: key('cookie', 'uid'), key: key('header', 'X-Key') };
      const value = 'sid={{account.session}}; uid={{account.user}}';
      const alone = signIn(cookies, [{ session: [], user: [] }]);
      assert.deepEqual(alone.signIn, { kind: 'key', in: 'header', name: 'Cookie', value });
      assert.equal(alone.request?.headers, undefined);
      const beside = signIn(cookies, [{ key: [], session: [], user: [] }]);
      assert.deepEqual(beside.request?.headers, { Cookie: value });
    });

    it('says of a cookie that it is sent as a header with what the account holds', () => {
      const schemes = { session: key('cookie', 'sid'), key: key('header', 'X-Key') };
      const of = (name: string): unknown[] =>
        make({ ...get([]), components: { securitySchemes: schemes }, security: [{ [name]: [] }] }).notes.filter(
          ({ kind }) => kind === 'loosened',
        );
      const reason = 'the cookie "sid" is sent as a header "Cookie", always with the value that the account holds';
      const pointer = '#/components/securitySchemes/session';
      assert.deepEqual(of('session'), [{ kind: 'loosened', pointer, reason }]);
      assert.deepEqual(of('key'), []);
    });

    it('of two that would set the same header together takes either', () => {
      const schemes = { password: { type: 'http', scheme: 'basic' }, token: key('header', 'Authorization') };
      const both = [{ password: [], token: [] }];
      const connector = signIn(schemes, both);
      assert.deepEqual([connector.signIn.kind, connector.request?.headers], ['basic', undefined]);
      assert.equal(signIn(schemes, both, { signIn: 'token' }).signIn.kind, 'key');
      const paths = { '/a': { get: {} }, '/b': { get: { security: [{ token: [] }] } } };
      const made = make({ paths, components: { securitySchemes: schemes }, security: both });
      assert.equal(connectorOf(made).signIn.kind, 'key');
      assert.deepEqual(Object.values(made.actions), ['GET /a', 'GET /b']);
      assert.deepEqual(leftOut(made), [
        '#/components/securitySchemes/password  the sign-in "password": a connector signs in one way; --sign-in password takes this one',
      ]);
    });

    it('with OAuth 2 whose flows are schemes of their own takes the code, for what is asked of either', () => {
      const { authorizationUrl, tokenUrl } = urls;
      const schemes = {
        Oauth2: { type: 'oauth2', flows: { implicit: { authorizationUrl, scopes: { read: '' } } } },
        Oauth2c: { type: 'oauth2', flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: { read: '' } } } },
        other: {
          type: 'oauth2',
          flows: { implicit: { authorizationUrl: 'https://other.example.com/authorize', scopes: {} } },
        },
      };
      const paths = {
        '/a': {
          get: {
            security: [
              { Oauth2: ['read'], Oauth2c: ['read'] },
              { Oauth2: ['all'], Oauth2c: ['all'] },
            ],
          },
        },
        '/b': { get: { security: [{ Oauth2: ['write'] }] } },
        '/c': { get: { security: [{ other: [] }] } },
      };
      for (const wishes of [{}, { signIn: 'Oauth2' }, { signIn: 'Oauth2c' }]) {
        const made = make({ paths, components: { securitySchemes: schemes } }, wishes);
        assert.deepEqual(connectorOf(made).signIn, {
          kind: 'oauth2',
          grant: 'authorizationCode',
          scopes: ['read', 'all', 'write'],
          authorize: { url: authorizationUrl },
          token: { url: tokenUrl },
        });
        assert.deepEqual(Object.values(made.actions), ['GET /a', 'GET /b']);
        assert.deepEqual(leftOut(made), [
          '#/components/securitySchemes/Oauth2/flows/implicit  the flow implicit of the sign-in "Oauth2c": a connector cannot declare this flow',
          '#/components/securitySchemes/other  the sign-in "other": a connector signs in one way; --sign-in other takes this one',
          '#/paths/~1c/get  GET /c: it asks to sign in with other',
        ]);
      }
    });

    it('is the one that most operations take, and those that take another are left out', () => {
      const securitySchemes = { one: key('header', 'X-One'), two: key('header', 'X-Two'), tls: { type: 'mutualTLS' } };
      const paths = {
        '/a': { get: { security: [{ one: [] }] } },
        '/b': { get: { security: [{ two: [] }] } },
        '/c': { get: { security: [{ tls: [] }, { two: [] }] } },
        '/d': { get: { security: [] } },
      };
      const made = make({ paths, components: { securitySchemes } });
      assert.deepEqual(Object.values(made.actions), ['GET /b', 'GET /c', 'GET /d']);
      assert.deepEqual(leftOut(made), [
        '#/components/securitySchemes/tls  the sign-in "tls": "mutualTLS" cannot be declared',
        '#/components/securitySchemes/one  the sign-in "one": a connector signs in one way; --sign-in one takes this one',
        '#/paths/~1a/get  GET /a: it asks to sign in with one',
      ]);
      assert.deepEqual(Object.values(make({ paths, components: { securitySchemes } }, { signIn: 'one' }).actions), [
        'GET /a',
        'GET /d',
      ]);
    });

    it('is checked by a request that only asks who one is', () => {
      const securitySchemes = { it: { type: 'http', scheme: 'bearer' } };
      const paths = { '/users/me': { get: {} }, '/pets': { get: {} } };
      const made = make({ paths, components: { securitySchemes }, security: [{ it: [] }] });
      assert.deepEqual(connectorOf(made).test, { method: 'GET', path: '/users/me' });
    });

    it('can be said where the document names none', () => {
      assert.equal(signIn({}, [], { signIn: 'bearer' }).signIn.kind, 'bearer');
      const undescribed = { ...get([]), security: [{ api_key: [] }] };
      const tls = signIn({ tls: { type: 'mutualTLS' } }, [{ tls: [] }], { signIn: 'bearer' });
      assert.equal(tls.signIn.kind, 'bearer');
      assert.throws(() => make(undescribed), /None of the operations can be an action/);
      assert.equal(connectorOf(make(undescribed, { signIn: 'basic' })).signIn.kind, 'basic');
      assert.throws(() => signIn({}, [], { signIn: 'key' }), /has no sign-in "key" that can be declared/);
    });
  });

  describe('of Swagger 2.0', () => {
    it('has its host, its forms and its lists', () => {
      const made = makeTwo({
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

    it('repeats the part of a list with collectionFormat multi', () => {
      const list = { in: 'formData', name: 'to', type: 'array', items: text, collectionFormat: 'multi' };
      const operation = { operationId: 'add', consumes: ['multipart/form-data'], parameters: [list] };
      const made = makeTwo({ paths: { '/pets': { post: operation } } });
      assert.deepEqual(actionOf(made, 'add').request.body?.multipart, [{ name: 'to', value: '{{field}}', each: 'to' }]);
    });

    it('sends bodies and files', () => {
      const made = makeTwo({
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
});
