import type { Connector, Kept } from '@tallyhook/schemas';
import { endsInOwnName } from '../runtime/host-names.ts';
import { templateOf } from '../templates/render.ts';
import type { Roots } from '../templates/shapes.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Checks kept values. */
export function checkKept(context: CheckContext, path: JsonPath, keep: Kept | undefined, roots: Roots): void {
  for (const [name, { value, hosts }] of Object.entries(keep ?? {})) {
    const template = checkTemplate(context, [...path, name, 'value'], value, { roots });
    if (template?.isConstant === true) {
      const hint = 'use a value from the response, such as {{response.body.id}}';
      context.report([...path, name, 'value'], {
        code: 'constant_value',
        message: 'this value is always the same',
        hint,
      });
    }
    for (const [index, host] of (hosts ?? []).entries()) {
      if (!host.startsWith('*.') || host.split('.').length >= 3) continue;
      const message = `"${host}" matches almost any host`;
      const hint = 'name the domain of the service, such as *.example.com';
      context.report([...path, name, 'hosts', index], { code: 'wide_host', message, hint });
    }
  }
}

/**
 * Checks that a host kept from the sign-in is one that the connector names. Anyone can forge a redirect, and requests
 * with the credential would go to that host.
 */
export function checkKeptHosts(context: CheckContext, connector: Connector): void {
  const { signIn } = connector;
  if (signIn.kind !== 'oauth2') return;
  const keeps = [signIn.keep ?? {}, ...(signIn.then ?? []).map(({ keep }) => keep)];
  const kept = new Map(keeps.flatMap((keep) => Object.entries(keep)));
  for (const [index, host] of connector.hosts.entries()) {
    if (endsInOwnName(host)) continue;
    for (const name of accountNamesIn(host)) {
      if (!kept.has(name) || kept.get(name)!.hosts !== undefined) continue;
      const message = `"${name}" comes from outside and would decide which host receives the credential`;
      const hint = `list the hosts that it may be: "${name}": { …, "hosts": ["*.example.com"] }`;
      context.report(['hosts', index], { code: 'host_not_bound', message, hint });
    }
  }
}

function accountNamesIn(host: string): string[] {
  try {
    return templateOf(host).paths.flatMap(({ segments }) => segments[1]?.name ?? []);
  } catch {
    return []; // Already reported if it is not a template.
  }
}
