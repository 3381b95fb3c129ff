import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAdmin, isAdminPath } from './admin.ts';
import type { PlayedService } from './exchange.ts';

/** A stand-in that answers. */
export interface RunningService {
  /** Such as `http://127.0.0.1:4010`. */
  url: string;
  close(): Promise<void>;
}

/** Lets a stand-in and its admin addresses answer on the loopback address; port 0 takes any free one. */
export async function servePractice(played: PlayedService, port: number): Promise<RunningService> {
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://practice');
    if (isAdminPath(address.pathname)) void answerAdmin(request, response, played);
    else void played.handle(request, response);
  });
  // A body that is taken slowly on purpose takes as long as it takes.
  server.requestTimeout = 0;
  await listen(server, port);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => close(server) };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
