import type { Part } from '../play-routes.ts';
import type { AccessList } from './access-list.ts';
import { answerAuthorize } from './authorize.ts';
import { answerToken } from './token.ts';
import type { SignInVendor } from './vendor.ts';

/** Plays a vendor's OAuth 2 server (RFC 6749, RFC 7636). The person always agrees, at once. */
export function signInPart(vendor: SignInVendor, access: AccessList): Part {
  return {
    routes: [
      { method: 'GET', path: vendor.authorizePath, answer: (asked) => answerAuthorize(vendor, access, asked) },
      { method: 'POST', path: vendor.tokenPath, answer: (asked) => answerToken(vendor, access, asked) },
    ],
  };
}
