import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerUnreadable, mostReadBytes, refuseUnreadable } from './unreadable.ts';

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
  const readable = refuseUnreadable(listener);
  const server = createServer(
    { maxHeaderSize: mostReadBytes, requireHostHeader: false, requestTimeout: 30 * 60_000, keepAliveTimeout: 65_000 },
    readable,
  );
  // Node would answer an unknown expectation itself, with an empty body.
  server.on('checkExpectation', readable);
  const busy = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    busy.add(request.socket);
    response.once('close', () => busy.delete(request.socket));
  });
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What comes behind it cannot be read either.
    if (refused.has(socket)) return;
    refused.add(socket);
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
