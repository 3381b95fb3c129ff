import type { Connector } from '@tallyhook/schemas';

/** The names that OAuth 2 gives values of an account; no field and no kept value may be called like one. */
export const tokenNames = ['accessToken', 'refreshToken', 'expiresAt', 'scope', 'choices'];

/** A value that an account has, besides those that a person gives. */
export interface NamedValue {
  name: string;
  secret: boolean;
}

/** What a person gives. */
export function givenNames({ account }: Pick<Connector, 'account'>): NamedValue[] {
  return account === undefined ? [] : account.fields.map(({ name, secret = false }) => ({ name, secret }));
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

/** The names of an account's credentials, also of those that no template may name everywhere. */
export function secretNames(connector: Pick<Connector, 'account' | 'signIn'>): string[] {
  const names = accountNames(connector).flatMap(({ name, secret }) => (secret ? [name] : []));
  return connector.signIn.kind === 'oauth2' ? [...new Set([...names, 'refreshToken'])] : names;
}
