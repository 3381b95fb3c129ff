import type { ConnectorPackage, Exchange } from '@tallyhook/schemas';
import type { PracticeRequest } from '@tallyhook/practice';
import { distanceTo, type HttpRequest, type NamedFixture } from '@tallyhook/sdk';
import { givenAccessToken } from './mock-sign-in.ts';

/** An exchange of a fixture, and how often it was played. */
export interface Played {
  exchange: Exchange;
  fixture: string;
  /** The access token that the fixture made up. */
  token: string | undefined;
  /** Whether the fixture shows how the service refuses. */
  isRefusal: boolean;
  /** Whether its request carries what the connector signs in with. */
  isSignedIn: boolean;
  times: number;
  /** Where the fixture sends a file and shows the file arrive. */
  upload?: PlayedUpload;
}

interface PlayedUpload {
  isStart: boolean;
  sizeBytes: number;
  /** How often something goes wrong on the way. */
  troubles: number;
}

/** The exchanges of a fixture, none of which was played yet. */
export function exchangesOf(released: ConnectorPackage, { name, fixture }: NamedFixture): Played[] {
  if (fixture.kind === 'webhook') return [];
  const kept = fixture.kind === 'signIn' ? fixture.expect.account : undefined;
  const token = kept?.['accessToken'] ?? fixture.account?.['accessToken'];
  return fixture.exchanges.map((exchange, index) => ({
    ...uploadOf(fixture, index),
    exchange,
    fixture: name,
    token: typeof token === 'string' ? token : undefined,
    isRefusal: fixture.expect?.error !== undefined,
    isSignedIn: isSignedIn(released, fixture, index),
    times: 0,
  }));
}

function uploadOf(fixture: NamedFixture['fixture'], index: number): { upload?: PlayedUpload } {
  if (fixture.kind !== 'action' || fixture.file === undefined || fixture.expect.error !== undefined) return {};
  const { file, exchanges } = fixture;
  const sizeBytes = 'size' in file ? Number(file.size) : Buffer.byteLength(String(file.text));
  // What is asked, or ended, in between is none of the way of a file that simply arrives.
  const troubles = exchanges.filter(
    ({ request, response }) =>
      ['HEAD', 'DELETE'].includes(request.method) || !('status' in response) || response.status >= 400,
  ).length;
  return {
    upload: { isStart: index === 0, sizeBytes, troubles: troubles + (fixture.expect.output === undefined ? 1 : 0) },
  };
}

/**
 * Where an action sends a file to, later requests may be open to everybody. Of a sign-in the last request is that of
 * `test`; those before it get the token.
 */
function isSignedIn(
  { connector, actions }: ConnectorPackage,
  fixture: Exclude<NamedFixture['fixture'], { kind: 'webhook' }>,
  index: number,
): boolean {
  if (fixture.kind === 'action') return index === 0 || actions[fixture.action]?.upload === undefined;
  if (fixture.kind !== 'signIn') return false;
  return connector.test !== undefined && fixture.test !== false && index === fixture.exchanges.length - 1;
}

/**
 * Of the exchanges with the same method and path the nearest one, and of equally near ones the one that was played
 * least. Of the starts of uploads it is one of a file of that size, in which the least goes wrong; what follows is of the
 * same fixture, `started`, where it may. One of a refusal is taken where there is no other, or where it names something that fits it better: a recorded
 * request that names less than another one is no nearer for that.
 */
export function chooseExchange(
  request: PracticeRequest,
  exchanges: readonly Played[],
  started?: string,
): Played | undefined {
  const distance = (played: Played, recorded = played.exchange.request): number =>
    distanceTo(asSent(request, played), recorded);
  const near = exchanges
    .filter(({ exchange }) => exchange.request.method === request.method && pathOf(exchange) === request.path)
    .map((played) => ({ played, distance: distance(played) }))
    .map((each) => ({ ...each, order: uploadOrder(request, each, started) }))
    .sort((a, b) => compareOrders(a.order, b.order) || a.played.times - b.played.times);
  const accepted = near.find(({ played }) => !played.isRefusal)?.played;
  const refused = near.find(
    ({ played, distance: far }) =>
      played.isRefusal &&
      (accepted === undefined || far < distance(accepted, whatBothName(accepted.exchange, played.exchange))),
  );
  return refused?.played ?? accepted;
}

/** What is compared first comes first: less is nearer. */
function uploadOrder(
  { headers, body }: PracticeRequest,
  { played: { upload, fixture }, distance }: { played: Played; distance: number },
  started: string | undefined,
): number[] {
  if (upload === undefined) return [1, distance, 0];
  if (!upload.isStart) return [1, distance, fixture === started ? 0 : 1];
  const said = `${Object.values(headers).join(' ')} ${body.toString('latin1')}`;
  const isOfThatSize = new RegExp(`(?<!\\d)${upload.sizeBytes}(?!\\d)`).test(said);
  return [isOfThatSize && upload.sizeBytes > 0 ? 0 : 1, distance, upload.troubles];
}

function compareOrders(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - other[index]!).find((difference) => difference !== 0) ?? 0;
}

/** A recorded request without the headers and the body that the other one does not name. */
function whatBothName({ request }: Exchange, { request: other }: Exchange): Exchange['request'] {
  const names = Object.keys(other.headers ?? {}).map((name) => name.toLowerCase());
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => names.includes(name.toLowerCase()));
  const { method, url, body } = request;
  return {
    method,
    url,
    headers: Object.fromEntries(headers),
    ...(other.body !== undefined && body !== undefined && { body }),
  };
}

export function pathOf({ request }: Exchange): string {
  return URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
}

/**
 * The request as it left: who calls the mock by its own address means the recorded host, and a token that the mock gave
 * stands for the one of the fixture.
 */
export function asSent(
  { method, path, query, headers, body }: PracticeRequest,
  { exchange: { request }, token }: Played,
): HttpRequest {
  const origin = URL.canParse(request.url) ? new URL(request.url).origin : '';
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const recorded = (text: string): string => (token === undefined ? text : text.replaceAll(givenAccessToken, token));
  const texts = Object.entries(headers).map(([name, value]) => [name, recorded(String(value))]);
  return {
    method,
    url: recorded(`${origin}${path}${search}`),
    headers: Object.fromEntries(texts) as Record<string, string>,
    body: Buffer.from(recorded(body.toString('latin1')), 'latin1'),
  };
}
