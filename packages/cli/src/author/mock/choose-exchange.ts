import type { ConnectorPackage, Exchange } from '@tallyhook/schemas';
import type { PracticeRequest } from '@tallyhook/practice';
import { distanceTo, type HttpRequest, type NamedFixture } from '@tallyhook/sdk';
import { givenAccessToken } from './mock-sign-in.ts';

/** An exchange of a fixture, and how often it was played. */
export interface Played {
  exchange: Exchange;
  fixture: string;
  /** The access token that the fixture invented. */
  token: string | undefined;
  /** Whether the fixture shows a refusal by the service. */
  isRefusal: boolean;
  /** Whether its request carries the connector's credentials. */
  isSignedIn: boolean;
  times: number;
  /** Set if the fixture shows a complete file upload. */
  upload?: PlayedUpload;
}

interface PlayedUpload {
  isStart: boolean;
  sizeBytes: number;
  /** Number of problems along the way. */
  troubles: number;
}

/** The exchanges of a fixture, none played yet. */
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
  // Status requests and aborted uploads are not part of an upload without problems.
  const troubles = exchanges.filter(
    ({ request, response }) =>
      ['HEAD', 'DELETE'].includes(request.method) || !('status' in response) || response.status >= 400,
  ).length;
  return {
    upload: { isStart: index === 0, sizeBytes, troubles: troubles + (fixture.expect.output === undefined ? 1 : 0) },
  };
}

/**
 * In uploads, requests after the first may need no credentials. In a sign-in only the last request, that of `test`,
 * carries them; earlier ones fetch the token.
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
 * Chooses the nearest exchange with the same method and path; among equals, the one played least. An upload starts with
 * a fixture for a file of that size and the fewest problems; later requests prefer the fixture that was `started`. A
 * refusal is chosen only if nothing else matches, or if something it names fits better: naming fewer headers or no body
 * does not make it nearer.
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
      (accepted === undefined || far < distance(accepted, onlyCommonParts(accepted.exchange, played.exchange))),
  );
  return refused?.played ?? accepted;
}

/** Sort keys, most significant first; less is nearer. */
function uploadOrder(
  { headers, body }: PracticeRequest,
  { played: { upload, fixture }, distance }: { played: Played; distance: number },
  started: string | undefined,
): number[] {
  if (upload === undefined) return [1, distance, 0];
  if (!upload.isStart) return [1, distance, fixture === started ? 0 : 1];
  const requestText = `${Object.values(headers).join(' ')} ${body.toString('latin1')}`;
  const isOfThatSize = new RegExp(`(?<!\\d)${upload.sizeBytes}(?!\\d)`).test(requestText);
  return [isOfThatSize && upload.sizeBytes > 0 ? 0 : 1, distance, upload.troubles];
}

function compareOrders(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - other[index]!).find((difference) => difference !== 0) ?? 0;
}

/** The recorded request without headers and body that the other one does not name. */
function onlyCommonParts({ request }: Exchange, { request: other }: Exchange): Exchange['request'] {
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
 * The request as it would have reached the service: with the recorded host instead of the mock's, and the fixture's
 * token instead of the mock's.
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
