import type { ValueSchema } from '@tallyhook/schemas';
import { checkRepeated } from './check-repeated.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

const bounds = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

/** The types an input value can have. */
export const valueTypes: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/** Reports choices that do not match the type, and limits that leave no value. Returns the number of problems. */
export function checkBounds(context: CheckContext, path: JsonPath, schema: ValueSchema): number {
  let mistakes = 0;
  const report = (place: JsonPath, message: string, hint: string): void => {
    mistakes++;
    context.report(place, { code: 'wrong_schema', message, hint });
  };
  checkRepeated(context, [...path, 'enum'], schema.enum);
  for (const [index, choice] of (schema.enum ?? []).entries()) {
    if (isOfType(choice, schema.type)) continue;
    const message = `${JSON.stringify(choice)} is not of the type ${schema.type}`;
    report([...path, 'enum', index], message, 'no value can match this choice; change it or the type');
  }
  for (const [min, max] of bounds) {
    const [low, high] = [schema[min], schema[max]];
    // A limit that is not a number is already reported.
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) continue;
    report(
      [...path, min],
      `${min} ${low} is more than ${max} ${high}`,
      'change one of them: no value can satisfy both',
    );
  }
  return mistakes;
}

/** An unknown type is already reported; any value may fit the type that was meant. */
function isOfType(value: unknown, type: ValueSchema['type']): boolean {
  if (type === undefined || !valueTypes.includes(type)) return true;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
