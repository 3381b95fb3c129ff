import { isDeepStrictEqual } from 'node:util';
import type { Connector } from '@tallyhook/schemas';
import { accountNames, placeOf } from '../sign-in/account-names.ts';
import type { Report } from './change.ts';

/** Compares connector.json. A change that makes linked accounts unusable is breaking. */
export function compareConnector(report: Report, before: Connector, after: Connector): void {
  if (before.id !== after.id) report(['id'], 'breaking', `is "${after.id}" instead of "${before.id}"`);
  compareHosts(report, before, after);
  compareSignIn(report, before, after);
  compareSecrets(report, before, after);
  compareAccount(report, before, after);
  reportOthers(report, [], before, after, ['id', 'version', 'hosts', 'signIn', 'account', '$schema']);
}

function compareHosts(report: Report, before: Connector, after: Connector): void {
  for (const host of after.hosts) {
    if (!before.hosts.includes(host)) report(['hosts'], 'addition', `now also connects to "${host}"`);
  }
  for (const host of before.hosts) {
    if (!after.hosts.includes(host)) report(['hosts'], 'correction', `no longer connects to "${host}"`);
  }
}

const again = 'every account must be linked again';

function compareSignIn(report: Report, { signIn: before }: Connector, { signIn: after }: Connector): void {
  if (before.kind !== after.kind)
    return report(['signIn', 'kind'], 'breaking', `signs in with ${after.kind} instead of ${before.kind}: ${again}`);
  const [old, now] = [scopesOf(before), scopesOf(after)];
  for (const scope of now) {
    if (!old.includes(scope))
      report(['signIn', 'scopes'], 'breaking', `now also requests the scope "${scope}": ${again}`);
  }
  for (const scope of old) {
    if (!now.includes(scope)) report(['signIn', 'scopes'], 'correction', `no longer requests the scope "${scope}"`);
  }
  const isCompared = compareOptional(report, before, after);
  reportOthers(report, ['signIn'], before, after, ['scopes', ...(isCompared ? ['optionalScopes'] : [])]);
}

/**
 * A scope that a person may leave out is no reason to link an account again; an action that needs it may be. Returns
 * whether the scopes differ.
 */
function compareOptional(report: Report, before: Connector['signIn'], after: Connector['signIn']): boolean {
  const optionalOf = (signIn: Connector['signIn']): string[] =>
    signIn.kind === 'oauth2' ? (signIn.optionalScopes ?? []).map(({ scope }) => scope) : [];
  const place = ['signIn', 'optionalScopes'];
  const [old, now] = [optionalOf(before), optionalOf(after)];
  for (const scope of now)
    if (!old.includes(scope)) report(place, 'addition', `now also offers the optional scope "${scope}"`);
  for (const scope of old)
    if (!now.includes(scope)) report(place, 'correction', `no longer offers the optional scope "${scope}"`);
  return !isDeepStrictEqual(old, now);
}

/**
 * Reports the scopes that an action or a subscription needs in addition, unless every account has them. Returns the key
 * if it did.
 */
export function compareNeededScopes(
  report: Report,
  path: readonly (string | number)[],
  {
    before = [],
    after = [],
    grantedScopes,
  }: {
    before?: readonly string[] | undefined;
    after?: readonly string[] | undefined;
    grantedScopes: readonly string[];
  },
): 'scopes'[] {
  const needed = after.filter((scope) => !before.includes(scope) && !grantedScopes.includes(scope));
  for (const scope of needed)
    report(path, 'breaking', `now needs the scope "${scope}": accounts without it must be linked again`);
  return needed.length === 0 ? [] : ['scopes'];
}

/** The scopes that every account has. */
export function scopesOf(signIn: Connector['signIn']): string[] {
  return signIn.kind === 'oauth2' ? (signIn.scopes ?? []) : [];
}

/**
 * Reports values that are no longer secret, and so would be shown, or that become secret. Only this check reports them.
 */
function compareSecrets(report: Report, before: Connector, after: Connector): void {
  for (const { name, secret } of accountNames(before)) {
    const same = accountNames(after).find((value) => value.name === name);
    // The OAuth 2 token is not declared anywhere; a changed sign-in is already reported.
    const place = placeOf(after, name);
    if (same === undefined || place === undefined || same.secret === secret) continue;
    if (secret) report([...place, 'secret'], 'breaking', `"${name}" is no longer secret`);
    else report([...place, 'secret'], 'correction', `"${name}" is now secret`);
  }
}

function compareAccount(report: Report, before: Connector, after: Connector): void {
  const [old, now] = [before.account?.fields ?? [], after.account?.fields ?? []];
  for (const [index, field] of now.entries()) {
    const place = ['account', 'fields', index];
    const same = old.find(({ name }) => name === field.name);
    const isNeeded = field.optional !== true;
    if (same === undefined && isNeeded)
      report(place, 'breaking', `"${field.name}" is new and required: linked accounts lack it`);
    else if (same === undefined) report(place, 'addition', `"${field.name}" is new`);
    else if (same.optional === true && isNeeded) report(place, 'breaking', `"${field.name}" is now required`);
    else if (!isDeepStrictEqual({ ...same, secret: undefined }, { ...field, secret: undefined }))
      report(place, 'correction', `the definition of "${field.name}" changed`);
  }
  for (const { name } of old) {
    if (!now.some((field) => field.name === name))
      report(['account', 'fields'], 'correction', `"${name}" is no longer asked for`);
  }
  if (before.account?.externalId !== after.account?.externalId)
    report(['account', 'externalId'], 'breaking', 'linked accounts are identified by a different id');
  reportOthers(report, ['account'], before.account ?? {}, after.account ?? {}, ['fields', 'externalId']);
}

/** Reports changed keys that nothing depends on, except those already reported. */
export function reportOthers(
  report: Report,
  path: readonly (string | number)[],
  before: object,
  after: object,
  handled: readonly string[],
): void {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (handled.includes(key) || isDeepStrictEqual(old[key], now[key])) continue;
    const words = now[key] === undefined ? 'is gone' : old[key] === undefined ? 'is new' : 'changed';
    report([...path, key], 'correction', `${key} ${words}`);
  }
}
