import type { HeadersFrom, Request, SignIn } from '@tallyhook/schemas';
import { carriedKey } from '../sign-in/carried-key.ts';
import { endsInOwnName } from '../runtime/host-names.ts';
import { checkMultipart } from './check-multipart.ts';
import { responseShape } from './roots.ts';
import {
  checkJsonText,
  checkPath,
  checkStructure,
  checkTemplate,
  contentTypeOf,
  isJsonType,
  type CheckContext,
} from './context.ts';
import type { JsonPath } from './source-file.ts';
import { any, type Roots } from '../templates/shapes.ts';
import type { Template } from '../templates/template.ts';

/** The names that the parts of a request may use: credentials may not stand in addresses and outputs. */
export interface RequestRoots {
  open: Roots;
  withSecrets: Roots;
}

export interface RequestPlace {
  /** Whether the address comes from elsewhere. */
  hasAddress?: boolean;
  /** Whether one part of a multipart body may be the file. */
  carriesFile?: boolean;
  /** What the output may use besides. */
  outputRoots?: Roots;
}

/** Checks a request beyond its schema; gives its templates, so that a caller sees what they use. */
export function checkRequest(
  context: CheckContext,
  path: JsonPath,
  request: Request,
  roots: RequestRoots,
  { hasAddress = false, carriesFile = false, outputRoots = {} }: RequestPlace = {},
): Template[] {
  const after = { roots: { ...roots.open, response: responseShape } };
  for (const [index, condition] of (request.success?.unless ?? []).entries()) {
    checkPath(context, [...path, 'success', 'unless', index, 'path'], condition.path, after.roots);
  }
  return [
    ...(hasAddress ? [] : checkAddress(context, path, request, roots.open)),
    ...checkStructure(context, [...path, 'query'], request.query, { roots: roots.open }),
    ...checkHeaders(context, [...path, 'headers'], request.headers, roots.withSecrets),
    ...checkHeadersFrom(context, [...path, 'headersFrom'], request.headersFrom, roots.withSecrets),
    ...checkBody(context, path, request, { roots: roots.withSecrets, carriesFile }),
    ...checkStructure(context, [...path, 'output'], request.output, { roots: { ...after.roots, ...outputRoots } }),
  ];
}

function checkAddress(context: CheckContext, path: JsonPath, request: Request, roots: Roots): Template[] {
  if ((request.path === undefined) === (request.url === undefined)) {
    const message = request.path === undefined ? 'the request has no address' : 'the request has both path and url';
    context.report(path, { code: 'path_or_url', message, hint: 'write one of path and url' });
    return [];
  }
  if (request.url !== undefined) {
    const template = checkTemplate(context, [...path, 'url'], request.url, { roots });
    checkHost(context, [...path, 'url'], request.url);
    return template === undefined ? [] : [template];
  }
  checkPathText(context, [...path, 'path'], request.path!);
  if (context.connector !== undefined && context.connector.request?.baseUrl === undefined) {
    const hint = 'add request.baseUrl to connector.json, or write a whole url here';
    context.report([...path, 'path'], {
      code: 'missing_base_url',
      message: 'a path needs a base address',
      hint,
      atKey: true,
    });
  }
  const template = checkTemplate(context, [...path, 'path'], request.path!, { roots });
  return template === undefined ? [] : [template];
}

function checkPathText(context: CheckContext, path: JsonPath, text: string): void {
  const plain = text.replaceAll(/\{\{.*?\}\}/gs, (slot) => ' '.repeat(slot.length));
  const offset = plain.search(/[?#]/);
  if (offset === -1) return;
  const hint = 'write query parameters under query';
  context.report(path, { code: 'query_in_path', message: `a path holds no "${plain[offset]}"`, hint, offset });
}

/**
 * Checks that an address goes to one of the connector's hosts. Where the host itself comes from a slot at the very
 * beginning, only the run can tell. An address that is the service's own by being written there, as those of a sign-in
 * are, has to be listed only where a value decides whose host it is.
 */
export function checkHost(
  context: CheckContext,
  path: JsonPath,
  address: string,
  { isOwnAddress = false }: { isOwnAddress?: boolean } = {},
): void {
  if (address.startsWith('{{') && !/^\{\{[^}]*\}\}[^/]/.test(address)) return;
  if (address.includes('${')) {
    const hint = 'a value is written {{account.NAME}}';
    const offset = address.indexOf('${');
    context.report(path, { code: 'wrong_url', message: '"${" puts no value in', hint, offset });
    return;
  }
  const match = /^(https?):\/\/((?:\{\{.*?\}\}|[^/?#{])*)/s.exec(address);
  if (match === null) {
    context.report(path, {
      code: 'wrong_url',
      message: 'an address begins with https://',
      hint: 'write the whole address',
    });
    return;
  }
  const [, scheme, host] = match;
  if (scheme === 'http') {
    const hint = 'write https://; an operator must allow plain http host by host';
    context.report(path, { code: 'insecure_url', message: 'the address is not encrypted', hint, severity: 'warning' });
  }
  if (host!.includes('@')) {
    const hint = 'credentials come from the account: leave out what stands before the @';
    context.report(path, {
      code: 'wrong_url',
      message: 'an address holds no user name',
      hint,
      offset: scheme!.length + 3,
    });
    return;
  }
  const hosts = context.connector?.hosts;
  if (isOwnAddress && endsInOwnName(host!)) return;
  // One that is listed in a wrong spelling has been reported there.
  if (hosts === undefined || hosts.some((listed) => spellHost(listed) === host)) return;
  const hint = `add "${host}" to hosts in connector.json; it lists ${hosts.join(', ') || 'none'}`;
  context.report(path, {
    code: 'host_not_listed',
    message: `"${host}" is not one of the connector's hosts`,
    hint,
    offset: scheme!.length + 3,
  });
}

function spellHost(listed: string): string {
  return listed.includes('{{')
    ? listed
    : listed
        .toLowerCase()
        .replace(/^[a-z]+:\/\//, '')
        .replace(/\/.*$/, '');
}

const credentialHeaders = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key', 'x-auth-token'];

/** Checks header templates, and that no credential is written into the package. */
export function checkHeaders(
  context: CheckContext,
  path: JsonPath,
  headers: Record<string, unknown> | undefined,
  roots: Roots,
): Template[] {
  return Object.entries(headers ?? {}).flatMap(([name, value]) => {
    if (context.connector !== undefined && setBySignIn(context.connector.signIn) === name.toLowerCase()) {
      const hint = 'leave it out here';
      context.report([...path, name], {
        code: 'header_set_by_sign_in',
        message: `signIn sets the header ${name}`,
        hint,
        atKey: true,
      });
    }
    const templates = checkStructure(context, [...path, name], value, { roots });
    if (credentialHeaders.includes(name.toLowerCase()) && templates.some((template) => template.isConstant)) {
      context.report([...path, name], {
        code: 'credential_in_package',
        message: credentialMessage,
        hint: credentialHint,
      });
    }
    return templates;
  });
}

function checkHeadersFrom(
  context: CheckContext,
  path: JsonPath,
  headers: HeadersFrom | undefined,
  roots: Roots,
): Template[] {
  if (headers === undefined) return [];
  const inside = { roots: { ...roots, field: any } };
  return [
    checkPath(context, [...path, 'each'], headers.each, roots),
    checkTemplate(context, [...path, 'name'], headers.name, inside),
    checkTemplate(context, [...path, 'value'], headers.value, inside),
  ].filter((template) => template !== undefined);
}

export const credentialMessage = 'a credential never stands in a connector';
export const credentialHint = 'make it a field of the account with "secret": true and write {{account.NAME}}';

function setBySignIn(signIn: SignIn): string | undefined {
  if (signIn.kind === 'bearer' || signIn.kind === 'basic') return 'authorization';
  const key = carriedKey(signIn);
  return key?.in === 'header' ? key.name?.toLowerCase() : undefined;
}

function checkBody(
  context: CheckContext,
  path: JsonPath,
  request: Request,
  { roots, carriesFile }: { roots: Roots; carriesFile: boolean },
): Template[] {
  const { body } = request;
  if (body === undefined || body.none === true) return [];
  if (request.method === 'GET' || request.method === 'HEAD') {
    const hint = 'leave it out, or use POST';
    context.report([...path, 'body'], {
      code: 'body_not_here',
      message: `${request.method} takes no body`,
      hint,
      atKey: true,
    });
  }
  if (body.multipart !== undefined) return checkMultipart(context, path, request, { roots, carriesFile });
  const kind = Object.keys(body)[0] as 'json' | 'text' | 'form';
  const templates = checkStructure(context, [...path, 'body', kind], body[kind], { roots });
  const only = typeof body[kind] === 'string' ? templates[0] : undefined;
  const isJsonText = kind === 'json' || isJsonType(typeOfBody(context, request));
  if (only !== undefined && isJsonText) checkJsonText(context, [...path, 'body', kind], only.text);
  return templates;
}

/** The type that the body is sent with; a header of the request stands before one that all requests share. */
function typeOfBody({ connector }: CheckContext, { headers }: Request): unknown {
  return contentTypeOf(headers) ?? contentTypeOf(connector?.request?.headers);
}
