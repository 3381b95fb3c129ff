import type { Agent, Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { Problem } from '@tallyhook/schemas';
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

type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, QueryValue>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, never held in memory as a whole. */
  stream?: { body: Readable; sizeBytes: number; contentType: string };
  accept?: string;
}

/** The product over HTTP. Every refusal is thrown as the `Problem` that the server described. */
export interface Api {
  /** The answer's JSON; undefined for 204. */
  call<T>(wanted: ApiRequest): Promise<T>;
  /** The answer as it comes, for downloads. */
  open(wanted: ApiRequest): Promise<Dispatcher.ResponseData>;
  /** The lines of an `application/x-ndjson` answer, each as it comes. */
  lines<T>(wanted: ApiRequest): AsyncGenerator<T>;
  close(): Promise<void>;
}

/** Connects lazily: nothing is sent before the first call. */
export async function createApi(caller: Caller): Promise<Api> {
  // Loaded here: verbs that ask nothing of the product do not wait for it.
  const { Agent } = await import('undici');
  // An import may count rows for minutes between two bytes of its answer.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 10_000 });
  const open = async (wanted: ApiRequest) => {
    const answer = await send(agent, caller, wanted);
    if (answer.statusCode >= 400) throw problemOfAnswer(answer.statusCode, await readJson(answer));
    return answer;
  };
  return {
    open,
    call: async <T>(wanted: ApiRequest) => (await readJson(await open(wanted))) as T,
    lines: async function* <T>(wanted: ApiRequest) {
      const answer = await open({ ...wanted, accept: 'application/x-ndjson' });
      try {
        for await (const line of createInterface({ input: answer.body, crlfDelay: Infinity })) {
          if (line.trim() !== '') yield JSON.parse(line) as T;
        }
      } catch (error) {
        throw brokenOff(error);
      }
    },
    close: () => agent.close(),
  };
}

async function send(agent: Agent, caller: Caller, wanted: ApiRequest): Promise<Dispatcher.ResponseData> {
  const url = addressOf(caller, wanted);
  try {
    return await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: wanted.method ?? 'GET',
      headers: headersOf(caller, wanted),
      body: wanted.stream?.body ?? (wanted.json === undefined ? null : JSON.stringify(wanted.json)),
    });
  } catch (error) {
    throw unreachable(url, error);
  }
}

function addressOf(caller: Caller, wanted: ApiRequest): URL {
  const base = caller.url.endsWith('/') ? caller.url : `${caller.url}/`;
  const url = new URL(wanted.path.replace(/^\//, ''), base);
  const place = caller.key === undefined ? { workspace: caller.workspace, branch: caller.branch } : {};
  for (const [name, value] of Object.entries({ ...place, ...wanted.query })) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) url.searchParams.append(name, String(one));
  }
  return url;
}

function headersOf(caller: Caller, { json, stream, accept = 'application/json' }: ApiRequest): Record<string, string> {
  return {
    accept,
    ...credentialOf(caller),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
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
