import type { ValueSchema } from '@tallyhook/schemas';
import { isMapping, type Place, type Reader } from './place.ts';

/** The slot of an input, or of a property inside it; undefined for a name that no slot can say. */
export function slotOf(input: string, property?: string): string | undefined {
  if (property === undefined) return `{{${input}}}`;
  if (/[\]{}]/.test(property)) return undefined;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(property) ? `{{${input}.${property}}}` : `{{${input}.[${property}]}}`;
}

/** Whether values of a schema are written as one text: they are neither lists nor objects. */
export function isScalar({ type }: ValueSchema): boolean {
  return type !== 'array' && type !== 'object';
}

/** The one value that something required may have; it needs no input. */
export function onlyValue({ enum: choices }: ValueSchema, required: boolean): string | number | boolean | undefined {
  const [value, ...others] = choices ?? [];
  return required && others.length === 0 && !String(value).includes('{{') ? value : undefined;
}

const signs: Record<string, string> = { ',': 'commas', ' ': 'blanks', '|': 'the sign |' };

/** What is between the entries of a list, by its style. */
export const listSeparators = new Map([
  ['form', ','],
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

/** An input for a list that goes as one text. */
export function listAsText(separator: string): ValueSchema {
  return { type: 'string', description: `Several are separated by ${signs[separator] ?? separator}.` };
}

/** What is said of such an input. */
export function oneText(separator: string): string {
  return `one text, separated by ${signs[separator] ?? separator}, instead of a list`;
}

/** An input for a value that goes as the text of its JSON. */
export const jsonAsText: ValueSchema = { type: 'string', description: 'The text of a JSON value.' };

/** The description of a schema in front of what a text in its place has to look like. */
export function withDescription(written: ValueSchema, description: string | undefined): ValueSchema {
  return { ...written, description: [description, written.description].filter(Boolean).join(' ') };
}

/** Whether a schema is that of a file: its bytes as they are. */
export function isFile(reader: Reader, { value, pointer }: Place): boolean {
  if (!isMapping(value)) return false;
  if (value['format'] === 'binary') return true;
  if (typeof value['contentMediaType'] === 'string' && value['contentEncoding'] === undefined) return true;
  const items = reader.child({ value, pointer }, 'items');
  return value['type'] === 'array' && isFile(reader, items);
}
