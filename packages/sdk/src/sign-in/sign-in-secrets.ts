import { randomBytes } from 'node:crypto';

/** Makes the random values of one sign-in: the state of its redirect and the verifier of its code (RFC 7636). */
export function makeSignInSecrets(): { state: string; verifier: string } {
  return { state: randomBytes(32).toString('base64url'), verifier: randomBytes(32).toString('base64url') };
}
