import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '@tallyhook/schemas';

/** A place on this machine to which a service sends the browser back. */
export interface RedirectPlace {
  url: string;
  /** What the redirect brings. Throws Problem when it does not come in time. */
  redirect: Promise<Record<string, string>>;
  close(): void;
}

const longestWaitMs = 10 * 60 * 1000;
const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tallyhook</title><p>That is all: go back to the terminal.</html>';

/** Waits for one redirect at a loopback address (RFC 8252 section 7.3); anything else is answered 404. */
export async function awaitRedirect(port: number): Promise<RedirectPlace> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, string>>();
  // Who closes before it came does not wait for it any more.
  promise.catch(() => undefined);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://redirect');
    if (pathname !== '/sign-in' || request.method !== 'GET') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' }).end(page);
    resolve(Object.fromEntries(searchParams));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(port, '127.0.0.1', done);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Problem('invalid_input', `Port ${port} cannot be used (${error.code}). Name another one with --port.`);
  });
  const timer = setTimeout(() => {
    reject(new Problem('invalid_account', 'Nobody came back from the page within ten minutes. Start the login anew.'));
  }, longestWaitMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sign-in`,
    redirect: promise,
    close() {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}
