import type { SignIn } from '@tallyhook/schemas';

/** A credential in a header, in a query parameter, or at the start of the path. */
export interface CarriedKey {
  in: 'header' | 'query' | 'path';
  name?: string;
  /** A template over `account`. */
  value: string;
}

/** Where requests carry the key or token of a sign-in; undefined for other kinds. */
export function carriedKey(signIn: SignIn): CarriedKey | undefined {
  if (signIn.kind === 'key') return signIn;
  if (signIn.kind !== 'oauth2') return undefined;
  return signIn.carry ?? { in: 'header', name: 'Authorization', value: 'Bearer {{account.accessToken}}' };
}
