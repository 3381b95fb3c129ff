import assert from 'node:assert/strict';
import type { ValueSchema } from '@tallyhook/schemas';
import { post, make, actionOf, json, text } from '../../test/make-from-openapi.ts';

describe('value schemas from an OpenAPI document', () => {
  const valueOf = (schema: object, document: object = {}): [unknown, string[]] => {
    const made = make({ ...post(json({ type: 'object', properties: { value: schema } })), ...document });
    const { title, ...written } = actionOf(made, 'add-pet').input.properties['value']!;
    assert.equal(title, 'Value');
    return [written, made.notes.filter(({ kind }) => kind === 'loosened').map(({ reason }) => reason)];
  };

  it('convert limits and null of OpenAPI 3.0', () => {
    const schema = { type: 'integer', minimum: 0, exclusiveMinimum: true, nullable: true };
    const expected = [{ type: 'integer', minimum: 1 }, ['null cannot be sent; missing values are left out']];
    assert.deepEqual(valueOf(schema, { openapi: '3.0.3' }), expected);
  });

  for (const [title, schema, expected, reasons] of [
    [
      'keep limits and choices',
      { type: 'integer', minimum: 1, exclusiveMaximum: 10 },
      { type: 'integer', minimum: 1, maximum: 9 },
      [],
    ],
    [
      'drop limits that a number cannot reach',
      { type: 'integer', minimum: 0, maximum: 2 ** 63 },
      { type: 'integer', minimum: 0 },
      [],
    ],
    [
      'mention the default',
      { type: 'string', description: 'The kind.', default: 'dog' },
      { type: 'string', description: 'The kind. Default: dog.' },
      [],
    ],
    ['drop null from choices', { enum: ['a', 'b', null] }, { type: 'string', enum: ['a', 'b'] }, []],
    ['use the only form besides null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'integer' }, []],
    ['merge choices', { oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, { type: 'string', enum: ['a', 'b', 'c'] }, []],
    [
      'accept any value for a union',
      { oneOf: [text, { type: 'object' }] },
      {},
      ['any value is accepted instead of one of 2 forms'],
    ],
    ['do not check patterns', { type: 'string', pattern: '^a+$' }, text, ['pattern is not checked']],
    ['drop unknown formats', { type: 'string', format: 'ipv4' }, text, []],
  ] as const) {
    it(title, () => assert.deepEqual(valueOf(schema), [expected, reasons]));
  }

  it('stop where they contain themselves', () => {
    const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } };
    const [written, reasons] = valueOf({ $ref: '#/components/schemas/Node' }, { components: { schemas } });
    assert.deepEqual(written, { type: 'object', properties: { next: {} } });
    assert.deepEqual(reasons, ['the schema contains itself; any value is accepted below that']);
  });

  describe('with many references to each other', () => {
    /** Six levels, each referring to the next 30 times: 729 million values when written out. */
    const refersTo = (level: number): object => ({ $ref: `#/components/schemas/Level${level}` });
    const levels = (write: (level: number) => object): object => {
      const names = Array.from({ length: 7 }, (_, level) => [`Level${level}`, level < 6 ? write(level + 1) : text]);
      return { components: { schemas: Object.fromEntries(names) as object } };
    };
    const times = Array.from({ length: 30 }, (_, index) => index);

    it('are described until an action has too many values, and are open below', () => {
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
        new Set(['an action describes at most 600 values; any value is accepted inside this one']),
      );
    });

    it('share the limit of an action among all inputs, in any order', () => {
      const document = levels((next) => ({
        type: 'object',
        properties: Object.fromEntries(times.map((index) => [`part${index}`, refersTo(next)])),
      }));
      const body = { type: 'object', properties: { large: refersTo(0), small: { type: 'array', items: text } } };
      const { properties } = actionOf(make({ ...post(json(body)), ...document }), 'add-pet').input;
      assert.equal(Object.keys(properties['large']!.properties!).length, 30);
      assert.deepEqual(properties['small']!.items, text);
    });

    it('are read once if they are forms of one value', () => {
      const document = levels((next) => ({ oneOf: times.map(() => refersTo(next)) }));
      assert.deepEqual(valueOf(refersTo(0), document), [
        { type: 'string' },
        ['any string is accepted instead of one of 30 forms'],
      ]);
    });
  });

  it('report a reference that leads nowhere', () => {
    const [, reasons] = valueOf({ $ref: 'pet.yaml#/Pet' });
    assert.deepEqual(reasons, ['"pet.yaml#/Pet" is in another file; bundle the document into one file first']);
    assert.deepEqual(valueOf({ $ref: '#/components/schemas/Pte' })[1], [
      'there is nothing at "#/components/schemas/Pte"',
    ]);
  });
});
