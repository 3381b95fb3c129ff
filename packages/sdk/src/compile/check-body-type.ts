import { contentTypeKey, contentTypeOf } from '../runtime/content-type.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Kinds of body that imply a content type. */
export type TypedBody = 'json' | 'xml' | 'form';

/** Content types that contradict each kind of body, whatever other types a service accepts. */
const contrary: Record<TypedBody, RegExp> = {
  form: /json|^application\/csp-report$|^multipart\/|[/+]xml$/i,
  json: /^application\/x-www-form-urlencoded$|^multipart\/|[/+]xml$/i,
  xml: /^application\/x-www-form-urlencoded$|^multipart\/|json/i,
};

const named: Record<TypedBody, string> = { form: 'a form', json: 'JSON', xml: 'XML' };
const ownType: Record<TypedBody, string> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  xml: 'application/xml',
};

/** The headers of a request and those shared by all requests. */
export interface BodyHeaders {
  headers: Record<string, unknown> | undefined;
  shared?: Record<string, unknown> | undefined;
}

/** Reports a content type that contradicts the body; both would be sent as written. */
export function checkBodyType(
  context: CheckContext,
  path: JsonPath,
  kind: TypedBody,
  { headers, shared }: BodyHeaders,
): void {
  const type = contentTypeOf(headers) ?? contentTypeOf(shared);
  const plain = contradictedType(kind, type);
  if (plain === undefined) return;
  const name = contentTypeKey(headers);
  const message = contradiction(kind, plain);
  const hint =
    name === undefined
      ? `write "Content-Type": "${ownType[kind]}" under headers here; it overrides the one in connector.json`
      : hintFor(kind, plain);
  const place = name === undefined ? [...path, 'body', kind] : [...path, 'headers', name];
  context.report(place, { code: 'header_set_by_body', message, hint, atKey: true });
}

/** The content type without its parameters, if it contradicts the kind of body. */
export function contradictedType(kind: TypedBody, type: unknown): string | undefined {
  const plain = typeof type === 'string' ? type.split(';')[0]!.trim() : '';
  return plain.includes('{{') || !contrary[kind].test(plain) ? undefined : plain;
}

/** Describes the contradiction. */
export function contradiction(kind: TypedBody, type: string): string {
  return `the body is ${named[kind]}, but its Content-Type says "${type}"`;
}

function hintFor(kind: TypedBody, type: string): string {
  if (kind === 'xml') return 'leave it out, or write one for XML, such as text/xml';
  if (kind === 'json' && /xml$/i.test(type)) return 'leave it out, or write the body as "xml"';
  if (kind === 'form' && /json/i.test(type)) return 'leave it out, or write the body as "json"';
  if (kind === 'form' && /^multipart/i.test(type))
    return 'leave it out, or write the body as "multipart" without this header';
  if (kind === 'json' && /form-urlencoded$/i.test(type)) return 'leave it out, or write the body as "form"';
  if (kind === 'json' && /^multipart/i.test(type))
    return 'leave it out, or write the body as "multipart" without this header';
  return 'leave it out, or write the body as "text"';
}
