import { type Connector, listNames, nearest } from '@tallyhook/schemas';
import { endsInOwnName, hostAsRead } from '../runtime/host-names.ts';
import { bareHostIn, lacksScheme } from './bare-host.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import { latinHost, latinHostHint } from './host-letters.ts';
import { accountRoots } from './roots.ts';
import type { JsonPath } from './source-file.ts';

/**
 * Checks that an address goes to one of the connector's hosts. Where the host itself comes from a slot at the very
 * beginning, only the run can tell. An address that is the service's own by being written there, as those of a sign-in
 * are, has to be listed only where a value decides whose host it is. Of an address that is not read as a template, and
 * beside hosts that are not, whether it is listed cannot be told.
 */
export function checkHost(
  context: CheckContext,
  path: JsonPath,
  address: string,
  { isOwnAddress = false, isRead = true }: { isOwnAddress?: boolean; isRead?: boolean } = {},
): void {
  const bare = bareHostIn(context.connector, address);
  if (bare !== undefined && !lacksScheme(address)) {
    const message = `"${bare}" is a host, and an address begins with https://`;
    context.report(path, { code: 'wrong_url', message, hint: `write "https://${address}"` });
    return;
  }
  if (address.startsWith('{{') && !/^\{\{[^}]*\}\}[^/]/.test(address)) return;
  if (address.includes('${')) {
    const hint = 'a value is written {{account.NAME}}';
    const offset = address.indexOf('${');
    context.report(path, { code: 'wrong_url', message: '"${" puts no value in', hint, offset });
    return;
  }
  const match = /^(https?):\/\/((?:\{\{.*?\}\}|[^/?#{])*)/s.exec(address);
  if (match === null) {
    const isPath = /^(account|start|transfer|response|hook)(\.[\w-]+)+$/.test(address);
    const meant = lacksScheme(address) ? `write "https://${address}"` : 'write the whole address';
    const hint = isPath ? `write {{${address}}}` : meant;
    context.report(path, { code: 'wrong_url', message: 'an address begins with https://', hint });
    return;
  }
  // A value in one brace, of which the text of the address is told.
  if (address[match[0].length] === '{') return;
  const [, scheme, host] = match;
  if (scheme === 'http') {
    const hint = 'write https://; an operator must allow plain http host by host';
    context.report(path, { code: 'insecure_url', message: 'the address is not encrypted', hint, severity: 'warning' });
  }
  if (host!.includes('@')) {
    const hint = 'credentials come from the account: leave out what stands before the @';
    context.report(path, {
      code: 'wrong_url',
      message: 'an address holds no user name',
      hint,
      offset: scheme!.length + 3,
    });
    return;
  }
  // What is left of a slot is told of the text of the address.
  if (!isRead || /[{}]/.test(host!.replaceAll(/\{\{.*?\}\}/gs, ''))) return;
  const hosts = context.connector?.hosts;
  if (isOwnAddress && endsInOwnName(host!)) return;
  // As the run compares it.
  const asked = hostAsRead(host!, scheme) ?? host!;
  // One that is listed in a wrong spelling, in letters that look alike, or by *, has been reported there.
  const isMeant = (listed: string): boolean =>
    latinHost(listed) === asked || (listed.startsWith('*.') && asked.endsWith(listed.slice(1)));
  if (hosts === undefined || hosts.some((listed) => spellHost(listed) === asked || isMeant(listed))) return;
  if (host!.includes('{{') && hasBrokenHost(context.connector!)) return;
  context.report(path, {
    code: 'host_not_listed',
    message: `"${asked}" is not one of the connector's hosts`,
    hint: latinHostHint(host!, undefined) ?? hostHint(asked, hosts),
    offset: scheme!.length + 3,
  });
}

/** Whether a host is listed of which a slot cannot be read, or is written in other words: any may be meant by it. */
function hasBrokenHost(connector: Connector): boolean {
  let isBroken = false;
  const report: CheckContext['report'] = (_, { severity }) => {
    if (severity !== 'warning') isBroken = true;
  };
  const roots = accountRoots(connector, { secrets: false });
  for (const host of connector.hosts) checkTemplate({ connector, report }, ['hosts'], host, { roots });
  return isBroken;
}

function hostHint(host: string, hosts: readonly string[]): string {
  const near = nearest(host, hosts);
  if (near !== undefined) return `did you mean "${near}"?`;
  if (!/\{\{(?!\s*account\b)/.test(host))
    return `add "${host}" to hosts in connector.json; it lists ${listNames(hosts, host)}`;
  return (
    'only what a person gave for the account may be a host: make it a field and list it, such as "{{account.host}}", or ' +
    'let the input be the whole address, such as "url": "{{address}}", which has to be at one of the hosts'
  );
}

function spellHost(listed: string): string {
  const host = listed.replace(/^[a-z]+:\/\//i, '').replace(/\/.*$/, '');
  return hostAsRead(host) ?? host;
}
