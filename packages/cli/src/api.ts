import type { Agent, Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { Problem } from '@tallyhook/schemas';
import {
  routeAddress,
  type RouteAnswer,
  type RouteCall,
  type RouteLine,
  type RouteName,
} from '@tallyhook/schemas/routes';
import { problemOfAnswer } from './problem-answer.ts';

/** The product's address, and the credentials and branch that calls use. */
export interface Caller {
  url: string;
  /** The value of the session cookie; ignored when there is a key. */
  token?: string;
  key?: string;
  /** Workspace and branch of a session's calls; a key determines both. */
  workspace?: string;
  branch?: string;
}

/** What a call sends besides the route's JSON. */
interface Sending {
  /** Streamed unchanged, never held in memory as a whole. */
  stream?: { body: Readable; sizeBytes: number; contentType: string };
  accept?: string;
}

/** The argument of a call; optional when the route requires nothing. */
type Given<Name extends RouteName> =
  Record<never, never> extends RouteCall<Name>
    ? [wanted?: RouteCall<Name> & Sending]
    : [wanted: RouteCall<Name> & Sending];

/**
 * The product over HTTP.
 * @throws Problem as described by the server, for every refusal
 */
export interface Api {
  /** Returns the answer's JSON; undefined for 204. */
  call<Name extends RouteName>(route: Name, ...wanted: Given<Name>): Promise<RouteAnswer<Name>>;
  /** Returns the unread answer, for downloads. */
  open<Name extends RouteName>(route: Name, ...wanted: Given<Name>): Promise<Dispatcher.ResponseData>;
  /** Yields the lines of an `application/x-ndjson` answer as they arrive. */
  lines<Name extends RouteName>(route: Name, wanted: RouteCall<Name> & Sending): AsyncGenerator<RouteLine<Name>>;
  close(): Promise<void>;
}

/** Connects lazily, on the first call. */
export async function createApi(caller: Caller): Promise<Api> {
  // Loaded on demand: verbs that don't call the product start faster.
  const { Agent } = await import('undici');
  // An import may count rows for minutes before the next byte of its answer.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 10_000 });
  const open = async (route: RouteName, wanted: Wanted = {}) => {
    const answer = await send(agent, caller, route, wanted);
    if (answer.statusCode >= 400) throw problemOfAnswer(answer.statusCode, await readJson(answer));
    return answer;
  };
  return {
    open,
    call: async (route, ...[wanted]) => (await readJson(await open(route, wanted))) as never,
    lines: async function* (route, wanted: Wanted) {
      const answer = await open(route, { ...wanted, accept: 'application/x-ndjson' });
      try {
        for await (const line of createInterface({ input: answer.body, crlfDelay: Infinity })) {
          if (line.trim() !== '') yield JSON.parse(line) as never;
        }
      } catch (error) {
        throw brokenOff(error);
      }
    },
    close: () => agent.close(),
  };
}

type Wanted = Sending & { path?: object; query?: object; body?: unknown };

async function send(agent: Agent, caller: Caller, route: RouteName, wanted: Wanted): Promise<Dispatcher.ResponseData> {
  const { url, method } = addressOf(caller, route, wanted);
  try {
    return await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: headersOf(caller, wanted),
      body: wanted.stream?.body ?? (wanted.body === undefined ? null : JSON.stringify(wanted.body)),
    });
  } catch (error) {
    throw unreachable(url, error);
  }
}

function addressOf(caller: Caller, route: RouteName, wanted: Wanted): { url: URL; method: string } {
  const base = caller.url.endsWith('/') ? caller.url : `${caller.url}/`;
  const { method, address } = routeAddress(route, wanted as never, caller.key === undefined ? caller : {});
  return { method, url: new URL(address.slice(1), base) };
}

function headersOf(caller: Caller, { body, stream, accept = 'application/json' }: Wanted): Record<string, string> {
  return {
    accept,
    ...credentialOf(caller),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(stream === undefined ? {} : { 'content-type': stream.contentType, 'content-length': String(stream.sizeBytes) }),
  };
}

function credentialOf({ key, token, url }: Caller): Record<string, string> {
  if (key !== undefined) return { authorization: `Bearer ${key}` };
  return token === undefined ? {} : { cookie: `tallyhook_session=${token}`, origin: new URL(url).origin };
}

async function readJson(answer: Dispatcher.ResponseData): Promise<unknown> {
  const text = await answer.body.text().catch((error: unknown) => {
    throw brokenOff(error);
  });
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(
      'internal',
      `The server answered ${answer.statusCode} with something that is not JSON. Is this address Tallyhook's?`,
    );
  }
}

function unreachable(url: URL, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^(E[A-Z_]+|UND_ERR_.*)$/.test(code)) return error;
  return new Problem(
    'unavailable',
    `Nothing answered at ${url.origin} (${code}). Start Tallyhook with \`npm start\`, or name its address with --url or TALLYHOOK_URL.`,
    { cause: error },
  );
}

/** Returns a Problem for a connection that broke while reading an answer; any other error unchanged. */
export function brokenOff(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!/^(UND_ERR_|ECONN)/.test(code)) return error;
  const detail = `The connection broke before the answer was complete (${code}). Before you retry, check that Tallyhook is running and whether your request took effect.`;
  return new Problem('unavailable', detail, { cause: error });
}
