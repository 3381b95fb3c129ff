import type { HeadersFrom, Request } from '@tallyhook/schemas';
import { checkConditions } from './check-condition.ts';
import { checkAddressText, checkEmptyPart } from './check-address-text.ts';
import { checkBody } from './check-body.ts';
import { checkConstants, clientCredential, reportClientCredential } from './check-constants.ts';
import { checkHandedOut, checkSpellings, headerOfSignIn } from './check-header-names.ts';
import { checkHost } from './check-host.ts';
import { checkNeeded } from './check-needed.ts';
import { accountNames } from '../sign-in/account-names.ts';
import { accountOf, responseShape } from './roots.ts';
import { checkPath, checkStructure, checkTemplate, type CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';
import { any, type Roots } from '../templates/shapes.ts';
import type { Template } from '../templates/template.ts';

/** The names available to the parts of a request. Credentials are not allowed in addresses and outputs. */
export interface RequestRoots {
  open: Roots;
  /** Names for the query where it may contain secrets. Default: the same as `open`. */
  query?: Roots;
  withSecrets: Roots;
}

export interface RequestPlace {
  /** Whether the address comes from elsewhere. */
  hasAddress?: boolean;
  /** Whether one part of a multipart body may be the file. */
  carriesFile?: boolean;
  /** Whether it completes a sign-in and so may set the token's header itself. */
  completesSignIn?: boolean;
  /** Additional names for the output. */
  outputRoots?: Roots;
}

/** Checks a request beyond its schema. Returns its templates, so that the caller knows what they use. */
export function checkRequest(
  context: CheckContext,
  path: JsonPath,
  request: Request,
  roots: RequestRoots,
  { hasAddress = false, carriesFile = false, completesSignIn = false, outputRoots = {} }: RequestPlace = {},
): Template[] {
  const after = { roots: { ...roots.open, response: responseShape } };
  const forHeaders = completesSignIn ? { ...context, connector: undefined } : context;
  const output = { ...after.roots, ...outputRoots };
  checkConditions(context, [...path, 'success', 'unless'], request.success?.unless, after.roots);
  return [
    ...(hasAddress ? [] : checkAddress(context, path, request, roots.open)),
    ...checkQuery(context, [...path, 'query'], request.query, roots),
    ...checkHeaders(forHeaders, [...path, 'headers'], request.headers, roots.withSecrets),
    ...checkHeadersFrom(forHeaders, [...path, 'headersFrom'], request.headersFrom, roots.withSecrets),
    ...checkBody(context, path, request, { roots: roots.withSecrets, carriesFile }),
    ...checkStructure(context, [...path, 'output'], request.output, { roots: output }),
  ];
}

function checkQuery(
  context: CheckContext,
  path: JsonPath,
  query: Request['query'],
  { open, query: withClient }: RequestRoots,
): Template[] {
  for (const [name, value] of withClient === undefined ? [] : Object.entries(query ?? {}))
    if (clientCredential.test(name) && typeof value === 'string' && !value.includes('{{'))
      reportClientCredential(context, [...path, name], value);
  checkConstants(context, path, query);
  return checkStructure(context, path, query, { roots: withClient ?? open }, { isEncoded: true });
}

function checkAddress(context: CheckContext, path: JsonPath, request: Request, roots: Roots): Template[] {
  if ((request.path === undefined) === (request.url === undefined)) {
    const message = request.path === undefined ? 'the request has no address' : 'the request has both path and url';
    context.report(path, { code: 'path_or_url', message, hint: 'write either path or url' });
    return [];
  }
  if (request.url !== undefined) {
    const given = { ...roots, ...secretAddressRoot(context, request.url) };
    const template = checkTemplate(context, [...path, 'url'], request.url, { roots: given }, { isText: true });
    if (template !== undefined) checkHost(context, [...path, 'url'], request.url);
    checkAddressText(context, [...path, 'url'], request.url);
    checkConstants(context, [...path, 'url'], request.url);
    checkNeeded(context, [...path, 'url'], request.url, { template, options: { roots: given }, place: 'address' });
    return template === undefined ? [] : [template];
  }
  checkPathText(context, [...path, 'path'], request.path!);
  checkEmptyPart(context, [...path, 'path'], request.path!);
  checkAddressText(context, [...path, 'path'], request.path!);
  if (context.connector !== undefined && context.connector.request?.baseUrl === undefined) {
    const hint = 'add request.baseUrl to connector.json, or write a full url here';
    context.report([...path, 'path'], {
      code: 'missing_base_url',
      message: 'a path needs a base address',
      hint,
      atKey: true,
    });
  }
  const template = checkTemplate(context, [...path, 'path'], request.path, { roots }, { isText: true });
  checkNeeded(context, [...path, 'path'], request.path!, { template, options: { roots }, place: 'path' });
  return template === undefined ? [] : [template];
}

/**
 * An address may be secret as a whole, such as that of an incoming webhook. The account value at its start is then
 * allowed there; no other secret is.
 */
function secretAddressRoot({ connector }: CheckContext, url: string): Roots {
  const [, name] = /^\{\{\s*account\.([A-Za-z][A-Za-z0-9_]*)\s*\}\}(?=$|[/])/.exec(url) ?? [];
  if (connector === undefined || name === undefined || url.split(`account.${name}`).length > 2) return {};
  const known = accountNames(connector).map((one) => (one.name === name ? { ...one, secret: false } : one));
  return accountOf(known, { secrets: false });
}

/** Checks that a path, or a base address, has no query and no fragment. */
export function checkPathText(context: CheckContext, path: JsonPath, text: string): void {
  const plain = text.replaceAll(/\{\{.*?\}\}/gs, (slot) => ' '.repeat(slot.length));
  const offset = plain.search(/[?#]/);
  if (offset === -1) return;
  const hint = 'write query parameters under query';
  context.report(path, { code: 'query_in_path', message: `a path cannot contain "${plain[offset]}"`, hint, offset });
}

/** Checks header templates, and that no credential is written into the package. */
export function checkHeaders(
  context: CheckContext,
  path: JsonPath,
  headers: Record<string, unknown> | undefined,
  roots: Roots,
): Template[] {
  checkSpellings(context, path, headers);
  return Object.entries(headers ?? {}).flatMap(([name, value]) => {
    if (context.connector !== undefined && headerOfSignIn(context.connector.signIn) === name.toLowerCase()) {
      const hint = 'leave it out here';
      context.report([...path, name], {
        code: 'header_set_by_sign_in',
        message: `signIn sets the header ${name}`,
        hint,
        atKey: true,
      });
    }
    const templates = checkStructure(context, [...path, name], value, { roots }, { isText: true });
    if (typeof value === 'string') checkOneLine(context, [...path, name], value);
    checkConstants(context, [...path, name], value);
    return templates;
  });
}

function checkOneLine(context: CheckContext, path: JsonPath, text: string): void {
  const plain = text.replaceAll(/\{\{.*?\}\}/gs, (slot) => ' '.repeat(slot.length));
  const offset = plain.search(/[\r\n\0]/);
  if (offset === -1) return;
  const message = 'a header cannot contain a line break';
  context.report(path, { code: 'wrong_format', message, hint: 'write it on one line', offset });
}

function checkHeadersFrom(
  context: CheckContext,
  path: JsonPath,
  headers: HeadersFrom | undefined,
  roots: Roots,
): Template[] {
  if (headers === undefined) return [];
  const inside = { roots: { ...roots, field: any } };
  checkHandedOut(context, [...path, 'name'], headers.name);
  const named = checkTemplate(context, [...path, 'name'], headers.name, inside, { isText: true });
  checkNeeded(context, [...path, 'name'], headers.name, { template: named, options: inside, place: 'name' });
  return [
    checkPath(context, [...path, 'each'], headers.each, roots),
    named,
    checkTemplate(context, [...path, 'value'], headers.value, inside, { isText: true }),
  ].filter((template) => template !== undefined);
}
