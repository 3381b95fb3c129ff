import type { Connector, Kept, KeptValue, OAuthSignIn } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { isHost } from '../runtime/host-names.ts';
import { renderOptionalText, templateOf } from '../templates/render.ts';

/** Values kept from the redirect, available before the token request. */
export function keptFromRedirect({ keep }: OAuthSignIn): Kept {
  return chosen(keep, (value) => !readsToken(value));
}

/** Values kept from the answer to the token request, and the id of the client that sent it. */
export function keptFromToken({ keep }: OAuthSignIn): Kept {
  return chosen(keep, readsToken);
}

/** Everything that a sign-in keeps, also from its further requests. */
export function declaredKept({ signIn }: Pick<Connector, 'signIn'>): Kept {
  if (signIn.kind !== 'oauth2') return {};
  return Object.assign({}, signIn.keep, ...(signIn.then ?? []).map(({ keep }) => keep)) as Kept;
}

/** The kept values that are credentials. */
export function keptSecrets(keep: Kept = {}): string[] {
  return Object.entries(keep).flatMap(([name, { secret }]) => (secret === true ? [name] : []));
}

function chosen(keep: Kept | undefined, isWanted: (value: string) => boolean): Kept {
  return Object.fromEntries(Object.entries(keep ?? {}).filter(([, { value }]) => isWanted(value)));
}

function readsToken(value: string): boolean {
  return templateOf(value).paths.some(({ segments }) => ['response', 'client'].includes(segments[0]!.name));
}

/**
 * Reads kept values. `known` are the earlier ones, which stay unless replaced.
 * @throws ActionError `fatal` if one is missing, or is a host that the connector does not name.
 */
export function readKept(
  keep: Kept,
  values: object,
  { known = {} }: { known?: Readonly<Record<string, unknown>> } = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(keep).flatMap(([name, kept]): [string, string][] => {
      const place = `keep.${name}`;
      const text = renderOptionalText(kept.value, values, { place });
      if (text !== undefined && text !== '')
        return [[name, kept.hosts === undefined ? text : readHost(text, kept, place)]];
      if (kept.optional === true || (Object.hasOwn(known, name) && known[name] !== undefined)) return [];
      throw new ActionError('fatal', `${place}: the service did not return it (${kept.value})`);
    }),
  );
}

function readHost(text: string, kept: KeptValue, place: string): string {
  const host = readKeptHost(text, kept);
  if (host !== undefined) return host;
  const hosts = (kept.hosts ?? []).join(', ');
  throw new ActionError('fatal', `${place}: ${JSON.stringify(text)} is not one of the hosts ${hosts}`);
}

/** The host that a text or an address names, if the connector allows it. */
export function readKeptHost(text: string, { hosts = [] }: KeptValue): string | undefined {
  const host = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).host : text.toLowerCase();
  return isHost(host) && hosts.some((pattern) => matches(host, pattern)) ? host : undefined;
}

function matches(host: string, pattern: string): boolean {
  return pattern.startsWith('*.')
    ? host.length > pattern.length - 1 && host.endsWith(pattern.slice(1))
    : host === pattern;
}
