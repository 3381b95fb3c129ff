import type { ActionInput, ValueSchema } from '@tallyhook/schemas';
import { madeUpSecret } from '../fixtures/made-up.ts';
import { namesOnlyCredential } from '../recording/credential-names.ts';

const formats: Record<NonNullable<ValueSchema['format']>, string> = {
  date: '2026-01-02',
  'date-time': '2026-01-02T03:04:05Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
};

/** Makes up an action's input: only required values, as simple as the schema allows. */
export function sampleInput({ required = [], properties }: ActionInput): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name] ?? {}, name)]));
}

/** Makes up a value for a schema. A text gets `name` as its content. */
export function sampleValue(schema: ValueSchema, name: string): unknown {
  const { type, format, required = [], properties = {} } = schema;
  if (schema.enum !== undefined) return schema.enum[0];
  // An example of a credential may be real, or look real.
  const isSecret = (type ?? 'string') === 'string' && namesOnlyCredential(name);
  if (schema.examples?.[0] !== undefined && !isSecret) return schema.examples[0];
  if (type === 'number' || type === 'integer') return Math.min(schema.minimum ?? 1, schema.maximum ?? Infinity);
  if (type === 'boolean') return true;
  if (type === 'array')
    return Array.from({ length: schema.minItems ?? 1 }, () => sampleValue(schema.items ?? {}, name));
  if (type === 'object')
    return Object.fromEntries(required.map((key) => [key, sampleValue(properties[key] ?? {}, key)]));
  return format === undefined || isSecret
    ? sampleText(name)
        .slice(0, schema.maxLength)
        .padEnd(schema.minLength ?? 0, '-')
    : formats[format];
}

/** Makes up a text for a name: the name itself, or for a credential a value that nobody mistakes for a real one. */
export function sampleText(name: string): string {
  return namesOnlyCredential(name) ? madeUpSecret(name) : name;
}
