import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '@tallyhook/schemas';
import { refusedPort } from '../mock/port.ts';

/** A local address to which a service redirects the browser. */
export interface RedirectPlace {
  url: string;
  /**
   * The redirect's parameters.
   * @throws Problem if it does not come in time
   */
  redirect: Promise<Record<string, string>>;
  /** Shows the outcome in the browser, which waits until then. */
  tell(outcome: 'signedIn' | 'failed'): Promise<void>;
  close(): void;
}

const longestWaitMs = 10 * 60 * 1000;

/**
 * Waits on a loopback address (RFC 8252 section 7.3) for the redirect that carries the state. Other requests get an
 * error page and the wait goes on: any page can send a browser here.
 */
export async function awaitRedirect(port: number, { state }: { state: string }): Promise<RedirectPlace> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, string>>();
  // After an early close nobody awaits the promise.
  promise.catch(() => undefined);
  const outcome = Promise.withResolvers<string>();
  const responses: Promise<void>[] = [];
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? '/', 'http://redirect');
    if (address?.pathname !== '/sign-in' || request.method !== 'GET') return void response.writeHead(404).end();
    const { searchParams } = address;
    const isOurs = searchParams.get('state') === state;
    const headers = { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' };
    const answer = (text: string): void => void response.writeHead(isOurs ? 200 : 400, headers).end(page(text));
    if (!isOurs) return answer(notOurs);
    resolve(Object.fromEntries(searchParams));
    if (!searchParams.has('code')) return answer(withoutCode);
    // If the page was closed meanwhile, the terminal shows the outcome.
    const closed = once(response, 'close').then(() => undefined);
    responses.push(outcome.promise.then(answer).then(() => closed));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(port, '127.0.0.1', done);
  }).catch((error: unknown) => {
    throw refusedPort(port, error);
  });
  const timer = setTimeout(() => {
    reject(new Problem('invalid_account', 'The sign-in was not completed within ten minutes. Log in again.'));
  }, longestWaitMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sign-in`,
    redirect: promise,
    async tell(what) {
      outcome.resolve(outcomes[what]);
      await Promise.all(responses);
    },
    close() {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

const notOurs =
  'This redirect belongs to another sign-in (unknown state). The terminal is still waiting: open the address it shows.';

const withoutCode = 'The service returned no code. The terminal shows why.';

const outcomes = {
  signedIn: 'You are signed in. Go back to the terminal to see whether the account works.',
  failed: 'The sign-in failed. The terminal shows why.',
};

function page(text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tallyhook</title><p>${text}</html>`;
}
