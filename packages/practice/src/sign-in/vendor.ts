import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import type { Fields } from '../read-body.ts';

/** The mistake in a token request. */
export type SignInFault =
  | 'wrong_client'
  | 'wrong_code'
  | 'wrong_redirect'
  | 'wrong_verifier'
  | 'wrong_refresh_token'
  | 'wrong_grant'
  | 'wrong_body';

/** Tokens to be issued. */
export interface NewTokens {
  accessToken: string;
  /** Absent if this vendor issues none for this request. */
  refreshToken?: string;
  scopes: string[];
  /** The parameters of the authorize request. */
  asked: Record<string, string>;
}

/** How one vendor's OAuth 2 servers differ from the others'. */
export interface SignInVendor {
  authorizePath: string;
  tokenPath: string;
  scopeSeparator: ' ' | ',';
  /** How the client may authenticate at the token address. */
  client: readonly ('basic' | 'body')[];
  bodies: readonly ('form' | 'json')[];
  /** Whether PKCE is supported. If not, a challenge is ignored. */
  knowsPkce: boolean;
  /** Whether the token request must repeat the redirect address. */
  repeatsRedirect: boolean;
  /** Extra query parameters that the authorize address requires. */
  needs?: Record<string, string>;
  /** Parameters of the redirect besides code and state. */
  redirectExtras?(request: PracticeRequest): Record<string, string>;
  /** The prefix of an access token. */
  tokenPrefix: string;
  /** Whether a code yields a refresh token. */
  refreshes(asked: Record<string, string>, body: Record<string, string>): boolean;
  /** Whether refresh tokens are single-use and the answer contains the next one. */
  rotates: boolean;
  /** The answer with the tokens. */
  writeTokens(tokens: NewTokens): Fields;
  writeFault(fault: SignInFault): PracticeAnswer;
  /** Writes an answer in the vendor's format if that is not always JSON. */
  write?(answer: PracticeAnswer, request: PracticeRequest): PracticeAnswer;
}
