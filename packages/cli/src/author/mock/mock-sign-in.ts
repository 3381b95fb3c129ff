import { createHash, randomBytes } from 'node:crypto';
import type { ConnectorPackage, Fixture, OAuthSignIn } from '@tallyhook/schemas';
import type { PracticeAnswer, PracticeRequest } from '@tallyhook/practice';
import { tokenAnswer } from './token-answer.ts';

/** The access tokens that the mock gives, wherever they stand. */
export const givenAccessToken = /\bmock-access-\d+/g;

export interface MockSignIn {
  /** The answer to a request of the sign-in; undefined for any other. */
  answer(request: PracticeRequest): PracticeAnswer | undefined;
  /** How many of each kind were given out. */
  tokens(): unknown[];
  clear(): void;
}

interface Asked {
  redirectUri: string;
  challenge: string | null;
}

/**
 * Plays the OAuth server of a connector: everybody who asks is allowed. It insists on PKCE with S256 unless the
 * connector does without, takes each code and each refresh token once, and forgets all tokens of who shows one twice.
 * What else the service says, in the redirect and beside the token, it says as in the fixture of a sign-in.
 */
export function createMockSignIn({ connector }: ConnectorPackage, fixtures: readonly Fixture[]): MockSignIn {
  const { signIn } = connector;
  if (signIn.kind !== 'oauth2') return { answer: () => undefined, tokens: () => [], clear: () => undefined };
  const { redirect, tokenBody } = whatFixturesSay(signIn, fixtures);
  const codes = new Map<string, Asked>();
  const refreshTokens = new Set<string>();
  let given = 0;
  const give = (): PracticeAnswer => {
    given += 1;
    const refreshToken = `mock-refresh-${randomBytes(9).toString('base64url')}`;
    refreshTokens.add(refreshToken);
    return tokenAnswer(signIn, { accessToken: `mock-access-${given}`, refreshToken }, tokenBody);
  };
  const redeem = (parameters: Named): PracticeAnswer => {
    const asked = codes.get(parameters('code') ?? '');
    codes.delete(parameters('code') ?? '');
    const wrong = asked === undefined ? 'the code is unknown, or was used' : refuseCode(signIn, asked, parameters);
    return wrong === undefined ? give() : refuse('invalid_grant', wrong);
  };
  const refresh = (parameters: Named): PracticeAnswer => {
    if (refreshTokens.delete(parameters('refresh_token') ?? '')) return give();
    refreshTokens.clear();
    return refuse('invalid_grant', 'the refresh token is unknown, or was used: each one serves once');
  };
  return {
    answer(request) {
      if (isAt(signIn.authorize?.url, request) && request.method === 'GET')
        return authorize(signIn, request, { codes, redirect });
      const isRefresh = isAt(signIn.refresh?.url, request);
      if (!isAt(signIn.token.url, request) && !isRefresh) return undefined;
      const parameters = readParameters(request, { ...signIn.token.names, ...signIn.refresh?.names });
      if (parameters('code') !== undefined) return redeem(parameters);
      if (parameters('refresh_token') !== undefined) return refresh(parameters);
      // Some services exchange a token for one that lasts at the very address that gave it: the fixtures know of that.
      if (signIn.then?.some(({ request: step }) => step.method === request.method && isAt(step.url, request)))
        return undefined;
      if (signIn.grant === 'clientCredentials' || signIn.refresh?.with === 'accessToken') return give();
      return refuse('invalid_request', 'there is neither a code nor a refresh token');
    },
    tokens: () => [{ given, waitingCodes: codes.size, validRefreshTokens: refreshTokens.size }],
    clear() {
      codes.clear();
      refreshTokens.clear();
    },
  };
}

interface Said {
  /** The parameters of the redirect, by name. */
  redirect: Readonly<Record<string, string>>;
  /** The body of the answer that brings the token. */
  tokenBody: unknown;
}

/** What the first fixture shows in which a person allows it; without one, nothing. */
function whatFixturesSay(signIn: OAuthSignIn, fixtures: readonly Fixture[]): Said {
  const signedIn = fixtures.filter((fixture) => fixture.kind === 'signIn' && fixture.expect.error === undefined);
  const fixture = signedIn.find((entry) => entry.kind === 'signIn' && entry.redirect !== undefined) ?? signedIn[0];
  if (fixture?.kind !== 'signIn') return { redirect: {}, tokenBody: undefined };
  const exchange = fixture.exchanges.find(
    ({ request, response }) => response.status < 300 && isAt(signIn.token.url, { path: new URL(request.url).pathname }),
  );
  return { redirect: fixture.redirect ?? {}, tokenBody: exchange?.response.body };
}

function authorize(
  signIn: OAuthSignIn,
  { query }: PracticeRequest,
  { codes, redirect }: { codes: Map<string, Asked>; redirect: Said['redirect'] },
): PracticeAnswer {
  const name = (known: string): string => signIn.authorize?.names?.[known] ?? known;
  const redirectUri = query.get(name('redirect_uri'));
  if (redirectUri === null || !URL.canParse(redirectUri))
    return refuse('invalid_request', 'redirect_uri is no address');
  if (query.get(name('client_id')) === null) return refuse('invalid_request', 'client_id is missing');
  if (query.get(name('state')) === null) return refuse('invalid_request', 'state is missing');
  const challenge = query.get(name('code_challenge'));
  const isBound = challenge !== null && query.get(name('code_challenge_method')) === 'S256';
  if (signIn.pkce !== false && !isBound) {
    return refuse('invalid_request', 'code_challenge with code_challenge_method=S256 is missing (PKCE)');
  }
  const code = `mock-code-${randomBytes(9).toString('base64url')}`;
  codes.set(code, { redirectUri, challenge });
  const location = new URL(redirectUri);
  for (const [known, value] of Object.entries(redirect)) location.searchParams.set(known, value);
  location.searchParams.set('code', code);
  location.searchParams.set('state', query.get(name('state'))!);
  return { status: 302, headers: { location: location.href }, body: '' };
}

function refuseCode(signIn: OAuthSignIn, asked: Asked, parameters: Named): string | undefined {
  const redirectUri = parameters('redirect_uri');
  if (redirectUri !== undefined && redirectUri !== asked.redirectUri) return 'redirect_uri is another one';
  if (signIn.pkce === false || asked.challenge === null) return undefined;
  const challenge = createHash('sha256')
    .update(parameters('code_verifier') ?? '')
    .digest('base64url');
  return challenge === asked.challenge ? undefined : 'code_verifier does not fit code_challenge (S256)';
}

function refuse(error: string, description: string): PracticeAnswer {
  return { status: 400, body: { error, error_description: description } };
}

/** A parameter by its usual name, from the query, a form or JSON. */
type Named = (name: string) => string | undefined;

function readParameters({ query, body, headers }: PracticeRequest, names: Record<string, string>): Named {
  const text = body.toString('utf8');
  const isJson = /json/.test(headers['content-type'] ?? '');
  const sent = isJson ? Object.entries(parseObject(text)) : [...new URLSearchParams(text)];
  const all = new Map([...query, ...sent].map(([name, value]) => [name, String(value)]));
  return (name) => all.get(names[name] ?? name);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Whether a request is to an address; what the address takes from an account may be anything. */
function isAt(address: string | undefined, { path }: Pick<PracticeRequest, 'path'>): boolean {
  if (address === undefined) return false;
  const written = /^[a-z]+:\/\/[^/]*(\/[^?#]*)?/i.exec(address.replaceAll(/\{\{.*?\}\}/g, '\u0000'))?.[1] ?? '/';
  const pattern = written.split('\u0000').map((part) => part.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('[^/]+')}$`).test(path);
}
