import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link in a mail: the token goes into the link, only its digest is stored. */
export function makeLinkToken(): { token: string; sha256: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, sha256: digestLinkToken(token) };
}

/** The digest under which a token is stored. */
export function digestLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
