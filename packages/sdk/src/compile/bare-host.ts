import type { Connector } from '@tallyhook/schemas';

/**
 * The account value at the start of an address that holds a host without a scheme: one that the sign-in keeps as a
 * host, or one used in `hosts`. Undefined if there is none.
 */
export function bareHostIn(connector: Connector | undefined, address: string): string | undefined {
  const [, name] = /^\{\{\s*account\.\[?([\w-]+)\]?\s*[|}]/.exec(address) ?? [];
  if (connector === undefined || name === undefined) return undefined;
  const isListed = connector.hosts.some((host) => new RegExp(`\\{\\{\\s*account\\.\\[?${name}\\b`).test(host));
  return isListed || isKeptAsHost(connector, name) ? `account.${name}` : undefined;
}

function isKeptAsHost({ signIn }: Connector, name: string): boolean {
  if (signIn.kind !== 'oauth2') return false;
  return [signIn.keep, ...(signIn.then ?? []).map(({ keep }) => keep)].some(
    (keep) => keep !== undefined && Object.hasOwn(keep, name) && keep[name]!.hosts !== undefined,
  );
}

/** Whether a text would be an address if it had a scheme. */
export function lacksScheme(address: string): boolean {
  const plain = address.replaceAll(/\{\{.*?\}\}/gs, 'x');
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/|$)/i.test(plain);
}
