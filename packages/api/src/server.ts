import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem, problemDocument, type ProblemCode } from '@tallyhook/schemas';

/** A server that listens. */
export interface RunningServer {
  port: number;
  /** Takes no more requests, lets the running ones end for at most `graceMs`, then cuts them off. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

/** Starts to listen. Port 0 takes any free one. Throws the socket's error, such as EADDRINUSE. */
export async function startServer(
  listener: RequestListener,
  { port, host }: { port: number; host?: string },
): Promise<RunningServer> {
  const server = createServer(
    { maxHeaderSize: 64 * 1024, requestTimeout: 30 * 60_000, keepAliveTimeout: 65_000 },
    listener,
  );
  const busy = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    busy.add(request.socket);
    response.once('close', () => busy.delete(request.socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (busy.has(socket) || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else answerUnreadable(error, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: ({ graceMs = 10_000 } = {}) => stop(server, graceMs),
  };
}

async function stop(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive becomes idle when its last request has been answered.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** What Node refuses before there is a request: also these are problem documents. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const problem = unreadable(error.code);
  const { status } = problem.kind;
  const body = JSON.stringify(problemDocument(problem));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function unreadable(errorCode: string | undefined): Problem {
  const [code, detail]: [ProblemCode, string] =
    errorCode === 'HPE_HEADER_OVERFLOW'
      ? [
          'headers_too_large',
          'The address and headers are larger than 64 KiB together. Send a long question with POST.',
        ]
      : errorCode === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['request_timeout', 'The request did not arrive in time. Send it again.']
        : ['invalid_request', 'This is not an HTTP/1.1 request.'];
  return new Problem(code, detail);
}
