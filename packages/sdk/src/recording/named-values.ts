import { contentTypeOf, isMultipart } from '../runtime/content-type.ts';
import { readMultipart } from '../runtime/read-multipart.ts';

/** A named text: a parameter, a header, a form field, or a JSON key at any depth. */
export type NamedValue = [name: string, value: string];

/** The named parts of a request or an answer. */
export interface Named {
  url?: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
}

/** All named texts in a request or an answer, including those in addresses. */
export function namedValues({ url, headers, body }: Named): NamedValue[] {
  return [
    ...(url === undefined ? [] : ofAddress(url)),
    ...Object.entries(headers).flatMap(ofHeader),
    ...(body === undefined ? [] : ofBody(body, contentTypeOf(headers) ?? '')),
  ];
}

/** The query parameters of a text that is an address. */
export function ofAddress(text: string): NamedValue[] {
  return /^https?:/.test(text) && URL.canParse(text) ? [...new URL(text).searchParams] : [];
}

function ofHeader([name, value]: NamedValue): NamedValue[] {
  const addresses = /^(location|link)$/i.test(name) ? value.matchAll(/https?:[^\s<>,;"]+/g) : [];
  return [[name, value], ...[...addresses].flatMap(([address]) => ofAddress(address))];
}

function ofBody(body: Buffer, contentType: string): NamedValue[] {
  const text = body.toString('utf8');
  try {
    return isMultipart(contentType) ? readMultipart(body, contentType) : ofJson('', JSON.parse(text));
  } catch {
    return /^[^\s=&]+=[^\s]*$/.test(text) ? [...new URLSearchParams(text)] : [];
  }
}

/** All named texts in a JSON value. Entries of a list have the list's name. */
export function ofJson(name: string, value: unknown): NamedValue[] {
  if (typeof value === 'string') return [[name, value], ...ofAddress(value)];
  if (Array.isArray(value)) return value.flatMap((child) => ofJson(name, child));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => ofJson(key, child));
}
