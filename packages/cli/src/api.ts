import type { Agent, Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { Problem } from '@tallyhook/schemas';
import { routeAddress, type RouteAnswer, type RouteCall, type RouteName } from '@tallyhook/schemas/routes';
import { problemOfAnswer } from './problem-answer.ts';

/** Who asks, and of which product. */
export interface Caller {
  url: string;
  /** The value of the session cookie; a key goes first. */
  token?: string;
  key?: string;
  /** For a session: which workspace and branch; a key determines both. */
  workspace?: string;
  branch?: string;
}

/** What a call sends besides what its route takes as JSON. */
interface Sending {
  /** Sent as it is, never held in memory as a whole. */
  stream?: { body: Readable; sizeBytes: number; contentType: string };
  accept?: string;
}

/** The value of a call, which may be left out where nothing in it is required. */
type Given<Name extends RouteName> =
  Record<never, never> extends RouteCall<Name>
    ? [wanted?: RouteCall<Name> & Sending]
    : [wanted: RouteCall<Name> & Sending];

/** The product over HTTP. Every refusal is thrown as the `Problem` that the server described. */
export interface Api {
  /** The answer's JSON; undefined for 204. */
  call<Name extends RouteName>(route: Name, ...wanted: Given<Name>): Promise<RouteAnswer<Name>>;
  /** The answer as it comes, for downloads. */
  open<Name extends RouteName>(route: Name, ...wanted: Given<Name>): Promise<Dispatcher.ResponseData>;
  /** The lines of an `application/x-ndjson` answer, each as it comes. */
  lines<Line, Name extends RouteName = RouteName>(route: Name, wanted: RouteCall<Name> & Sending): AsyncGenerator<Line>;
  close(): Promise<void>;
}

/** Connects lazily: nothing is sent before the first call. */
export async function createApi(caller: Caller): Promise<Api> {
  // Loaded here: verbs that ask nothing of the product do not wait for it.
  const { Agent } = await import('undici');
  // An import may count rows for minutes between two bytes of its answer.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 10_000 });
  const open = async (route: RouteName, wanted: Wanted = {}) => {
    const answer = await send(agent, caller, route, wanted);
    if (answer.statusCode >= 400) throw problemOfAnswer(answer.statusCode, await readJson(answer));
    return answer;
  };
  return {
    open,
    call: async (route, ...[wanted]) => (await readJson(await open(route, wanted))) as never,
    lines: async function* <Line>(route: RouteName, wanted: Wanted) {
      const answer = await open(route, { ...wanted, accept: 'application/x-ndjson' });
      try {
        for await (const line of createInterface({ input: answer.body, crlfDelay: Infinity })) {
          if (line.trim() !== '') yield JSON.parse(line) as Line;
        }
      } catch (error) {
        throw brokenOff(error);
      }
    },
    close: () => agent.close(),
  };
}

type Wanted = Pick<RouteCall<RouteName>, never> & Sending & { path?: object; query?: object; body?: unknown };

async function send(agent: Agent, caller: Caller, route: RouteName, wanted: Wanted): Promise<Dispatcher.ResponseData> {
  const { url, method } = addressOf(caller, route, wanted);
  try {
    return await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method,
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

/** What is thrown where reading an answer failed: the Problem of a connection that broke, else the error itself. */
export function brokenOff(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!/^(UND_ERR_|ECONN)/.test(code)) return error;
  const detail = `The connection broke before the answer was whole (${code}). Look whether Tallyhook runs, and whether it did what you asked for, before you ask again.`;
  return new Problem('unavailable', detail, { cause: error });
}
