import { createHash, randomBytes } from 'node:crypto';
import type { ConnectorPackage, Fixture, OAuthSignIn } from '@tallyhook/schemas';
import type { PracticeAnswer, PracticeRequest } from '@tallyhook/practice';
import { type Named, readClient, readParameters } from './read-client.ts';
import { tokenAnswer } from './token-answer.ts';

/** Matches access tokens issued by the mock anywhere in a text. */
export const givenAccessToken = /\bmock-access-\d+/g;

export interface MockSignIn {
  /** The answer to a request of the sign-in; undefined for other requests. */
  answer(request: PracticeRequest): PracticeAnswer | undefined;
  /** Whether this access token was issued. */
  isToken(token: string): boolean;
  /** Whether this access token was issued and has expired. */
  hasEnded(token: string): boolean;
  /** Number of tokens issued of each kind. */
  tokens(): unknown[];
  /** Expires the issued access tokens; refresh tokens stay valid. */
  endTokens(): void;
  clear(): void;
}

interface Asked {
  clientId: string;
  redirectUri: string;
  challenge: string | null;
}

/**
 * Plays a connector's OAuth server, which grants every request. It requires PKCE with S256 unless the connector opts
 * out, and a client that authenticates as declared. Codes and refresh tokens work once, only for the client they were
 * issued to; reusing a refresh token revokes all of them. Extra values in the redirect and next to the token
 * come from the sign-in fixture.
 */
export function createMockSignIn({ connector }: ConnectorPackage, fixtures: readonly Fixture[]): MockSignIn {
  const { signIn } = connector;
  if (signIn.kind !== 'oauth2')
    return {
      answer: () => undefined,
      isToken: () => true,
      hasEnded: () => false,
      tokens: () => [],
      endTokens: () => undefined,
      clear: () => undefined,
    };
  const { redirect, tokenBody } = valuesFromFixtures(signIn, fixtures);
  const codes = new Map<string, Asked>();
  /** The client each refresh token was issued to. */
  const refreshTokens = new Map<string, string | undefined>();
  const accessTokens = new Set<string>();
  const ended = new Set<string>();
  let given = 0;
  const give = (clientId: string | undefined): PracticeAnswer => {
    given += 1;
    const accessToken = `mock-access-${given}`;
    const refreshToken = `mock-refresh-${randomBytes(9).toString('base64url')}`;
    accessTokens.add(accessToken);
    refreshTokens.set(refreshToken, clientId);
    return tokenAnswer(signIn, { accessToken, refreshToken }, tokenBody);
  };
  const redeem = (parameters: Named, clientId: string | undefined): PracticeAnswer => {
    const asked = codes.get(parameters('code') ?? '');
    codes.delete(parameters('code') ?? '');
    if (asked === undefined) return refuse('invalid_grant', 'the code is unknown or was already used');
    const wrong = refuseCode(signIn, asked, { parameters, clientId });
    return wrong === undefined ? give(asked.clientId) : refuse('invalid_grant', wrong);
  };
  const refresh = (parameters: Named, clientId: string | undefined): PracticeAnswer => {
    const shown = parameters('refresh_token') ?? '';
    const owner = refreshTokens.get(shown);
    if (refreshTokens.delete(shown)) {
      if (clientId === undefined || owner === undefined || clientId === owner) return give(owner);
      return refuse('invalid_grant', 'the refresh token was issued to another client');
    }
    refreshTokens.clear();
    return refuse('invalid_grant', 'the refresh token is unknown or was already used: each one works once');
  };
  return {
    answer(request) {
      if (isAt(signIn.authorize?.url, request) && request.method === 'GET')
        return authorize(signIn, request, { codes, redirect });
      const isRefresh = isAt(signIn.refresh?.url, request);
      if (!isAt(signIn.token.url, request) && !isRefresh) return undefined;
      const parameters = readParameters(request, { ...signIn.token.names, ...signIn.refresh?.names });
      const isCode = parameters('code') !== undefined;
      if (isCode || parameters('refresh_token') !== undefined) {
        const client = readClient(signIn, isCode ? 'code' : 'refresh', { request, parameters });
        if ('mistake' in client) return refuse('invalid_client', client.mistake, 401);
        return isCode ? redeem(parameters, client.id) : refresh(parameters, client.id);
      }
      // Some services exchange the token for a long-lived one at the same address; fixtures play that step.
      if (signIn.then?.some(({ request: step }) => step.method === request.method && isAt(step.url, request)))
        return undefined;
      if (signIn.grant === 'clientCredentials' || signIn.refresh?.with === 'accessToken') {
        const kind = signIn.grant === 'clientCredentials' ? 'code' : 'refresh';
        const client = readClient(signIn, kind, { request, parameters });
        return 'mistake' in client ? refuse('invalid_client', client.mistake, 401) : give(client.id);
      }
      return refuse('invalid_request', 'the request has neither a code nor a refresh token');
    },
    isToken: (token) => accessTokens.has(token),
    tokens: () => [{ given, waitingCodes: codes.size, validRefreshTokens: refreshTokens.size }],
    hasEnded: (token) => ended.has(token),
    endTokens() {
      for (const token of accessTokens) ended.add(token);
      accessTokens.clear();
    },
    clear() {
      codes.clear();
      refreshTokens.clear();
      accessTokens.clear();
    },
  };
}

interface FixtureValues {
  /** Parameters of the redirect, by name. */
  redirect: Readonly<Record<string, string>>;
  /** Body of the answer that carries the token. */
  tokenBody: unknown;
}

/** Values from the first fixture in which a person approves; empty without one. */
function valuesFromFixtures(signIn: OAuthSignIn, fixtures: readonly Fixture[]): FixtureValues {
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
  { codes, redirect }: { codes: Map<string, Asked>; redirect: FixtureValues['redirect'] },
): PracticeAnswer {
  const name = (known: string): string => signIn.authorize?.names?.[known] ?? known;
  const redirectUri = query.get(name('redirect_uri'));
  if (redirectUri === null || !URL.canParse(redirectUri))
    return refuse('invalid_request', 'redirect_uri must be an address');
  const clientId = query.get(name('client_id'));
  if (clientId === null) return refuse('invalid_request', 'client_id is missing');
  const type = query.get(name('response_type'));
  // Some services expect another value, or none.
  if (signIn.authorize?.parameters?.['response_type'] === undefined && type !== 'code')
    return refuse(type === null ? 'invalid_request' : 'unsupported_response_type', 'response_type must be "code"');
  if (query.get(name('state')) === null) return refuse('invalid_request', 'state is missing');
  const challenge = query.get(name('code_challenge'));
  const isBound = challenge !== null && query.get(name('code_challenge_method')) === 'S256';
  if (signIn.pkce !== false && !isBound) {
    return refuse('invalid_request', 'code_challenge with code_challenge_method=S256 is missing (PKCE)');
  }
  if (challenge !== null && !/^[\w-]{43}$/.test(challenge)) {
    return refuse('invalid_request', 'code_challenge must be 43 characters of base64url (RFC 7636)');
  }
  const code = `mock-code-${randomBytes(9).toString('base64url')}`;
  codes.set(code, { clientId, redirectUri, challenge });
  const location = new URL(redirectUri);
  for (const [known, value] of Object.entries(redirect)) location.searchParams.set(known, value);
  location.searchParams.set('code', code);
  location.searchParams.set('state', query.get(name('state'))!);
  return { status: 302, headers: { location: location.href }, body: '' };
}

function refuseCode(
  signIn: OAuthSignIn,
  asked: Asked,
  { parameters, clientId }: { parameters: Named; clientId: string | undefined },
): string | undefined {
  if (clientId !== undefined && clientId !== asked.clientId) return 'the code was issued to another client';
  const redirectUri = parameters('redirect_uri');
  if (redirectUri !== undefined && redirectUri !== asked.redirectUri)
    return 'redirect_uri differs from the one in the authorization request';
  if (signIn.pkce === false || asked.challenge === null) return undefined;
  const challenge = createHash('sha256')
    .update(parameters('code_verifier') ?? '')
    .digest('base64url');
  return challenge === asked.challenge ? undefined : 'code_verifier does not match code_challenge (S256)';
}

function refuse(error: string, description: string, status = 400): PracticeAnswer {
  return { status, body: { error, error_description: description } };
}

/** Whether a request is for an address; parts of it taken from the account match anything. */
function isAt(address: string | undefined, { path }: Pick<PracticeRequest, 'path'>): boolean {
  if (address === undefined) return false;
  const written = /^[a-z]+:\/\/[^/]*(\/[^?#]*)?/i.exec(address.replaceAll(/\{\{.*?\}\}/g, '\u0000'))?.[1] ?? '/';
  const pattern = written.split('\u0000').map((part) => part.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('[^/]+')}$`).test(path);
}
