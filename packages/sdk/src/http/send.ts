import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Request as GotRequest } from 'got';
import type { OpenRequest } from './client.ts';
import { describeFailure } from './failures.ts';
import { joinHeaders } from './headers.ts';
import { defaultMaxBytes, type HttpRequest, type HttpResponse } from './http.ts';
import { readBody } from './read-body.ts';
import type { Target } from './targets.ts';

const defaultTimeoutMs = 60_000;

/**
 * Sends a request whose body is in memory.
 * @throws ActionError.
 */
export async function send(
  open: OpenRequest,
  target: Target,
  request: HttpRequest & { signal: AbortSignal | undefined },
): Promise<HttpResponse> {
  const { method, headers, body, signal, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = request;
  let isUnsent = true;
  let stream: GotRequest | undefined;
  try {
    const mayReuse = method === 'GET' || method === 'HEAD';
    const onConnected = (): void => void (isUnsent = false);
    const head = { target, method, headers, sizeBytes: body?.length, mayReuse, onConnected };
    stream = open(head, { timeoutMs, signal });
    stream.end(body);
    const [answer] = (await once(stream, 'response')) as [IncomingMessage];
    const bytes = await readBody(stream, { maxBytes });
    return { status: answer.statusCode!, headers: joinHeaders(answer.headers), body: bytes };
  } catch (error) {
    throw describeFailure(error, target.host, { isUnsent, isStopped: signal?.aborted === true });
  } finally {
    // After an early answer, the rest of the body is not sent.
    stream?.destroy();
  }
}
