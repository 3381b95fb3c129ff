import { Problem, type ProblemDocument } from '@tallyhook/schemas';
import {
  routeAddress,
  type BranchPlace,
  type RouteAnswer,
  type RouteLine,
  type RouteName,
  type RoutePlace,
} from '@tallyhook/schemas/routes';
import { notTheService, parse, problemOf, problemOfDocument } from './answer-problem.ts';
import { linesOf } from './lines-of.ts';

/** Where the service is, and who calls it. */
export interface CallerOptions {
  /** Base URL of the service, such as `http://127.0.0.1:3000`. */
  url: string;
  /** Function that sends requests. Default: the global `fetch`. */
  fetch?: typeof fetch;
  /** What identifies the caller. */
  headers: Readonly<Record<string, string>>;
  /** The workspace and branch of a session. */
  place?: BranchPlace;
}

/** What a call sends to a route. */
export type Wanted<Name extends RouteName> = RoutePlace<Name> & { body?: unknown; signal?: AbortSignal | undefined };

type ProgressOf<Line> = Line extends { progress: infer Progress } ? Progress : never;

/** Options of calls that can take long. */
export interface LongCall<Name extends RouteName> {
  /** Called from time to time while the service works. */
  onProgress?: ((progress: ProgressOf<RouteLine<Name>>) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Calls routes. All of it throws a Problem: the refusal of the service, or `unavailable`; or the signal's reason. */
export interface Caller {
  /** Calls a route. Its own answer knows records of any type; `T` is the same with the fields of one. */
  call<T extends RouteAnswer<Name>, Name extends RouteName>(name: Name, wanted: Wanted<Name>): Promise<T>;
  /** Calls a route that answers line by line if progress is wanted. */
  callLong<Name extends RouteName>(
    name: Name,
    wanted: Wanted<Name>,
    options: LongCall<Name>,
  ): Promise<RouteAnswer<Name>>;
  /** Reads an answer line by line, as it arrives. */
  readLines<Name extends RouteName>(name: Name, wanted: Wanted<Name>): AsyncGenerator<RouteLine<Name>, void, undefined>;
  /** The response of a route, whose headers matter. */
  receive<Name extends RouteName>(name: Name, wanted: Wanted<Name>): Promise<{ headers: Headers; text: string }>;
}

/** Creates the caller of routes. Every request is sent once. */
export function createCaller({ url, fetch: send = fetch, headers, place = {} }: CallerOptions): Caller {
  const base = url.replace(/\/+$/, '');

  /** @throws Problem `unavailable`; the signal's reason if aborted. */
  const inTouch = async <Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const detail = `The service at ${base} did not answer${reasonOf(error)}.`;
      throw new Problem('unavailable', detail, { cause: error });
    }
  };

  const open = async <Name extends RouteName>(name: Name, wanted: Wanted<Name>, accept: string): Promise<Response> => {
    const { signal, body, ...at } = wanted;
    const { method, address } = routeAddress(name, at as unknown as RoutePlace<Name>, place);
    const response = await inTouch(signal, () =>
      send(`${base}${address}`, {
        method,
        headers: {
          ...headers,
          Accept: accept,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      }),
    );
    if (response.ok) return response;
    throw problemOf(await readAll(response, signal));
  };

  const readAll = async (response: Response, signal: AbortSignal | undefined) => ({
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await inTouch(signal, () => response.text()),
  });

  const receive: Caller['receive'] = async (name, wanted) => {
    const response = await open(name, wanted, json);
    const answered = await readAll(response, wanted.signal);
    // A sign-in page, for example, is a successful response but not from the service.
    if (answered.text !== '' && parse(answered.text) === undefined) throw notTheService(answered, 'JSON');
    return { headers: response.headers, text: answered.text };
  };

  const readLines: Caller['readLines'] = async function* (name, wanted) {
    const { signal } = wanted;
    const response = await open(name, wanted, lines);
    const { status } = response;
    const arriving = linesOf(response);
    try {
      for (;;) {
        const { done, value: text } = await inTouch(signal, () => arriving.next());
        if (done) return;
        const line = parse(text);
        if (line === undefined) throw notTheService({ status, retryAfter: null, text }, 'lines of JSON');
        yield line as RouteLine<typeof name>;
      }
    } finally {
      await arriving.return();
    }
  };

  const call: Caller['call'] = async (name, wanted) => {
    const { text } = await receive(name, wanted);
    return (text === '' ? undefined : parse(text)) as never;
  };

  return {
    call,
    receive,
    readLines,
    async callLong(name, wanted, { onProgress, signal }) {
      if (onProgress === undefined) return call(name, { ...wanted, signal });
      for await (const line of readLines(name, { ...wanted, signal })) {
        const { progress, result, problem } = line as AnyLine;
        if (problem !== undefined) throw problemOfDocument(problem);
        if (result !== undefined) return result as never;
        onProgress(progress as never);
      }
      const detail = `The service at ${base} stopped answering before it was done. Look before you repeat it.`;
      throw new Problem('unavailable', detail);
    },
  };
}

const json = 'application/json, application/problem+json';
const lines = 'application/x-ndjson, application/problem+json';

interface AnyLine {
  progress?: unknown;
  result?: unknown;
  problem?: ProblemDocument;
}

/** Why a request failed; `fetch` puts it in the error's cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `: ${cause.message}` : '';
}
