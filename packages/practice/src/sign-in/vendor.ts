import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import type { Fields } from '../read-body.ts';

/** What was wrong with a request for tokens. */
export type SignInFault =
  | 'wrong_client'
  | 'wrong_code'
  | 'wrong_redirect'
  | 'wrong_verifier'
  | 'wrong_refresh_token'
  | 'wrong_grant'
  | 'wrong_body';

/** Tokens that are about to be handed out. */
export interface NewTokens {
  accessToken: string;
  /** Absent where this vendor gives none for this request. */
  refreshToken?: string;
  scopes: string[];
  /** What the person was asked with. */
  asked: Record<string, string>;
}

/** How one vendor's OAuth 2 servers differ from the others'. */
export interface SignInVendor {
  authorizePath: string;
  tokenPath: string;
  scopeSeparator: ' ' | ',';
  /** Where the client may say who it is at the token address. */
  client: readonly ('basic' | 'body')[];
  bodies: readonly ('form' | 'json')[];
  /** Whether a challenge is heeded; where it is not, one is overlooked. */
  knowsPkce: boolean;
  /** Whether the address that codes go to must be said again for the tokens. */
  repeatsRedirect: boolean;
  /** Query parameters that the authorize address needs beside the usual ones. */
  needs?: Record<string, string>;
  /** Beside code and state, what goes back to the application. */
  redirectExtras?(request: PracticeRequest): Record<string, string>;
  /** What an access token begins with. */
  tokenPrefix: string;
  /** Whether a code gives a refresh token. */
  refreshes(asked: Record<string, string>, body: Record<string, string>): boolean;
  /** Whether a refresh token ends with its first use, and the answer brings the next one. */
  rotates: boolean;
  /** The answer with tokens. */
  writeTokens(tokens: NewTokens): Fields;
  writeFault(fault: SignInFault): PracticeAnswer;
  /** Writes an answer as the vendor does where that is not always JSON. */
  write?(answer: PracticeAnswer, request: PracticeRequest): PracticeAnswer;
}
