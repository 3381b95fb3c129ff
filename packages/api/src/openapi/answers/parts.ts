/** The parts that the schemas of answers are made of. */
export const text = { type: 'string' };
export const yesNo = { type: 'boolean' };
export const count = { type: 'integer', minimum: 0 };
export const number = { type: 'number' };
export const moment = { type: 'string', format: 'date-time' };
/** An id that the store gave. */
export const id = { type: 'string', pattern: '^[0-9a-f]{24}$' };
export const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };
/** JSON of any kind. */
export const anything = {};

export const oneOf = (values: readonly string[]): object => ({ type: 'string', enum: values });
export const listOf = (items: object): object => ({ type: 'array', items });
export const mapOf = (values: object): object => ({ type: 'object', additionalProperties: values });
export const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
export const componentRef = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/**
 * The schema of an object that an answer is or has: every key of its type, so that one that is added there is missed
 * here. Keys are there always unless they are `optional`.
 */
export function objectOf<Shape>(
  properties: Record<keyof Shape & string, object>,
  optional: readonly (keyof Shape & string)[] = [],
): object {
  const required = Object.keys(properties).filter((name) => !(optional as readonly string[]).includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}
