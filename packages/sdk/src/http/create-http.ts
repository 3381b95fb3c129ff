import { Agent, buildConnector, request as sendRequest } from 'undici';
import { ActionError } from '../action-error.ts';
import { addressLiteral, isPublicAddress, PrivateAddressError, publicLookup } from './addresses.ts';
import type { Http, HttpRequest, HttpResponse } from './http.ts';
import { readBody } from './read-body.ts';
import type { Route } from './routes.ts';

export interface HttpOptions {
  /** Where connections for declared origins really go. */
  routes?: readonly Route[];
  /** Hosts, as in addresses (with a port where it is not the usual one), that may be private and unencrypted. */
  privateHosts?: readonly string[];
}

const usualTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;
const usualMostBytes = 10 * 1024 * 1024;

/** Where a request really goes. */
interface Target {
  url: URL;
  /** What the service is told it is called. */
  host: string;
  isTrusted: boolean;
}

/**
 * Makes the way out. Nothing is retried and no redirect is followed: what a request may do twice is decided above.
 * Requests that change something get a connection of their own, because on one that the service is just closing
 * nobody can tell whether they arrived.
 */
export function createHttp({ routes = [], privateHosts = [] }: HttpOptions = {}): Http {
  const targets = new Map(routes.map(({ from, to }) => [from, to]));
  const notSent = new WeakSet<Error>();
  const agents = createAgents(notSent);

  const findTarget = (url: URL): Target => {
    const route = targets.get(url.origin);
    if (route !== undefined) return { url: new URL(url.pathname + url.search, route), host: url.host, isTrusted: true };
    const isTrusted = privateHosts.includes(url.host) || privateHosts.includes(url.hostname);
    if (!isTrusted) refuseAddress(url);
    return { url, host: url.host, isTrusted };
  };

  return {
    async send(request, { signal } = {}) {
      const target = findTarget(new URL(request.url));
      const timeout = AbortSignal.timeout(request.timeoutMs ?? usualTimeoutMs);
      const agent = agents.choose(request.method, target.isTrusted);
      try {
        return await exchange(
          request,
          target,
          agent,
          signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        );
      } catch (error) {
        throw describeFailure(error, target.host, { notSent, timeout, signal });
      }
    },
    close: () => agents.close(),
  };
}

function refuseAddress(url: URL): void {
  if (url.protocol !== 'https:') {
    throw new ActionError('fatal', `"${url.host}" would be called without encryption; write https://`);
  }
  const literal = addressLiteral(url.hostname);
  if (literal !== undefined && !isPublicAddress(literal)) {
    throw new ActionError('fatal', new PrivateAddressError(url.host).message);
  }
}

function createAgents(notSent: WeakSet<Error>) {
  const make = (isTrusted: boolean, keepsConnections: boolean): Agent =>
    new Agent({
      connect: connectOrMark(isTrusted, notSent),
      pipelining: keepsConnections ? 1 : 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const known = new Map(
    [true, false].flatMap((trusted) => [true, false].map((keeps) => [`${trusted} ${keeps}`, make(trusted, keeps)])),
  );
  return {
    choose: (method: string, isTrusted: boolean): Agent =>
      known.get(`${isTrusted} ${method === 'GET' || method === 'HEAD'}`)!,
    close: async (): Promise<void> => void (await Promise.all([...known.values()].map((agent) => agent.close()))),
  };
}

/** Connects, and remembers errors of connecting: then nothing of the request was sent. */
function connectOrMark(isTrusted: boolean, notSent: WeakSet<Error>): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, ...(isTrusted ? {} : { lookup: publicLookup }) });
  return (options, callback) =>
    connect(options, (...result) => {
      const [error] = result;
      if (error !== null) notSent.add(error);
      callback(...result);
    });
}

async function exchange(
  request: HttpRequest,
  target: Target,
  agent: Agent,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const response = await sendRequest(target.url, {
    dispatcher: agent,
    method: request.method as 'GET',
    headers: { ...withUserAgent(request.headers), host: target.host },
    body: request.body ?? null,
    signal,
  });
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const body = await readBody(response.body, headers['content-encoding'], request.mostBytes ?? usualMostBytes);
  return { status: response.statusCode, headers, body };
}

/** Many services refuse a request that does not say who makes it. */
function withUserAgent(headers: Record<string, string>): Record<string, string> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return isNamed ? headers : { ...headers, 'User-Agent': 'tallyhook' };
}

function describeFailure(
  error: unknown,
  host: string,
  known: { notSent: WeakSet<Error>; timeout: AbortSignal; signal: AbortSignal | undefined },
): ActionError {
  if (error instanceof ActionError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if (known.notSent.has(cause)) return describeConnectFailure(cause, host);
  const mayHaveArrived = true;
  if (known.signal?.aborted === true)
    return new ActionError('transient', `the call of ${host} was stopped`, { mayHaveArrived, cause });
  if (known.timeout.aborted)
    return new ActionError('transient', `${host} did not answer in time`, { mayHaveArrived, cause });
  return new ActionError('transient', `the connection to ${host} broke before the answer (${codeOf(cause)})`, {
    mayHaveArrived,
    cause,
  });
}

function describeConnectFailure(cause: Error, host: string): ActionError {
  if (cause instanceof PrivateAddressError) return new ActionError('fatal', cause.message, { cause });
  const code = codeOf(cause);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return new ActionError('fatal', `the certificate of ${host} cannot be trusted (${code})`, { cause });
  }
  return new ActionError('transient', `${host} cannot be reached (${code})`, { cause });
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
