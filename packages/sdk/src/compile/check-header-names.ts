import type { Connector, ConnectorAction, SignIn } from '@tallyhook/schemas';
import { isSetForYou } from '../runtime/headers.ts';
import { carriedKey } from '../sign-in/carried-key.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Lower-case name of the header that carries the credential; undefined if no header does. */
export function headerOfSignIn(signIn: SignIn): string | undefined {
  if (signIn.kind === 'bearer' || signIn.kind === 'basic' || signIn.kind === 'aws4') return 'authorization';
  const key = carriedKey(signIn);
  return key?.in === 'header' ? key.name?.toLowerCase() : undefined;
}

/** Reports names in one object that differ only in case: only the last one would be sent. */
export function checkSpellings(context: CheckContext, path: JsonPath, headers: object | undefined): void {
  const names = Object.keys(headers ?? {});
  for (const [index, name] of names.entries()) {
    const first = names.slice(0, index).find((other) => isSame(other, name));
    if (first !== undefined)
      reportTwice(context, [...path, name], `"${name}" and "${first}" are the same header`, true);
  }
}

/** Checks the header that carries a sign-in's key or token. */
export function checkCarrier(context: CheckContext, path: JsonPath, name: string | undefined): void {
  if (typeof name === 'string') checkFree(context, path, name, 'write the header in which the service expects the key');
}

/**
 * Checks the idempotency header. It takes precedence over other headers of the same name, so it could replace the
 * credential or a value set elsewhere.
 */
export function checkIdempotencyHeader(context: CheckContext, action: ConnectorAction): void {
  const { idempotencyHeader: name, request } = action;
  if (typeof name !== 'string') return;
  const path = ['idempotencyHeader'];
  const { connector } = context;
  if (connector !== undefined && headerOfSignIn(connector.signIn) === name.toLowerCase()) {
    const message = `signIn sets the header ${name}, so the key would replace the credential`;
    return context.report(path, { code: 'header_set_by_sign_in', message, hint: keyHint });
  }
  if (!checkFree(context, path, name, keyHint)) return;
  for (const [headers, where] of placesOf(connector, request)) {
    const same = Object.keys(headers ?? {}).find((other) => isSame(other, name));
    if (same === undefined) continue;
    return reportTwice(context, path, `the key would replace the header ${same} in ${where}`);
  }
}

const keyHint = 'write the header in which the service expects the key, such as Idempotency-Key, or leave it out';

/** Reports a constant header name from an answer if its value would never be sent. */
export function checkHandedOut(context: CheckContext, path: JsonPath, name: string): void {
  if (typeof name !== 'string' || name.includes('{{')) return;
  const { connector } = context;
  if (connector !== undefined && headerOfSignIn(connector.signIn) === name.toLowerCase()) {
    const finding = { code: 'header_set_by_sign_in', message: `signIn sets the header ${name}` } as const;
    return context.report(path, { ...finding, hint: 'leave it out here' });
  }
  if (isSetForYou(name)) reportSetForYou(context, path, name, 'leave it out');
}

/** Reports a header that is set automatically or describes the body. Returns whether the name is free. */
function checkFree(context: CheckContext, path: JsonPath, name: string, hint: string): boolean {
  if (!isSetForYou(name) && name.toLowerCase() !== 'content-type') return true;
  reportSetForYou(context, path, name, hint);
  return false;
}

function reportSetForYou(context: CheckContext, path: JsonPath, name: string, hint: string): void {
  const message =
    name.toLowerCase() === 'content-type'
      ? `the header ${name} is reserved for the type of the body`
      : `the header ${name} is set for you`;
  context.report(path, { code: 'header_set_for_you', message, hint });
}

function reportTwice(context: CheckContext, path: JsonPath, message: string, atKey = false): void {
  context.report(path, { code: 'header_set_twice', message, hint: 'keep one of them', ...(atKey && { atKey }) });
}

function placesOf(
  connector: Connector | undefined,
  request: ConnectorAction['request'],
): [Record<string, unknown> | undefined, string][] {
  return [
    [request.headers, 'request.headers'],
    [connector?.request?.headers, 'request.headers of connector.json'],
  ];
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
