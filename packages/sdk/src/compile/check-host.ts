import { listNames, nearest } from '@tallyhook/schemas';
import { endsInOwnName, hostAsRead, renderableAsHost } from '../runtime/host-names.ts';
import { bareHostIn, lacksScheme } from './bare-host.ts';
import type { CheckContext } from './context.ts';
import { accountRoots } from './roots.ts';
import { compileTemplate } from '../templates/template.ts';
import type { JsonPath } from './source-file.ts';

/**
 * Checks that an address goes to one of the connector's hosts. If the host comes from a slot at the start, only the run
 * can check it. An address that the connector itself declares, as in a sign-in, must be listed only if a value decides
 * its host.
 */
export function checkHost(
  context: CheckContext,
  path: JsonPath,
  address: string,
  { isOwnAddress = false }: { isOwnAddress?: boolean } = {},
): void {
  const bare = bareHostIn(context.connector, address);
  if (bare !== undefined && !lacksScheme(address)) {
    const message = `"${bare}" is a host, but an address must start with https://`;
    context.report(path, { code: 'wrong_url', message, hint: `write "https://${address}"` });
    return;
  }
  if (address.startsWith('{{') && !/^\{\{[^}]*\}\}[^/]/.test(address)) return;
  const match = /^(https?):\/\/((?:\{\{.*?\}\}|[^/?#])*)/s.exec(address);
  if (match === null) {
    const hint = lacksScheme(address) ? `write "https://${address}"` : 'write the full address';
    context.report(path, { code: 'wrong_url', message: 'an address must start with https://', hint });
    return;
  }
  const [, scheme, host] = match;
  if (scheme === 'http') {
    const hint = 'write https://; plain http works only for hosts that an operator allows';
    context.report(path, { code: 'insecure_url', message: 'the address is not encrypted', hint, severity: 'warning' });
  }
  if (host!.includes('@')) {
    const hint = 'credentials come from the account: remove the part before the @';
    context.report(path, {
      code: 'wrong_url',
      message: 'an address cannot contain a user name',
      hint,
      offset: scheme!.length + 3,
    });
    return;
  }
  // Such an address is already reported.
  if (/[{}<>]/.test(host!.replaceAll(/\{\{.*?\}\}/gs, ''))) return;
  const hosts = context.connector?.hosts;
  if (hosts === undefined || (isOwnAddress && endsInOwnName(host!))) return;
  // An invalid entry is already reported in the list, and may be the host that was meant.
  if (!hosts.every(isListable)) return;
  if (host!.includes('{{') && !hosts.every((listed) => isReadable(context, listed))) return;
  // Normalized the way the run compares it.
  const asked = hostAsRead(host!, scheme) ?? host!;
  if (hosts.some((listed) => (hostAsRead(listed) ?? listed) === asked)) return;
  const suggestion = nearest(asked, hosts);
  context.report(path, {
    code: 'host_not_listed',
    message: `"${asked}" is not one of the connector's hosts`,
    ...(suggestion === undefined ? { hint: hostHint(asked, hosts) } : { suggestion }),
    offset: scheme!.length + 3,
  });
}

/** Whether a text is valid in the list of hosts: a whole host name, with or without slots. */
export function isListable(host: string): boolean {
  return renderableAsHost(host) && !/[*{}]/.test(host.replaceAll(/\{\{.*?\}\}/gs, ''));
}

function isReadable({ connector }: CheckContext, host: string): boolean {
  const { template } = compileTemplate(host, { roots: accountRoots(connector, { secrets: false }) });
  return template !== undefined;
}

function hostHint(host: string, hosts: readonly string[]): string {
  if (!/\{\{(?!\s*account\b)/.test(host))
    return `add "${host}" to hosts in connector.json; it lists ${listNames(hosts, host)}`;
  return (
    'only an account value can be a host: make it an account field and list it, such as "{{account.host}}", or ' +
    'let the input be the full address, such as "url": "{{address}}", on one of the hosts'
  );
}
