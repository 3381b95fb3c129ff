import { lookup as lookUpAddress, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an IP address is on the public internet. Doubtful ones are not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // ::/96 holds IPv4 addresses in a deprecated form (RFC 4291 section 2.5.5.1) that some systems still connect to.
  return !(parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0));
}

/** The IP address if the host is one, without the brackets of IPv6. */
export function addressLiteral(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
}

/** Whether a host is a loopback IP address. Names such as `localhost` are not. */
export function isLoopback(hostname: string): boolean {
  const literal = addressLiteral(hostname);
  return literal !== undefined && ipaddr.process(literal).range() === 'loopback';
}

/** Thrown when a host is not on the public internet. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(
      `"${host}" is on a private network, which connectors must not call; an operator can allow it in TALLYHOOK_PRIVATE_HOSTS`,
    );
    this.name = 'PrivateAddressError';
  }
}

/**
 * Resolves a host name for a connection. Refuses it if any of its addresses is not public. The connection uses the
 * addresses checked here, so changing the DNS records in between has no effect.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUpAddress(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, '', 0);
    const first = addresses[0];
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new PrivateAddressError(hostname), '', 0);
    }
    if (options.all === true) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
