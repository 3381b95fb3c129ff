import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Method, Request as GotRequest } from 'got';
import type { Connections } from './connections.ts';
import { describeFailure } from './failures.ts';
import { joinHeaders } from './headers.ts';
import { defaultMaxBytes, type HttpRequest, type HttpResponse } from './http.ts';
import { readBody } from './read-body.ts';
import type { Target } from './targets.ts';

const defaultTimeoutMs = 60_000;

/** Makes the function that sends a request whose body is at hand, once. It throws ActionError. */
export function createSender(
  connections: Connections,
): (target: Target, request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse> {
  let loading: ReturnType<typeof loadGot> | undefined;
  return async (target, request, signal) => {
    const { got, RequestError, TimeoutError } = await (loading ??= loadGot());
    const { method, headers, body, timeoutMs = defaultTimeoutMs, mostBytes = defaultMaxBytes } = request;
    const mayReuse = method === 'GET' || method === 'HEAD';
    const head = { method, headers, sizeBytes: body?.length, mayReuse };
    let isUnsent = true;
    let stream: GotRequest | undefined;
    try {
      stream = got.stream(target.origin, {
        method: method,
        timeout: { request: timeoutMs },
        ...(signal !== undefined && { signal }),
        request: () => connections.open(target, head, () => (isUnsent = false)),
      });
      // An error that comes while nobody reads is found when the answer is read.
      stream.on('error', () => undefined);
      stream.end(body);
      const [answer] = (await once(stream, 'response')) as [IncomingMessage];
      const read = await readBody(stream, { maxBytes: mostBytes });
      return { status: answer.statusCode!, headers: joinHeaders(answer.headers), body: read };
    } catch (error) {
      // got wraps the error of the connection.
      const isWrapped = error instanceof RequestError && error.cause instanceof Error;
      throw describeFailure(isWrapped ? error.cause : error, target.host, {
        isUnsent,
        isTimeout: error instanceof TimeoutError,
        isStopped: signal?.aborted === true,
      });
    } finally {
      // A body that an early answer made needless is not sent to its end.
      stream?.destroy();
    }
  };
}

// Loaded with the first request: who only compiles connectors does not wait for it.
async function loadGot() {
  const { default: got, RequestError, TimeoutError } = await import('got');
  return {
    RequestError,
    TimeoutError,
    got: got.extend({
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      allowGetBody: true,
    }),
  };
}
