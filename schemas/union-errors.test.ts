import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { pickBranches } from './union-errors.ts';
import { createValidator } from './validate.ts';

interface Schema {
  $id: string;
  $defs?: Record<string, { examples?: unknown[] }>;
  examples?: unknown[];
}

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Schema);

const standard = new Ajv2020({ strict: false, ownProperties: true, schemas: all });
formats.default(standard);

/** Values that hardly any place accepts. */
const others = [7, 'x', '', null, true, [], {}, [7], [null], [['x']], [{ value: 'x' }], ['x', 7], { value: [7] }];

/** Yields copies of the value with each other value at each of its places, one at a time. */
function* changed(value: unknown): Generator<unknown> {
  yield* others;
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) for (const other of changed(part)) yield value.with(index, other);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value))
      for (const other of changed(part)) yield { ...value, [key]: other };
  }
}

describe('invalid value', () => {
  for (const schema of all) {
    const parts = Object.entries(schema.$defs ?? {}).map(([name, { examples }]) => ({
      $ref: `${schema.$id}#/$defs/${name}`,
      examples,
    }));
    for (const { $ref, examples = [] } of [{ $ref: schema.$id, examples: schema.examples }, ...parts]) {
      it(`${$ref}: is reported wherever another value replaces one in an example`, () => {
        const fits = standard.compile({ $ref });
        const validate = createValidator({ $ref }, all);
        for (const value of [...examples, undefined].flatMap((example) => [...changed(example)]))
          assert.equal(validate(value).length === 0, fits(value), JSON.stringify(value));
      });
    }
  }

  it('is reported at its place if two branches use the same reference', () => {
    const validate = createValidator({ $ref: 'webhook.schema.json#/$defs/templates' }, all);
    const read = (value: unknown): string[] => validate(value).map(({ pointer, detail }) => `${pointer} ${detail}`);
    assert.deepEqual(read([7, '{{a}}']), ['#/0 expected text, got a number']);
    assert.deepEqual(read([['{{a}}']]), ['#/0 expected text, got a list']);
    assert.deepEqual(read([null]), ['#/0 expected text, got null']);
    assert.deepEqual(read([{ value: '{{a}}' }]), ['#/0 expected text, got an object']);
    assert.deepEqual(read(7), ['# expected text or a list, got a number']);
    assert.deepEqual(read(['']), ['#/0 expected at least 1 character, got none']);
  });

  it('is reported as matching no branch if it matches several of oneOf', () => {
    const check = new Ajv2020({ allErrors: true, verbose: true }).compile({ oneOf: [{ type: 'number' }, {}] });
    check(7);
    assert.deepEqual(
      pickBranches(check.errors as ErrorObject[]).map(({ message }) => message),
      ['must match exactly one schema in oneOf'],
    );
  });
});
