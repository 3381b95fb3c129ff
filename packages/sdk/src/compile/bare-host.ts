import type { Connector } from '@tallyhook/schemas';

/**
 * The value of an account with which an address begins and that is a host, so that no scheme stands in front of it: one
 * that a sign-in keeps as a host, or that is written into `hosts`. undefined where there is none.
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

/** Whether a text is an address that only lacks its scheme. */
export function lacksScheme(address: string): boolean {
  const plain = address.replaceAll(/\{\{.*?\}\}/gs, 'x');
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/|$)/i.test(plain);
}
