import { contentTypeOf, isMultipart } from '../runtime/content-type.ts';
import { readMultipart } from '../runtime/read-multipart.ts';
import { nameInside, namedBeside } from './names-beside.ts';
import { meaningsOf, namesInText, namesScattered } from './names-in-text.ts';

/** A text and what it is called: a parameter, a header, a field of a form, a key of JSON at any depth. */
export type NamedValue = [name: string, value: string];

/** The parts of a request or of an answer that have names. */
export interface Named {
  url?: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
}

/** All texts with names in a request or an answer; those of addresses in it as well. */
export function namedValues({ url, headers, body }: Named): NamedValue[] {
  return [
    ...(url === undefined ? [] : ofAddress(url)),
    ...Object.entries(headers).flatMap(ofHeader),
    ...(body === undefined ? [] : ofBody(body, contentTypeOf(headers) ?? '')),
  ];
}

/** The parameters of an address. */
export function ofAddress(address: string): NamedValue[] {
  return URL.canParse(address) ? [...new URL(address).searchParams] : [];
}

function ofHeader([name, value]: NamedValue): NamedValue[] {
  const addresses = /^(location|link)$/i.test(name) ? value.matchAll(/https?:[^\s<>,;"]+/g) : [];
  return [[name, value], ...[...addresses].flatMap(([address]) => ofAddress(address))];
}

function ofBody(body: Buffer, contentType: string): NamedValue[] {
  const read = readBody(body, contentType);
  if (typeof read !== 'string') return 'fields' in read ? read.fields : ofJson('', read.json);
  return /^[^\s=&]+=[^\s]*$/.test(read) ? [...new URLSearchParams(read)] : [];
}

/** What a body is; a text where it is neither JSON nor a form of several parts. */
function readBody(body: Buffer, contentType: string): { fields: NamedValue[] } | { json: unknown } | string {
  const text = body.toString('utf8');
  try {
    return isMultipart(contentType)
      ? { fields: readMultipart(body, contentType) }
      : { json: JSON.parse(text) as unknown };
  } catch {
    return text;
  }
}

/** All texts with names in a JSON value. The entries of a list are called as the list is. */
export function ofJson(name: string, value: unknown): NamedValue[] {
  if (typeof value === 'string') return [[name, value], ...(/^https?:/.test(value) ? ofAddress(value) : [])];
  if (Array.isArray(value)) return value.flatMap((child) => ofJson(name, child));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => ofJson(key, child));
}

/** A text whose name does not stand at its key, and its place. */
export interface NamedElsewhere {
  path: (string | number)[];
  name: string;
  value: string;
  offset: number;
}

/** The texts of a request or an answer that have a name elsewhere than at their key. */
export function namedElsewhere({ headers, body }: Named): NamedElsewhere[] {
  if (body === undefined) return [];
  const read = readBody(body, contentTypeOf(headers) ?? '');
  if (typeof read === 'string') return inText(read, []);
  return elsewhere('fields' in read ? Object.fromEntries(read.fields) : read.json);
}

/**
 * The texts of a JSON value that are called something by what is above them (`"secrets": { "a": … }`), by what is beside
 * them (`{ "name": "api_key", "value": … }`) or in the text itself (`Server=db;Password=…`).
 */
export function elsewhere(value: unknown, path: (string | number)[] = [], above = ''): NamedElsewhere[] {
  if (typeof value === 'string') return inText(value, path);
  if (typeof value !== 'object' || value === null) return [];
  const beside = namedBeside(value);
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, child]): NamedElsewhere[] => {
    const place = [...path, key];
    // The objects of a list have keys that are no names of theirs.
    const inside = typeof key === 'string' ? nameInside(above, key) : '';
    const name =
      beside?.key === key && (typeof key === 'string' || typeof path.at(-1) === 'number') ? beside.name : inside;
    const own =
      typeof child === 'string' && name !== key && name !== '' ? [{ path: place, name, value: child, offset: 0 }] : [];
    return [...own, ...elsewhere(child, place, inside)];
  });
}

function inText(text: string, path: (string | number)[]): NamedElsewhere[] {
  return [...namesInText(text), ...namesScattered(text)].flatMap(({ value, ...found }) =>
    meaningsOf(value).map((meaning) => ({ path, ...found, value: meaning })),
  );
}
