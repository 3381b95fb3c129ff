import { type ConnectorPackage, type Exchange, type Fixture, listNames } from '@tallyhook/schemas';
import type { PracticeAnswer, PracticedService, PracticeRequest } from '@tallyhook/practice';
import { compareRequests, hideSecrets } from '@tallyhook/sdk';
import { asSent, chooseExchange, exchangesOf, pathOf, type Played } from './choose-exchange.ts';
import { createAccessCheck } from './mock-access.ts';
import { createMockSignIn } from './mock-sign-in.ts';

interface MockedRequest {
  method: string;
  path: string;
  /** The fixture that answered; null if none did, for example when the mock refused the credentials. */
  fixture: string | null;
  /** How the request differs from the recorded one. */
  differences: string[];
}

export interface MockedConnector {
  released: ConnectorPackage;
  fixtures: readonly { name: string; fixture: Fixture }[];
}

export interface MockOptions {
  /** Accepts tokens issued elsewhere: those of accounts linked before the mock started. */
  anyToken?: boolean;
  /** Receives a line naming the fixture when a request differs from the recorded one. */
  tell?: (line: string) => void;
}

/**
 * Plays a connector's service from its fixtures, with the sign-in that the connector declares. With `anyToken` it also
 * accepts tokens issued elsewhere.
 */
export function createMockService(
  { released, fixtures }: MockedConnector,
  { anyToken = false, tell }: MockOptions = {},
): PracticedService {
  const exchanges = fixtures.flatMap((fixture) => exchangesOf(released, fixture));
  const signIn = createMockSignIn(
    released,
    fixtures.map(({ fixture }) => fixture),
  );
  const shown = new Set(exchanges.map(({ token }) => token));
  const isKnown = (token: string): boolean => anyToken || signIn.isToken(token) || shown.has(token);
  const refuse = createAccessCheck(released, (token) => !signIn.hasEnded(token) && isKnown(token));
  const requests: MockedRequest[] = [];
  /** The fixture of the last upload that was started. */
  let started: string | undefined;
  const hide = (request: PracticeRequest): PracticeRequest => hideInRequest(request, exchanges);
  return {
    hide,
    answer(request) {
      const signedIn = signIn.answer(request);
      if (signedIn !== undefined) return signedIn;
      const { method, path } = hide(request);
      const chosen = chooseExchange(request, exchanges, started);
      if (chosen === undefined) {
        requests.push({ method, path, fixture: null, differences: [] });
        return { status: 404, body: { message: notRecorded({ method, path }, exchanges) } };
      }
      const refused = chosen.isSignedIn && !chosen.isRefusal ? refuse(request) : undefined;
      if (refused !== undefined) {
        requests.push({ method, path, fixture: null, differences: [] });
        return refused;
      }
      chosen.times += 1;
      if (chosen.upload?.isStart === true) started = chosen.fixture;
      const recorded = chosen.exchange.request;
      const differences = compareRequests(hideSecrets(asSent(request, chosen), [recorded]), recorded);
      requests.push({ method, path, fixture: chosen.fixture, differences });
      if (differences.length > 0)
        tell?.(`${method} ${path} matches no fixture exactly; the nearest one, "${chosen.fixture}", answered`);
      return asAnswer(chosen.exchange.response);
    },
    kept: () => ({ requests, tokens: signIn.tokens() }),
    endTokens: () => signIn.endTokens(),
    clear() {
      requests.length = 0;
      for (const played of exchanges) played.times = 0;
      signIn.clear();
    },
  };
}

function asAnswer({ status, headers = {}, body = '' }: Exchange['response']): PracticeAnswer {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(lower) as Record<string, string>, body };
}

/** Hides credentials in listed requests: authors try connectors with real ones. */
export function hideInRequest(request: PracticeRequest, exchanges: readonly Played[]): PracticeRequest {
  const { method, path, query, headers, body } = request;
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const hidden = hideSecrets(
    {
      method,
      url: `${anyOrigin}${path}?${query.toString()}`,
      headers: Object.fromEntries(sent) as Record<string, string>,
      body,
    },
    exchanges.map(({ exchange }) => exchange.request),
  );
  const { pathname, searchParams } = new URL(hidden.url);
  return { method, path: pathname, query: searchParams, headers: hidden.headers, body: hidden.body ?? body };
}

const anyOrigin = 'http://mock.invalid';

function notRecorded({ method, path }: Pick<PracticeRequest, 'method' | 'path'>, exchanges: readonly Played[]): string {
  const known = [...new Set(exchanges.map(({ exchange }) => `${exchange.request.method} ${pathOf(exchange)}`))];
  return `No fixture has ${method} ${path}. Available: ${listNames(known, `${method} ${path}`)}.`;
}

/** The origins in the fixtures and the sign-in, whose connections are routed to the mock. */
export function mockedOrigins({ released, fixtures }: MockedConnector): string[] {
  const { signIn, hosts } = released.connector;
  const addresses = [
    ...fixtures.flatMap(({ fixture }) =>
      fixture.kind !== 'webhook' ? fixture.exchanges.map(({ request }) => request.url) : [],
    ),
    ...(signIn.kind === 'oauth2' ? [signIn.authorize?.url, signIn.token.url, signIn.refresh?.url] : []),
    ...hosts.map((host) => `https://${host}`),
  ];
  const origins = addresses.flatMap((address) =>
    address !== undefined && !/^[^/]*\/\/[^/]*\{\{/.test(address) && URL.canParse(address)
      ? [new URL(address).origin]
      : [],
  );
  return [...new Set(origins)];
}
