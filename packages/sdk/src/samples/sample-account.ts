import type { Connector, ConnectorPackage, Kept, KeptValue } from '@tallyhook/schemas';
import { madeUpSecret } from '../fixtures/made-up.ts';
import { accountNames } from '../sign-in/account-names.ts';
import { templateOf } from '../templates/render.ts';

/**
 * A sample account for a connector: given values, tokens and values kept by the sign-in. Credentials start with
 * `test-`, and a host is one that the connector names.
 */
export function sampleAccount({ connector }: ConnectorPackage): Record<string, string> {
  const kept = keptOf(connector);
  const inHosts = namesInHosts(connector);
  return Object.fromEntries(
    accountNames(connector).map(({ name, secret }) => {
      if (name === 'accessToken') return [name, madeUpSecret('access-token')];
      if (secret) return [name, madeUpSecret(name)];
      const [host] = Object.hasOwn(kept, name) ? (kept[name]!.hosts ?? []) : [];
      if (host !== undefined) return [name, host.replace(/^\*\./, 'api.')];
      return [name, inHosts.has(name) ? asLabel(name) : name];
    }),
  );
}

function keptOf({ signIn }: Connector): Kept {
  if (signIn.kind !== 'oauth2') return {};
  const keeps = [signIn.keep ?? {}, ...(signIn.then ?? []).map(({ keep }) => keep)];
  return Object.fromEntries<KeptValue>(keeps.flatMap((keep) => Object.entries(keep)));
}

function namesInHosts({ hosts }: Connector): Set<string> {
  const paths = hosts.flatMap((host) => templateOf(host).paths);
  return new Set(paths.flatMap(({ segments }) => segments[1]?.name ?? []));
}

/** Converts a name to a host label: lower case, without `_`. */
function asLabel(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}
