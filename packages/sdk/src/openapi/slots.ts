import type { ValueSchema } from '@tallyhook/schemas';
import { isMapping, type Place, type Reader } from './place.ts';

/** The slot of an input or of a property inside it; undefined if templates cannot use the name. */
export function slotOf(input: string, property?: string): string | undefined {
  if (property === undefined) return `{{${input}}}`;
  if (/[\]{}]/.test(property)) return undefined;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(property) ? `{{${input}.${property}}}` : `{{${input}.[${property}]}}`;
}

/** Whether values of a schema are single texts, not lists or objects. */
export function isScalar({ type }: ValueSchema): boolean {
  return type !== 'array' && type !== 'object';
}

/** The only allowed value of something required, which then needs no input. */
export function onlyValue({ enum: choices }: ValueSchema, required: boolean): string | number | boolean | undefined {
  const [value, ...others] = choices ?? [];
  return required && others.length === 0 && !String(value).includes('{{') ? value : undefined;
}

const signs: Record<string, string> = { ',': 'commas', ' ': 'spaces', '|': 'the character |' };

/** Separators of list entries, by style. */
export const listSeparators = new Map([
  ['form', ','],
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

/** An input for a list sent as one text. */
export function listAsText(separator: string): ValueSchema {
  return { type: 'string', description: `Separate several values with ${signs[separator] ?? separator}.` };
}

/** The description of such an input. */
export function oneText(separator: string): string {
  return `the list is entered as one text, separated by ${signs[separator] ?? separator}`;
}

/** An input for a value sent as JSON text. */
export const jsonAsText: ValueSchema = { type: 'string', description: 'A JSON value as text.' };

/** Puts a schema's description before the format hint of the text that replaces it. */
export function withDescription(written: ValueSchema, description: string | undefined): ValueSchema {
  return { ...written, description: [description, written.description].filter(Boolean).join(' ') };
}

/** Whether a schema describes a file's raw bytes. */
export function isFile(reader: Reader, { value, pointer }: Place): boolean {
  if (!isMapping(value)) return false;
  if (value['format'] === 'binary') return true;
  if (typeof value['contentMediaType'] === 'string' && value['contentEncoding'] === undefined) return true;
  const items = reader.child({ value, pointer }, 'items');
  return value['type'] === 'array' && isFile(reader, items);
}
