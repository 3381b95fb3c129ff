import { keysOfPieces } from '@tallyhook/schemas/upload-keys';
import { readJson, setInJson, valueAt } from './edit-json.ts';

/** Changes how an action sends its file, without what applies only to the way before: the form no longer shows that. */
export function sendFileAs(text: string, way: string): string {
  const sent = setInJson(text, ['upload', 'send'], way);
  if (way === 'pieces') return sent;
  // A file sent whole can only be refused if it is empty.
  const isRefused = valueAt(readJson(text)?.value, ['upload', 'emptyFile']) === 'refused';
  const keys = isRefused ? keysOfPieces : [...keysOfPieces, 'emptyFile'];
  return keys.reduce((left, key) => setInJson(left, ['upload', key], undefined), sent);
}

/** Declares that an action sends a file, with an input that names it if no text input is required yet. */
export function declareFile(text: string): string {
  const input = valueAt(readJson(text)?.value, ['input']);
  const properties = (valueAt(input, ['properties']) ?? {}) as Record<string, unknown>;
  const required = (valueAt(input, ['required']) ?? []) as string[];
  const fits = (name: string) => valueAt(properties, [name, 'type']) === 'string' && required.includes(name);
  const file = Object.keys(properties).findLast(fits) ?? freeName(properties);
  const declared = setInJson(text, ['upload'], { file, send: 'body' });
  if (file in properties) return declared;
  const typed = setInJson(declared, ['input', 'type'], 'object');
  const named = setInJson(typed, ['input', 'properties', file], { type: 'string', title: 'File' });
  return setInJson(named, ['input', 'required'], [...required, file]);
}

function freeName(properties: Record<string, unknown>): string {
  let number = 1;
  const nameOf = () => (number === 1 ? 'file' : `file${number}`);
  while (nameOf() in properties) number += 1;
  return nameOf();
}
