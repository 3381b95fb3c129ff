import type { Agent, buildConnector } from 'undici';
import { ActionError } from '../action-error.ts';
import { publicLookup } from './addresses.ts';
import { describeFailure } from './failures.ts';
import { joinHeaders, withUserAgent } from './headers.ts';
import type { Http, HttpRequest, HttpResponse } from './http.ts';
import { readBody } from './read-body.ts';
import type { Route } from './routes.ts';
import { createStreams } from './send-stream.ts';
import { createTargets, type Target } from './targets.ts';

/** Where connections may go beyond public addresses. */
export interface HttpOptions {
  /** Where connections for declared origins really go. */
  routes?: readonly Route[];
  /** Hosts, as in addresses (with a port where it is not the usual one), that may be private and unencrypted. */
  privateHosts?: readonly string[];
}

const usualTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;
const usualMostBytes = 10 * 1024 * 1024;

/**
 * Makes the way out. Nothing is retried and no redirect is followed: what a request may do twice is decided above.
 * Requests that change something get a connection of their own, because on one that the service is just closing
 * nobody can tell whether they arrived.
 */
export function createHttp({ routes = [], privateHosts = [] }: HttpOptions = {}): Http {
  const findTarget = createTargets({ routes, privateHosts });
  const notSent = new WeakSet<Error>();
  let agents: Promise<Agents> | undefined;
  const streams = createStreams();
  let closing: Promise<void> | undefined;
  /** Agents that are made later, or that connect anew, would stay open for ever. */
  const refuseClosed = ({ host }: Target): void => {
    if (closing !== undefined) throw new ActionError('transient', `${host} is called no more: this way out was closed`);
  };

  const closeAll = async (): Promise<void> => {
    streams.close();
    await (await agents)?.close();
  };

  return {
    async send(request, { signal } = {}) {
      const target = findTarget(request.url);
      refuseClosed(target);
      const { choose } = await (agents ??= createAgents(notSent));
      const timeout = AbortSignal.timeout(request.timeoutMs ?? usualTimeoutMs);
      const agent = choose(request.method, target.isTrusted);
      try {
        return await exchange(
          request,
          target,
          agent,
          signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        );
      } catch (error) {
        throw describeFailure(error, target.host, {
          isUnsent: error instanceof Error && notSent.has(error),
          isTimeout: timeout.aborted,
          isStopped: signal?.aborted === true,
        });
      }
    },
    async sendStream(request, options) {
      const target = findTarget(request.url);
      refuseClosed(target);
      return streams.send(target, request, options);
    },
    close: () => (closing ??= closeAll()),
  };
}

interface Agents {
  choose(method: string, isTrusted: boolean): Agent;
  close(): Promise<void>;
}

async function createAgents(notSent: WeakSet<Error>): Promise<Agents> {
  // Loaded here: whoever only compiles connectors does not wait for it.
  const { Agent, buildConnector } = await import('undici');
  const make = (isTrusted: boolean, keepsConnections: boolean): Agent =>
    new Agent({
      connect: withMarks(
        buildConnector({ timeout: connectTimeoutMs, ...(isTrusted ? {} : { lookup: publicLookup }) }),
        notSent,
      ),
      pipelining: keepsConnections ? 1 : 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const known = new Map(
    [true, false].flatMap((trusted) => [true, false].map((keeps) => [`${trusted} ${keeps}`, make(trusted, keeps)])),
  );
  return {
    choose: (method, isTrusted) => known.get(`${isTrusted} ${method === 'GET' || method === 'HEAD'}`)!,
    close: async () => void (await Promise.all([...known.values()].map((agent) => agent.close()))),
  };
}

/** Connects, and remembers errors of connecting: then nothing of the request was sent. */
function withMarks(connect: buildConnector.connector, notSent: WeakSet<Error>): buildConnector.connector {
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
  const response = await agent.request({
    origin: target.origin.origin,
    path: target.path,
    method: request.method,
    headers: { ...withUserAgent(request.headers), host: target.host },
    body: request.body ?? null,
    signal,
  });
  const headers = joinHeaders(response.headers);
  const body = await readBody(response.body, headers['content-encoding'], {
    mostBytes: request.mostBytes ?? usualMostBytes,
  });
  return { status: response.statusCode, headers, body };
}
