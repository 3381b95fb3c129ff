import { type Connector, type Fixture, nearest } from '@tallyhook/schemas';
import { credentialMessage } from './check-request.ts';
import type { CheckContext } from './context.ts';

/** Checks that a fixture is about something that exists and holds no credential. */
export function checkFixture(
  context: CheckContext,
  fixture: Fixture,
  names: { actions: string[]; webhooks: string[] },
): void {
  const [key, name, known] =
    fixture.kind === 'action'
      ? ['action', fixture.action, names.actions]
      : ['webhook', fixture.webhook, names.webhooks];
  if (!known.includes(name)) {
    const near = nearest(name, known);
    const hint = near === undefined ? `known: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`;
    context.report([key], { code: 'unknown_name', message: `the connector has no ${key} "${name}"`, hint });
  }
  for (const [field, value] of Object.entries(fixture.account ?? {})) {
    if (!isSecret(context.connector, field) || String(value).startsWith('test-')) continue;
    const hint = 'write a made-up value that begins with test-';
    context.report(['account', field], { code: 'credential_in_package', message: credentialMessage, hint });
  }
}

function isSecret(connector: Connector | undefined, field: string): boolean {
  return connector?.account?.fields.some(({ name, secret }) => name === field && secret === true) ?? false;
}
