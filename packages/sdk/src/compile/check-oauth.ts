import type { Connector, OAuthSignIn, RefreshRequest, TokenRequest } from '@tallyhook/schemas';
import { accountNames, givenNames, type NamedValue, tokenNames } from '../sign-in/account-names.ts';
import { carriedKey } from '../sign-in/carried-key.ts';
import { any, type Roots, scalar } from '../templates/shapes.ts';
import { checkAddressText } from './check-address-text.ts';
import { checkConditions } from './check-condition.ts';
import { checkKey } from './check-key.ts';
import { checkKept, checkKeptHosts } from './check-kept.ts';
import {
  checkConstants,
  clientCredential,
  credentialMessage,
  reportClientCredential,
  shortened,
} from './check-constants.ts';
import { checkRenamed, inAuthorize, inRefresh, inRevoke, inToken } from './check-renamed.ts';
import { checkScopes } from './check-scopes.ts';
import { checkHost } from './check-host.ts';
import { checkHeaders, checkRequest } from './check-request.ts';
import { checkTokenType } from './check-token-type.ts';
import { checkNeeded } from './check-needed.ts';
import { checkPath, checkTemplate, type CheckContext } from './context.ts';
import { accountOf, accountRoots, clientRoot, nowRoot, responseRoots } from './roots.ts';
import type { JsonPath } from './source-file.ts';

const path = ['signIn'];

/** Checks an OAuth 2 sign-in. */
export function checkOAuth(context: CheckContext, connector: Connector, signIn: OAuthSignIn): void {
  checkNames(context, connector, signIn);
  checkGrant(context, signIn);
  checkScopes(context, signIn);
  const given = givenNames(connector);
  checkClient(context, signIn, accountOf(given, { secrets: true }));
  if (signIn.authorize !== undefined) {
    const roots = { ...accountOf(given, { secrets: false }), ...signInRoots };
    checkAddress(context, [...path, 'authorize', 'url'], signIn.authorize.url, roots);
    checkParameters(context, [...path, 'authorize'], signIn.authorize.parameters, roots);
    checkRenamed(context, [...path, 'authorize'], signIn.authorize.names, inAuthorize);
  }
  const redirect: Roots = signIn.grant === 'clientCredentials' ? {} : { redirect: any };
  checkToken(context, [...path, 'token'], signIn.token, {
    names: [...given, ...keptBefore(signIn)],
    roots: { ...signInRoots, ...redirect },
    renamed: inToken(signIn),
  });
  checkTokenType(context, [...path, 'token'], signIn.token);
  const all = accountNames(connector);
  if (signIn.refresh !== undefined) checkRefresh(context, signIn, all);
  const open = accountRoots(connector, { secrets: false });
  if (signIn.revoke !== undefined) checkRevoke(context, signIn, all);
  checkKept(context, [...path, 'keep'], signIn.keep, { ...open, ...redirect, ...responseRoots, ...clientId });
  checkSteps(context, signIn, { open, withSecrets: accountRoots(connector, { secrets: true }) });
  checkKeptHosts(context, connector);
  checkCarry(context, signIn, accountRoots(connector, { secrets: true }));
  for (const [index, { status, when }] of (signIn.expiredWhen ?? []).entries()) {
    checkConditions(context, [...path, 'expiredWhen', index, 'when'], when, responseRoots);
    if (when === undefined) checkEnded(context, [...path, 'expiredWhen', index, 'status'], status);
  }
}

/** Reports a success status that alone would mean that the token has expired. */
function checkEnded(context: CheckContext, place: JsonPath, statuses: readonly number[] = []): void {
  const at = statuses.findIndex((status) => status >= 200 && status < 300);
  if (at === -1) return;
  const message = `every response with ${statuses[at]}, even a successful one, would mean that the token has expired`;
  const hint = `add a condition, such as "when": [{ "path": "response.body.error", "is": "token_expired" }], or remove ${statuses[at]}`;
  context.report([...place, at], { code: 'missing_key', message, hint });
}

const signInRoots: Roots = { ...clientRoot({ secrets: true }), scope: scalar, ...nowRoot };

/** Some services want the client id in every request, so a kept copy is available. The client secret is not. */
const clientId = clientRoot({ secrets: false });

/** Values kept from the redirect exist before the token request; values from its answer do not. */
function keptBefore({ keep }: OAuthSignIn): NamedValue[] {
  return Object.entries(keep ?? {})
    .filter(([, { value }]) => !/\{\{[^}]*\bresponse\b/.test(value))
    .map(([name, { secret = false }]) => ({ name, secret }));
}

function checkNames(context: CheckContext, { account }: Connector, { keep, then = [] }: OAuthSignIn): void {
  const given = account?.fields ?? [];
  const seen = new Set(given.map(({ name }) => name));
  for (const [index, { name }] of given.entries())
    if (tokenNames.includes(name)) reportReserved(context, ['account', 'fields', index, 'name'], name, false);
  const places: [JsonPath, string[]][] = [
    [[...path, 'keep'], Object.keys(keep ?? {})],
    ...then.map((step, index): [JsonPath, string[]] => [[...path, 'then', index, 'keep'], Object.keys(step.keep)]),
  ];
  for (const [place, names] of places) {
    for (const name of names) {
      const replacesToken = name === 'accessToken' && place.includes('then');
      if (tokenNames.includes(name) && !replacesToken) reportReserved(context, [...place, name], name, true);
      else if (seen.has(name) && !replacesToken) {
        const message = `the account already has a value "${name}"`;
        const finding = { code: 'duplicate_name', message, hint: 'rename one', atKey: true } as const;
        context.report([...place, name], finding);
      }
      seen.add(name);
    }
  }
}

function reportReserved(context: CheckContext, place: JsonPath, name: string, atKey: boolean): void {
  const message = `"${name}" is a value that every account has with OAuth 2`;
  context.report(place, { code: 'reserved_name', message, hint: 'choose another name', ...(atKey && { atKey }) });
}

function checkGrant(context: CheckContext, signIn: OAuthSignIn): void {
  const { grant, authorize, pkce } = signIn;
  if (grant !== 'clientCredentials' && authorize === undefined) {
    const message = 'people need a page on which to allow access';
    context.report(path, { code: 'missing_key', message, hint: 'add authorize, with its url' });
  }
  if (grant !== 'clientCredentials' && pkce === false) {
    const message = 'without PKCE, a stolen code can be used by the thief';
    const hint = 'leave pkce out unless the service refuses code_challenge';
    context.report([...path, 'pkce'], { code: 'pkce_off', message, hint, severity: 'warning', atKey: true });
  }
  if (grant !== 'clientCredentials') return;
  for (const key of ['authorize', 'pkce'] as const) {
    if (signIn[key] === undefined) continue;
    const message = `nobody is asked to allow a grant of client credentials, so ${key} has no effect`;
    context.report([...path, key], { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
  }
}

function checkClient(context: CheckContext, { client }: OAuthSignIn, roots: Roots): void {
  for (const key of ['id', 'secret'] as const) {
    if (client === undefined) continue;
    const place = [...path, 'client', key];
    const template = checkTemplate(context, place, client[key], { roots });
    checkNeeded(context, place, client[key], { template, options: { roots }, place: 'credential' });
    if (template?.isConstant === true) reportClientCredential(context, place, client[key]);
  }
}

function checkAddress(context: CheckContext, place: JsonPath, url: string, roots: Roots): void {
  checkConstants(context, place, url);
  const template = checkTemplate(context, place, url, { roots });
  checkNeeded(context, place, url, { template, options: { roots }, place: 'address' });
  checkAddressText(context, place, url);
  if (template === undefined) return;
  if (url.startsWith('https://') || url.startsWith('http://')) {
    checkHost(context, place, url, { isOwnAddress: true });
    return;
  }
  const hint = 'write the full address';
  context.report(place, { code: 'wrong_url', message: 'an address must start with https://', hint });
}

function checkParameters(
  context: CheckContext,
  place: JsonPath,
  parameters: Record<string, unknown> | undefined,
  roots: Roots,
): void {
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (typeof value !== 'string') continue;
    const template = checkTemplate(context, [...place, 'parameters', name], value, { roots }, { isEncoded: true });
    if (clientCredential.test(name) && template?.isConstant === true)
      reportClientCredential(context, [...place, 'parameters', name], value);
    else checkConstants(context, [...place, 'parameters', name], value);
  }
}

function checkToken(
  context: CheckContext,
  place: JsonPath,
  token: Partial<TokenRequest>,
  {
    names,
    roots,
    renamed,
    isRevocation = false,
  }: { names: NamedValue[]; roots: Roots; renamed: readonly string[]; isRevocation?: boolean },
): void {
  const open = { ...roots, ...accountOf(names, { secrets: false }) };
  const withSecrets = { ...roots, ...accountOf(names, { secrets: true }) };
  // Some services want the token to revoke in the path; it is worth nothing afterwards.
  if (token.url !== undefined) checkAddress(context, [...place, 'url'], token.url, isRevocation ? withSecrets : open);
  checkParameters(context, place, token.parameters, withSecrets);
  checkRenamed(context, place, token.names, renamed);
  // These requests fetch the credential, so none is set here.
  const bare = { ...context, connector: undefined };
  checkHeaders(bare, [...place, 'headers'], token.headers, withSecrets);
  checkConditions(context, [...place, 'success', 'unless'], token.success?.unless, responseRoots);
  for (const [key, text] of Object.entries(token.read ?? {}))
    checkPath(context, [...place, 'read', key], text as string, responseRoots);
  if (token.method !== 'GET' || token.format === undefined) return;
  const hint = 'leave it out: the parameters go into the query';
  const message = 'a GET request has no body for the parameters';
  context.report([...place, 'format'], { code: 'key_not_here', message, hint, atKey: true });
}

function checkRefresh(context: CheckContext, signIn: OAuthSignIn, names: NamedValue[]): void {
  const place = [...path, 'refresh'];
  // Any sign-in may declare when to refresh.
  const isOnlyTime = Object.keys(signIn.refresh!).every((key) => key === 'aheadOfEndMs');
  if (signIn.grant === 'clientCredentials' && !isOnlyTime) {
    const message = 'a token of client credentials is requested again, not refreshed';
    context.report(place, { code: 'key_not_here', message, hint: 'keep only aheadOfEndMs', atKey: true });
  }
  const refresh: RefreshRequest = signIn.refresh!;
  const known = [...names, { name: 'refreshToken', secret: true }, { name: 'scope', secret: false }];
  checkTokenType(context, place, refresh, signIn.token);
  checkToken(context, place, refresh, { names: known, roots: signInRoots, renamed: inRefresh });
}

function checkRevoke(context: CheckContext, { revoke }: OAuthSignIn, names: NamedValue[]): void {
  const place = [...path, 'revoke'];
  const known = [...names, { name: 'refreshToken', secret: true }];
  const { method, ...others } = revoke!;
  const request = { ...others, ...(method !== 'DELETE' && method !== undefined && { method }) };
  checkTokenType(context, place, request);
  checkToken(context, place, request, { names: known, roots: signInRoots, renamed: inRevoke, isRevocation: true });
}

function checkSteps(
  context: CheckContext,
  { then = [] }: OAuthSignIn,
  roots: { open: Roots; withSecrets: Roots },
): void {
  for (const [index, { request, choose, keep, expiresIn }] of then.entries()) {
    const place = [...path, 'then', index];
    // Some services want the fresh token here in a different form, and the client again.
    const withSecrets = { ...roots.withSecrets, ...clientRoot({ secrets: true }), ...nowRoot };
    const known = { open: { ...roots.open, ...clientId, ...nowRoot }, query: withSecrets, withSecrets };
    checkRequest(context, [...place, 'request'], request, known, { completesSignIn: true });
    const item: Roots = choose === undefined ? {} : { item: any };
    if (choose !== undefined) {
      checkPath(context, [...place, 'choose', 'list'], choose.list, responseRoots);
      checkTemplate(context, [...place, 'choose', 'label'], choose.label, { roots: item });
      const value = checkTemplate(context, [...place, 'choose', 'value'], choose.value, { roots: item });
      if (value?.isConstant === true) {
        const hint = 'use a value that differs, such as {{item.id}}';
        const message = 'every element would have the same value';
        context.report([...place, 'choose', 'value'], { code: 'constant_value', message, hint });
      }
    }
    checkKept(context, [...place, 'keep'], keep, { ...roots.open, ...responseRoots, ...item });
    if (expiresIn !== undefined) checkPath(context, [...place, 'expiresIn'], expiresIn, { ...responseRoots, ...item });
    if (expiresIn !== undefined && !('accessToken' in keep)) {
      const message = 'this request returns no token that could expire';
      const hint = 'keep the token from its response as accessToken, or leave this out';
      context.report([...place, 'expiresIn'], { code: 'key_not_here', message, hint, atKey: true });
    }
  }
}

function checkCarry(context: CheckContext, signIn: OAuthSignIn, roots: Roots): void {
  if (signIn.carry === undefined) return;
  const place = [...path, 'carry'];
  const key = carriedKey(signIn)!;
  const template = checkTemplate(context, [...place, 'value'], key.value, { roots });
  checkNeeded(context, [...place, 'value'], key.value, { template, options: { roots }, place: 'credential' });
  checkKey(context, place, key);
  if (template?.isConstant !== true) return;
  const message = `${shortened(key.value)} is sent as the credential, and ${credentialMessage}`;
  const hint = 'write {{account.accessToken}}';
  context.report([...place, 'value'], { code: 'credential_in_package', message, hint, secret: key.value });
}
