import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Request as GotRequest } from 'got';
import type { Client } from './client.ts';
import { describeFailure } from './failures.ts';
import { joinHeaders } from './headers.ts';
import { defaultMaxBytes, type HttpRequest, type HttpResponse } from './http.ts';
import { readBody } from './read-body.ts';
import type { Target } from './targets.ts';

const defaultTimeoutMs = 60_000;

interface Sending {
  client: Client;
  target: Target;
  request: HttpRequest;
  signal: AbortSignal | undefined;
}

/** Sends a request whose body is in memory. Throws ActionError. */
export async function send({ client, target, request, signal }: Sending): Promise<HttpResponse> {
  const { method, headers, body, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = request;
  let isUnsent = true;
  let stream: GotRequest | undefined;
  try {
    stream = client.open({
      ...{ target, method, headers, timeoutMs, signal },
      sizeBytes: body?.length,
      mayReuse: method === 'GET' || method === 'HEAD',
      onConnected: () => (isUnsent = false),
    });
    stream.end(body);
    const [answer] = (await once(stream, 'response')) as [IncomingMessage];
    const headersRead = joinHeaders(answer.headers);
    return { status: answer.statusCode!, headers: headersRead, body: await readBody(stream, { maxBytes }) };
  } catch (error) {
    throw describeFailure(error, target.host, { isUnsent, isStopped: signal?.aborted === true });
  } finally {
    // A body that an early answer made needless is not sent to its end.
    stream?.destroy();
  }
}
