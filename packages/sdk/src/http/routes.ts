import { Problem } from '@tallyhook/schemas';
import { isLoopback } from './addresses.ts';

/** Redirects connections for an address that connectors declare to a stand-in on this machine. */
export interface Route {
  /** The declared origin, such as `https://api.example.com`. */
  from: string;
  /** The origin on a loopback address, such as `http://127.0.0.1:4010`. */
  to: string;
}

/**
 * Parses routes such as `https://api.example.com=http://127.0.0.1:4010,https://…`. An empty text gives no routes.
 * @throws Problem `invalid_request` for anything but origins, and for targets that are not loopback addresses.
 */
export function parseRoutes(text: string | undefined): Route[] {
  const entries = (text ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(parseRoute);
}

function parseRoute(entry: string): Route {
  const at = entry.indexOf('=http');
  const from = readOrigin(entry.slice(0, at));
  const to = readOrigin(entry.slice(at + 1));
  if (at === -1 || from === undefined || to === undefined) {
    throw new Problem(
      'invalid_request',
      `The route "${entry}" must have the form https://declared.host=http://127.0.0.1:port.`,
    );
  }
  if (!isLoopback(to.hostname)) {
    throw new Problem(
      'invalid_request',
      `The route "${entry}" leads to ${to.hostname}; routes may lead only to 127.0.0.1 or [::1].`,
    );
  }
  return { from: from.origin, to: to.origin };
}

function readOrigin(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isOrigin =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isOrigin && /^https?:$/.test(url.protocol) ? url : undefined;
}
