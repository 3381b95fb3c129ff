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

/** Switches on that an action sends a file: as it was declared before, or with what a new declaration needs. */
export function declareFile(text: string, before?: unknown): string {
  const declared = before === undefined ? declareNewFile(text) : setInJson(text, ['upload'], before);
  const action = readJson(declared)?.value;
  // Without an address of its own, the file goes with the action's request, and GET has no body.
  const isCarried = valueAt(action, ['upload', 'to']) === undefined;
  const hasNoBody = ['GET', 'HEAD'].includes(String(valueAt(action, ['request', 'method'])));
  return isCarried && hasNoBody ? setInJson(declared, ['request', 'method'], 'POST') : declared;
}

/** An input that names the file is added if no text input is required yet. */
function declareNewFile(text: string): string {
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
