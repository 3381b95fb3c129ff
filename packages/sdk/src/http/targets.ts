import { ActionError } from '../action-error.ts';
import { addressLiteral, isPublicAddress, PrivateAddressError } from './addresses.ts';
import type { Route } from './routes.ts';

/** The real destination of a request. */
export interface Target {
  /** Scheme, host and port to connect to. */
  origin: URL;
  /** Path and query, byte for byte as written if a request can contain them. */
  path: string;
  /** The Host header: the declared host. */
  host: string;
  /** Whether an operator allowed the host to be private and unencrypted. */
  isTrusted: boolean;
}

/**
 * Creates the function that finds the real destination of an address. It throws ActionError `fatal` for an address that
 * may not be called. Host names are resolved and checked when connecting.
 */
export function createTargets({
  routes,
  privateHosts,
}: {
  routes: readonly Route[];
  privateHosts: readonly string[];
}): (address: string) => Target {
  const targets = new Map(routes.map(({ from, to }) => [from, to]));
  return (address) => {
    const url = new URL(address);
    const path = writtenPath(address, url);
    const route = targets.get(url.origin);
    if (route !== undefined) return { origin: new URL(route), path, host: url.host, isTrusted: true };
    const isTrusted = privateHosts.includes(url.host) || privateHosts.includes(url.hostname);
    if (!isTrusted) refuseAddress(url);
    return { origin: new URL(url.origin), path, host: url.host, isTrusted };
  };
}

function refuseAddress(url: URL): void {
  if (url.protocol !== 'https:') {
    throw new ActionError('fatal', `"${url.host}" would be called without encryption; write https://`);
  }
  const literal = addressLiteral(url.hostname);
  if (literal !== undefined && !isPublicAddress(literal)) {
    throw new ActionError('fatal', new PrivateAddressError(url.host).message);
  }
}

/**
 * Parsing an address as a URL encodes characters and removes dot segments, which breaks signed addresses from a
 * service. So path and query are sent as written, unless only parsing makes them valid.
 */
function writtenPath(address: string, url: URL): string {
  const match = /^(https?:\/\/[^/?#\\]+)([^#]*)/i.exec(address);
  const read = url.pathname + url.search;
  if (match === null || !URL.canParse(match[1]!) || new URL(match[1]!).host !== url.host) return read;
  const written = match[2]!.startsWith('/') ? match[2]! : `/${match[2]!}`;
  return /^[\u0021-\u007e]+$/.test(written) && !written.includes('\\') ? written : read;
}
