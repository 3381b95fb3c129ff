import type { Connector } from '@tallyhook/schemas';
import { carriedNames } from './carried-names.ts';

/** The names that OAuth 2 gives values of an account; no field and no kept value may be called like one. */
export const tokenNames = ['accessToken', 'refreshToken', 'expiresAt', 'scope', 'choices'];

/** A value that an account has, besides those that a person gives. */
export interface NamedValue {
  name: string;
  secret: boolean;
  /** Whether a person may leave it empty. */
  optional?: boolean;
}

/** What a person gives. */
export function givenNames({ account }: Pick<Connector, 'account'>): NamedValue[] {
  return account === undefined
    ? []
    : account.fields.map(({ name, secret = false, optional = false }) => ({ name, secret, optional }));
}

/** All that is known of an account by name: what a person gives, then what signing in brings. */
export function accountNames({ account, signIn }: Pick<Connector, 'account' | 'signIn'>): NamedValue[] {
  const given = givenNames({ account });
  if (signIn.kind !== 'oauth2') return given;
  const kept = [signIn.keep, ...(signIn.then ?? []).map(({ keep }) => keep)]
    .flatMap((keep) => Object.entries(keep ?? {}))
    .map(([name, { secret = false }]) => ({ name, secret: secret || name === 'accessToken' }));
  return [...given, { name: 'accessToken', secret: true }, ...kept];
}

/**
 * The names of an account's credentials, also of those that no template may name everywhere, and of those that the
 * sign-in sends without their being declared: a package of before that was checked may have some.
 */
export function secretNames(connector: Connector): string[] {
  const declared = new Set(accountNames(connector).flatMap(({ name, secret }) => (secret ? [name] : [])));
  return [...new Set([...declaredSecrets(connector), ...carriedNames(connector, declared)])];
}

/** The names of what is declared to be secret, and of the tokens that OAuth 2 gives. */
export function declaredSecrets(connector: Connector): string[] {
  const declared = accountNames(connector).flatMap(({ name, secret }) => (secret ? [name] : []));
  const tokens = connector.signIn.kind === 'oauth2' ? ['refreshToken'] : [];
  return [...new Set([...declared, ...tokens])];
}

/** A value that the sign-in sends as a credential and that nobody declared to be secret, and where it is declared. */
export interface UndeclaredSecret {
  name: string;
  path: (string | number)[];
}

/** What has to be declared secret and is not. */
export function undeclaredSecrets(connector: Connector): UndeclaredSecret[] {
  const declared = new Set(accountNames(connector).flatMap(({ name, secret }) => (secret ? [name] : [])));
  const carried = carriedNames(connector, declared).filter((name) => !declared.has(name));
  return carried.flatMap((name) => {
    const path = placeOf(connector, name);
    return path === undefined ? [] : [{ name, path }];
  });
}

/** Where a value of the account is declared. */
export function placeOf({ account, signIn }: Connector, name: string): (string | number)[] | undefined {
  const index = account?.fields.findIndex((field) => field.name === name) ?? -1;
  if (index !== -1) return ['account', 'fields', index];
  if (signIn.kind !== 'oauth2') return undefined;
  if (signIn.keep !== undefined && Object.hasOwn(signIn.keep, name)) return ['signIn', 'keep', name];
  const step = (signIn.then ?? []).findIndex(({ keep }) => Object.hasOwn(keep, name));
  return step === -1 ? undefined : ['signIn', 'then', step, 'keep', name];
}
