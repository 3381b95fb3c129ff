import type { ConnectorPackage, HeadersFrom, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { fieldsOf } from './each-field.ts';
import { carriedKey } from '../sign-in/carried-key.ts';
import { renderOptionalText, renderText } from '../templates/render.ts';

/**
 * Renders the headers of a request: those shared by all requests, its own, and the sign-in's unless the request sets
 * that itself (the compiler only allows this for requests right after a sign-in).
 * @throws ActionError.
 */
export function buildHeaders(
  connector: ConnectorPackage['connector'],
  request: Request,
  values: object,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const set = (name: string, value: string): void => {
    const same = Object.keys(headers).find((known) => known.toLowerCase() === name.toLowerCase());
    headers[same ?? name] = value;
  };
  for (const [name, value] of renderHeaders(connector.request?.headers, values, { place: 'connector.request.headers' }))
    set(name, value);
  for (const [name, value] of renderHeaders(request.headers, values, { place: 'request.headers' })) set(name, value);
  for (const [name, value] of renderHeadersFrom(request.headersFrom, values)) set(name, value);
  for (const [name, value] of renderSignIn(connector.signIn, values))
    if (!hasHeader(request.headers, name)) set(name, value);
  return headers;
}

/** Renders headers. Leaves out a header whose value is absent, or refuses it if all are required. */
export function renderHeaders(
  headers: Record<string, unknown> | undefined,
  values: object,
  { place, complete = false }: { place: string; complete?: boolean },
): [string, string][] {
  return Object.entries(headers ?? {}).flatMap(([name, template]): [string, string][] => {
    const value = renderOptionalText(String(template), values, { place: `${place}.${name}`, complete });
    return value === undefined ? [] : [[name, guardHeader(value, `${place}.${name}`)]];
  });
}

const setForYou = ['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'expect'];

/** Whether a header describes the connection or the bytes sent, which connectors cannot set. */
export function isSetForYou(name: string): boolean {
  return setForYou.includes(name.toLowerCase());
}

/** Renders headers that come from an answer. */
function renderHeadersFrom(declared: HeadersFrom | undefined, values: object): [string, string][] {
  if (declared === undefined) return [];
  const place = 'request.headersFrom';
  return fieldsOf(declared.each, values, place).flatMap((field): [string, string][] => {
    const inside = { ...values, field };
    const name = renderText(declared.name, inside, { place });
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
      throw new ActionError(
        'fatal',
        `${place}: the response names a header ${JSON.stringify(name)}, which is not a valid header name`,
      );
    const value = renderOptionalText(declared.value, inside, { place });
    if (value === undefined || isSetForYou(name)) return [];
    return [[name, guardHeader(value, place)]];
  });
}

/** Whether a header is present, in any case. */
export function hasHeader(headers: Record<string, unknown> | undefined, name: string): boolean {
  return Object.keys(headers ?? {}).some((known) => known.toLowerCase() === name.toLowerCase());
}

/** Returns the headers with one replaced, whatever its case was before. */
export function withHeader(headers: Record<string, string>, name: string, value: string): Record<string, string> {
  const others = Object.entries(headers).filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  return { ...Object.fromEntries(others), [name]: value };
}

/**
 * Returns a header value.
 * @throws ActionError if it contains control characters or characters outside Latin-1.
 */
export function guardHeader(value: string, place: string): string {
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) {
    throw new ActionError(
      'invalid_input',
      `${place}: a header must not contain line breaks or control characters; write |url or |json`,
    );
  }
  if (/[^\u0000-\u00ff]/.test(value)) {
    throw new ActionError(
      'invalid_input',
      `${place}: a header may contain only Latin-1 characters; write |url or |asciijson`,
    );
  }
  return value;
}

type SignIn = ConnectorPackage['connector']['signIn'];

function renderSignIn(signIn: SignIn, values: object): [string, string][] {
  const credential = (template: string, key: string): string => {
    const text = renderOptionalText(template, values, { place: `signIn.${key}` });
    if (text === undefined) throw new ActionError('auth', `signIn.${key}: the account lacks a value; link it again`);
    return guardHeader(text, `signIn.${key}`);
  };
  switch (signIn.kind) {
    case 'bearer':
      return [['Authorization', `${signIn.scheme ?? 'Bearer'} ${credential(signIn.token, 'token')}`]];
    case 'basic': {
      const pair = `${renderText(signIn.username, values, { place: 'signIn.username' })}:${credential(signIn.password, 'password')}`;
      return [['Authorization', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`]];
    }
    case 'key':
    case 'oauth2': {
      const key = carriedKey(signIn)!;
      return key.in === 'header' ? [[key.name!, credential(key.value, 'value')]] : [];
    }
    // Signed when it is sent: a signature is for one request at one moment.
    case 'aws4':
    case 'none':
      return [];
  }
}
