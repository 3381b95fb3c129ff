import { contentTypeKey, contentTypeOf } from '../runtime/content-type.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** The bodies whose type follows from how they are written. */
export type TypedBody = 'json' | 'form';

/** What a body of a kind can never be, whatever a service makes of its other types. */
const contrary: Record<TypedBody, RegExp> = {
  form: /json|^application\/csp-report$|^multipart\/|[/+]xml$/i,
  json: /^application\/x-www-form-urlencoded$|^multipart\/|[/+]xml$/i,
};

const named: Record<TypedBody, string> = { form: 'a form', json: 'JSON' };
const ownType: Record<TypedBody, string> = { form: 'application/x-www-form-urlencoded', json: 'application/json' };

/** Where the headers of a request stand, and those that all requests share. */
export interface BodyHeaders {
  headers: Record<string, unknown> | undefined;
  shared?: Record<string, unknown> | undefined;
}

/** Reports a type that contradicts the body of a request: both would be sent as they stand. */
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
      ? `write "Content-Type": "${ownType[kind]}" under headers here: it stands before that of connector.json`
      : hintFor(kind, plain);
  const place = name === undefined ? [...path, 'body', kind] : [...path, 'headers', name];
  context.report(place, { code: 'header_set_by_body', message, hint, atKey: true });
}

/** The type that a header says, without its parameters, where the body can never be of it. */
export function contradictedType(kind: TypedBody, type: unknown): string | undefined {
  const plain = typeof type === 'string' ? type.split(';')[0]!.trim() : '';
  return plain.includes('{{') || !contrary[kind].test(plain) ? undefined : plain;
}

/** What is wrong then. */
export function contradiction(kind: TypedBody, type: string): string {
  return `the body is ${named[kind]}, and its type would say "${type}"`;
}

function hintFor(kind: TypedBody, type: string): string {
  if (kind === 'form' && /json/i.test(type)) return 'leave it out, or write the body as "json"';
  if (kind === 'form' && /^multipart/i.test(type)) return 'leave it out, or write the body as "multipart", without it';
  if (kind === 'json' && /form-urlencoded$/i.test(type)) return 'leave it out, or write the body as "form"';
  if (kind === 'json' && /^multipart/i.test(type)) return 'leave it out, or write the body as "multipart", without it';
  return 'leave it out, or write the body as "text"';
}
