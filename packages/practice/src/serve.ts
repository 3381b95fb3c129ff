import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAdmin, isAdminPath } from './admin.ts';
import type { PlayedService } from './exchange.ts';

/** A running stand-in. */
export interface RunningService {
  /** Such as `http://127.0.0.1:4010`. */
  url: string;
  close(): Promise<void>;
}

/** Serves a stand-in and its admin addresses on the loopback address; port 0 picks any free one. */
export async function servePractice(played: PlayedService, port: number): Promise<RunningService> {
  const server = createServer((request, response) => {
    answer(request, response, played).catch((error: unknown) => refuse(response, 500, String(error)));
  });
  // Bodies may be taken slowly on purpose.
  server.requestTimeout = 0;
  await listen(server, port);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => close(server) };
}

async function answer(request: IncomingMessage, response: ServerResponse, played: PlayedService): Promise<void> {
  const address = URL.parse(request.url ?? '/', 'http://practice');
  if (address === null) refuse(response, 400, 'The request has no valid address.');
  else if (isAdminPath(address.pathname)) await answerAdmin(request, response, played);
  else await played.handle(request, response);
}

/** A bad request must not stop a stand-in. */
function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
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
