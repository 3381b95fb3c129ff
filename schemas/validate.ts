import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
// Its main file loads a second copy of ajv, for keywords that no schema has.
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { type SchemaMistake, toMistake } from './describe-finding.ts';
import { toPointer } from './pointer.ts';
import { readErrors, type SchemaFinding } from './schema-errors.ts';
import { tagUnions } from './tagged-unions.ts';

/** Checks a value; an empty list means that it is valid. Root causes come first, in the order of the value. */
export type Validator = (value: unknown) => SchemaMistake[];

/** Same as Validator, with findings as data for callers that write their own sentences. */
export type SchemaCheck = (value: unknown) => SchemaFinding[];

const noReferences: readonly object[] = [];

/** Values nested deeper than this are refused before a recursive schema walks them. */
const maxLevels = 100;
/** The most mistakes that a validator returns; at this number there may be more. */
export const maxMistakes = 200;

/** Keywords that only people and our own tools read. */
const annotations = ['antiExamples', 'expected', 'tsType', 'tagValues'];

/**
 * Makes the check of a schema (JSON Schema 2020-12). `references` are the other schemas that it names by their `$id`.
 * Compiled at its first use, which throws when the schema itself is wrong: a short command would wait longer for schemas
 * that it never uses than for its work. Only for schemas of this project: it collects all mistakes, which a hostile
 * schema could make endless.
 *
 * ```ts
 * const validate = createValidator({ type: 'object', properties: { method: {} }, additionalProperties: false });
 * validate({ mehtod: 'GET' }); // [{ pointer: '#/mehtod', code: 'unknown_key', suggestion: 'method', … }]
 * ```
 */
export function createValidator(schema: object, references: readonly object[] = noReferences): Validator {
  const check = createSchemaCheck(schema, references);
  return (value) => check(value).map(toMistake);
}

/**
 * Creates a check of a schema, like `createValidator`, that returns its findings as data. `isValid` is the generated
 * check of the same schema, if there is one: the schema is then only compiled to describe mistakes.
 */
export function createSchemaCheck(
  schema: object,
  references: readonly object[] = noReferences,
  isValid?: (value: unknown) => boolean,
): SchemaCheck {
  let check: ValidateFunction | undefined;
  return (value) => {
    if (isDeeperThan(value, maxLevels)) return [tooDeep];
    if (isValid?.(value) === true) return [];
    check ??= compile(schema, references);
    if (check(value)) return [];
    return readErrors(check.errors as ErrorObject[], value).slice(0, maxMistakes);
  };
}

const instances = new WeakMap<readonly object[], Ajv2020>();

// Creating an ajv instance takes longer than compiling most schemas, so schemas with the same references share one.
function compile(schema: object, references: readonly object[]): ValidateFunction {
  const ajv = instances.get(references) ?? createInstance(references);
  instances.set(references, ajv);
  const tagged = tagUnions(schema);
  try {
    return ajv.compile(tagged);
  } finally {
    ajv.removeSchema(tagged);
  }
}

/** The options that decide what is valid. */
export const checkOptions: Options = {
  // Tests check our schemas against the JSON Schema meta-schema, and connector schemas have passed ours. Compiling
  // still refuses unknown keywords and invalid values.
  validateSchema: false,
  discriminator: true,
  ownProperties: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
};

function createInstance(references: readonly object[]): Ajv2020 {
  const ajv = new Ajv2020({
    ...checkOptions,
    // Optimising the code takes a third of the time needed to generate it, and the result runs no faster.
    code: { optimize: false },
    allErrors: true,
    verbose: true,
    schemas: references.map(tagUnions),
  });
  ajv.addVocabulary(annotations);
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  return ajv;
}

const tooDeep: SchemaFinding = { pointer: toPointer([]), code: 'too_deep', expected: String(maxLevels) };

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}
