import type { ConnectorPackage, Exchange, Fixture } from '@tallyhook/schemas';
import type { PracticeAnswer, PracticedService, PracticeRequest } from '@tallyhook/practice';
import { compareRequests, distanceTo } from '@tallyhook/sdk';
import { createMockSignIn } from './mock-sign-in.ts';

/** An exchange of a fixture, and how often it was played. */
interface Played {
  exchange: Exchange;
  fixture: string;
  times: number;
}

interface MockedRequest {
  method: string;
  path: string;
  /** The fixture that answered; null where none did. */
  fixture: string | null;
  /** How the request differs from the recorded one. */
  differences: string[];
}

export interface MockedConnector {
  released: ConnectorPackage;
  fixtures: readonly { name: string; fixture: Fixture }[];
}

/**
 * Plays the service of a connector from its fixtures: of the exchanges with the same method and path the nearest one
 * answers, and of equally near ones the one that was played least. Signs in as the connector declares it.
 */
export function createMockService({ released, fixtures }: MockedConnector): PracticedService {
  const exchanges = fixtures.flatMap(({ name, fixture }): Played[] =>
    fixture.kind !== 'webhook' ? fixture.exchanges.map((exchange) => ({ exchange, fixture: name, times: 0 })) : [],
  );
  const signIn = createMockSignIn(released);
  const requests: MockedRequest[] = [];
  return {
    answer(request) {
      const signedIn = signIn.answer(request);
      if (signedIn !== undefined) return signedIn;
      const { method, path } = request;
      const chosen = choose(request, exchanges);
      if (chosen === undefined) {
        requests.push({ method, path, fixture: null, differences: [] });
        return { status: 404, body: { message: notRecorded(request, exchanges) } };
      }
      chosen.times += 1;
      const differences = compareRequests(asSent(request, chosen.exchange), chosen.exchange.request);
      requests.push({ method, path, fixture: chosen.fixture, differences });
      return asAnswer(chosen.exchange.response);
    },
    kept: () => ({ requests, tokens: signIn.tokens() }),
    clear() {
      requests.length = 0;
      for (const played of exchanges) played.times = 0;
      signIn.clear();
    },
  };
}

function choose(request: PracticeRequest, exchanges: readonly Played[]): Played | undefined {
  return exchanges
    .filter(({ exchange }) => exchange.request.method === request.method && pathOf(exchange) === request.path)
    .map((played) => ({ played, distance: distanceTo(asSent(request, played.exchange), played.exchange.request) }))
    .sort((a, b) => a.distance - b.distance || a.played.times - b.played.times)[0]?.played;
}

function pathOf({ request }: Exchange): string {
  return URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
}

/** The request as it left: who calls the mock by its own address means the recorded host. */
function asSent(
  { method, path, query, headers, body }: PracticeRequest,
  { request }: Exchange,
): Parameters<typeof compareRequests>[0] {
  const origin = URL.canParse(request.url) ? new URL(request.url).origin : '';
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return {
    method,
    url: `${origin}${path}${search}`,
    headers: Object.fromEntries(texts) as Record<string, string>,
    body,
  };
}

function asAnswer({ status, headers = {}, body = '' }: Exchange['response']): PracticeAnswer {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(lower) as Record<string, string>, body };
}

function notRecorded({ method, path }: PracticeRequest, exchanges: readonly Played[]): string {
  const known = [...new Set(exchanges.map(({ exchange }) => `${exchange.request.method} ${pathOf(exchange)}`))];
  return `No fixture has ${method} ${path}. There are: ${known.join(', ') || 'none'}.`;
}

/** The declared origins that the fixtures and the sign-in name; their connections are to be led to the mock. */
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
