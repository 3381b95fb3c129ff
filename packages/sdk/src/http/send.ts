import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Request as GotRequest } from 'got';
import type { OpenRequest } from './client.ts';
import { describeFailure } from './failures.ts';
import { joinHeaders } from './headers.ts';
import { defaultMaxBytes, type HttpRequest, type HttpResponse, type HttpSendOptions } from './http.ts';
import { readBody } from './read-body.ts';
import { signHeaders, withoutSignature } from './sign-request.ts';
import type { Target } from './targets.ts';

const defaultTimeoutMs = 60_000;

/**
 * Sends a request whose body is in memory.
 * @throws ActionError.
 */
export async function send(
  open: OpenRequest,
  target: Target,
  { method, headers: given, body, signing, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes }: HttpRequest,
  { signal, mayWrite }: HttpSendOptions,
): Promise<HttpResponse> {
  let isUnsent = true;
  let stream: GotRequest | undefined;
  const connected = Promise.withResolvers<void>();
  try {
    const headers = signing === undefined ? given : signHeaders({ method, target, headers: given, signing, body });
    const mayReuse = method === 'GET' || method === 'HEAD';
    const isHeld = mayWrite !== undefined && method !== 'HEAD';
    const onConnected = (): void => {
      isUnsent = isHeld;
      connected.resolve();
    };
    const head = { target, method, headers, sizeBytes: body?.length, mayReuse, onConnected };
    stream = open(head, { timeoutMs, signal });
    const answered = once(stream, 'response') as Promise<[IncomingMessage]>;
    if (isHeld) {
      // Rejects if the connection cannot be made, or breaks meanwhile.
      await Promise.race([connected.promise.then(mayWrite), answered]);
      isUnsent = false;
    }
    stream.end(body);
    const [answer] = await answered;
    const bytes = await readBody(stream, { maxBytes });
    const response = { status: answer.statusCode!, headers: joinHeaders(answer.headers), body: bytes };
    return signing === undefined ? response : withoutSignature(response, headers);
  } catch (error) {
    throw describeFailure(error, target.host, { isUnsent, isStopped: signal?.aborted === true });
  } finally {
    // After an early answer, the rest of the body is not sent.
    stream?.destroy();
  }
}
