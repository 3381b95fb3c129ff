import { type ActionInput, nearest, type ValueSchema } from '@tallyhook/schemas';
import { checkBounds, valueTypes } from './check-bounds.ts';
import type { CheckContext } from './context.ts';
import { inputValidator } from './input-validator.ts';
import { reservedNames } from './roots.ts';
import type { JsonPath } from './source-file.ts';

/**
 * Checks an action's input schema beyond the meta-schema. The input that holds the file may be called `file`; in
 * templates `file` then means the file, not its id.
 */
export function checkInput(
  context: CheckContext,
  input: ActionInput,
  { fileInput, reserved = [] }: { fileInput?: string | undefined; reserved?: readonly string[] },
): void {
  for (const name of Object.keys(input.properties)) {
    if (![...reservedNames, ...reserved].includes(name) || (name === 'file' && fileInput === 'file')) continue;
    const message = `"${name}" is a reserved name in templates`;
    context.report(['input', 'properties', name], {
      code: 'reserved_name',
      message,
      hint: 'rename the input',
      atKey: true,
      mayFollow: name === 'file',
    });
  }
  // A type other than `object` is already reported.
  const mistakes = checkValue(context, ['input'], { ...input, type: 'object' });
  if (mistakes === 0) checkCompiles(context, input);
}

const knownTypes = ['any', ...valueTypes];

const belongsTo: Record<string, string[]> = {
  minLength: ['string'],
  maxLength: ['string'],
  format: ['string'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
};

/**
 * Reports keywords that do not fit the type, and required names that are not declared. Returns the number of problems.
 */
function checkValue(context: CheckContext, path: JsonPath, schema: ValueSchema): number {
  let mistakes = 0;
  for (const keyword of Object.keys(schema)) {
    const types = belongsTo[keyword];
    // An unknown type is already reported.
    if (types === undefined || !knownTypes.includes(schema.type ?? 'any')) continue;
    if (types.includes(schema.type ?? 'any')) continue;
    mistakes++;
    const message = `${keyword} does not apply to ${schema.type === undefined ? 'a value without a type' : `the type ${schema.type}`}`;
    context.report([...path, keyword], {
      code: 'wrong_schema',
      message,
      hint: `it applies to ${types.join(' or ')}`,
      atKey: true,
    });
  }
  mistakes += checkBounds(context, path, schema);
  const names = Object.keys(schema.properties ?? {});
  for (const [index, name] of (schema.required ?? []).entries()) {
    if (names.includes(name)) continue;
    mistakes++;
    const suggestion = nearest(name, names);
    context.report([...path, 'required', index], {
      code: 'unknown_name',
      message: `"${name}" is not in properties`,
      hint: 'declare it under properties',
      ...(suggestion === undefined ? {} : { suggestion }),
      mayFollow: suggestion === undefined,
    });
  }
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    mistakes += checkValue(context, [...path, 'properties', name], child);
  }
  if (schema.items !== undefined) mistakes += checkValue(context, [...path, 'items'], schema.items);
  return mistakes;
}

function checkCompiles(context: CheckContext, input: ActionInput): void {
  try {
    // The value does not matter: an unusable schema throws on first use.
    inputValidator(input)(null);
  } catch (error) {
    const message = `the schema cannot be used: ${(error as Error).message}`;
    context.report(['input'], { code: 'wrong_schema', message });
  }
}
