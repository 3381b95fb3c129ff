import type { Connector } from '@tallyhook/schemas';
import { carriedNames } from './carried-names.ts';

/** Names that OAuth 2 gives to account values. No field and no kept value may use them. */
export const tokenNames = [
  'accessToken',
  'refreshToken',
  'expiresAt',
  'refreshExpiresAt',
  'scope',
  'choices',
  'optionalScopes',
];

/** A named value of an account. */
export interface NamedValue {
  name: string;
  secret: boolean;
  /** Whether a person may leave it empty. */
  optional?: boolean;
}

/** The values that a person gives. */
export function givenNames({ account }: Pick<Connector, 'account'>): NamedValue[] {
  return account === undefined
    ? []
    : account.fields.map(({ name, secret = false, optional = false }) => ({ name, secret, optional }));
}

/** All values of an account: those a person gives, then those from signing in. */
export function accountNames({ account, signIn }: Pick<Connector, 'account' | 'signIn'>): NamedValue[] {
  const given = givenNames({ account });
  if (signIn.kind !== 'oauth2') return given;
  const kept = [signIn.keep, ...(signIn.then ?? []).map(({ keep }) => keep)]
    .flatMap((keep) => Object.entries(keep ?? {}))
    .map(([name, { secret = false }]) => ({ name, secret: secret || name === 'accessToken' }));
  return [...given, { name: 'accessToken', secret: true }, ...kept];
}

/**
 * The names of all credentials of an account, including those that few templates may use, and those that the sign-in
 * sends without declaring them secret: packages from before that check may have some.
 */
export function secretNames(connector: Connector): string[] {
  const declared = new Set(accountNames(connector).flatMap(({ name, secret }) => (secret ? [name] : [])));
  return [...new Set([...declaredSecrets(connector), ...carriedNames(connector, declared)])];
}

/** The names of values declared secret, and of the OAuth 2 tokens. */
export function declaredSecrets(connector: Connector): string[] {
  const declared = accountNames(connector).flatMap(({ name, secret }) => (secret ? [name] : []));
  const tokens = connector.signIn.kind === 'oauth2' ? ['refreshToken'] : [];
  return [...new Set([...declared, ...tokens])];
}

/** A value that the sign-in sends as a credential but that is not declared secret, and where it is declared. */
export interface UndeclaredSecret {
  name: string;
  path: (string | number)[];
}

/** The values that must be declared secret and are not. */
export function undeclaredSecrets(connector: Connector): UndeclaredSecret[] {
  const declared = new Set(accountNames(connector).flatMap(({ name, secret }) => (secret ? [name] : [])));
  const carried = carriedNames(connector, declared).filter((name) => !declared.has(name));
  return carried.flatMap((name) => {
    const path = placeOf(connector, name);
    return path === undefined ? [] : [{ name, path }];
  });
}

/** Where an account value is declared. */
export function placeOf({ account, signIn }: Connector, name: string): (string | number)[] | undefined {
  const index = account?.fields.findIndex((field) => field.name === name) ?? -1;
  if (index !== -1) return ['account', 'fields', index];
  if (signIn.kind !== 'oauth2') return undefined;
  if (signIn.keep !== undefined && Object.hasOwn(signIn.keep, name)) return ['signIn', 'keep', name];
  const step = (signIn.then ?? []).findIndex(({ keep }) => Object.hasOwn(keep, name));
  return step === -1 ? undefined : ['signIn', 'then', step, 'keep', name];
}
