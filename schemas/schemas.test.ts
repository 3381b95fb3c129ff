import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createValidator } from './validate.ts';

interface Schema {
  $id?: string;
  $defs?: Record<string, Schema>;
  examples?: unknown[];
  antiExamples?: { value: unknown; code: string }[];
}

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.schema.json'));
const schemas = new Map(
  files.map((file) => [file, JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Schema]),
);

const all = [...schemas.values()];

/** The schema itself and each of its definitions, by name. */
function partsOf(file: string, schema: Schema): [string, Schema, object][] {
  const inner = Object.entries(schema.$defs ?? {}).map(([name, part]): [string, Schema, object] => [
    `${file} ${name}`,
    part,
    { $ref: `${file}#/$defs/${name}` },
  ]);
  return [[file, schema, { $ref: file }], ...inner];
}

const standard = new Ajv2020({ strict: false });

describe('every schema', () => {
  for (const [file, schema] of schemas) {
    it(`${file} matches its $id and has valid and invalid examples`, () => {
      assert.equal(schema.$id, file);
      assert.ok((schema.examples ?? []).length > 0, 'it has examples');
      assert.ok((schema.antiExamples ?? []).length > 0, 'it has antiExamples');
    });

    it(`${file} is a valid JSON Schema 2020-12`, () => {
      standard.validateSchema(schema);
      assert.deepEqual(standard.errors, null);
    });

    for (const [name, part, reference] of partsOf(file, schema)) {
      const validate = createValidator(reference, all);

      for (const [index, example] of (part.examples ?? []).entries()) {
        it(`${name}: example ${index} is valid`, () => assert.deepEqual(validate(example), []));
      }
      for (const [index, { value, code }] of (part.antiExamples ?? []).entries()) {
        it(`${name}: antiExample ${index} is refused with ${code}`, () => {
          assert.deepEqual([...new Set(validate(value).map((mistake) => mistake.code))], [code]);
        });
      }
    }
  }
});

describe('generated types', () => {
  it('are up to date with the schemas', () => {
    const check = spawnSync(process.execPath, [join(import.meta.dirname, 'generate.ts'), '--check'], {
      encoding: 'utf8',
    });
    assert.equal(check.stderr, '');
    assert.equal(check.status, 0);
  });
});
