import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerUnreadable, maxReadBytes, refuseUnreadable } from './unreadable.ts';

/** A listening server. */
export interface RunningServer {
  port: number;
  /** Stops accepting requests, gives running ones at most `graceMs` to end, then closes their connections. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

/**
 * Starts listening. Port 0 chooses any free port.
 * @throws the socket's error, such as EADDRINUSE.
 */
export async function startServer(
  listener: RequestListener,
  { port, host }: { port: number; host?: string },
): Promise<RunningServer> {
  const readable = refuseUnreadable(listener);
  const server = createServer(
    { maxHeaderSize: maxReadBytes, requireHostHeader: false, requestTimeout: 30 * 60_000, keepAliveTimeout: 65_000 },
    readable,
  );
  // By default Node answers an unknown expectation itself, with an empty body.
  server.on('checkExpectation', readable);
  const busy = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    busy.add(request.socket);
    response.once('close', () => busy.delete(request.socket));
  });
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Nothing after the refused request can be parsed either.
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
  // A keep-alive connection becomes idle once its last request has been answered.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
