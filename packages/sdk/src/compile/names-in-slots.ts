import { isJsonObject } from '../json-object.ts';
import { textsIn } from './texts-in.ts';

const beginning = /\{\{\s*(?:#(?:if|each)\s+|else\s+if\s+)?([A-Za-z_]\w*)/g;

/** The names that the slots of a file begin with, and the input that is the file of an upload. */
export function namesInSlots(value: unknown): ReadonlySet<string> {
  const names = textsIn(value).flatMap(({ text }) => [...text.matchAll(beginning)].map((found) => found[1]!));
  const upload = isJsonObject(value) ? value['upload'] : undefined;
  const file = isJsonObject(upload) ? upload['file'] : undefined;
  return new Set(typeof file === 'string' ? [...names, file] : names);
}
