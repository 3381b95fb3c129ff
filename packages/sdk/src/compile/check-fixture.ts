import { type Connector, type Fixture, nearest } from '@tallyhook/schemas';
import { secretNames } from '../sign-in/account-names.ts';
import { credentialMessage } from './check-request.ts';
import type { CheckContext } from './context.ts';

/** Checks that a fixture is about something that exists and holds no credential. */
export function checkFixture(
  context: CheckContext,
  fixture: Fixture,
  names: { actions: string[]; webhooks: string[] },
): void {
  if (fixture.kind === 'action') checkName(context, 'action', fixture.action, names.actions);
  if (fixture.kind === 'webhook') checkName(context, 'webhook', fixture.webhook, names.webhooks);
  for (const [field, value] of Object.entries(fixture.account ?? {})) {
    if (!isSecret(context.connector, field) || String(value).startsWith('test-')) continue;
    const hint = 'write a made-up value that begins with test-';
    context.report(['account', field], { code: 'credential_in_package', message: credentialMessage, hint });
  }
}

function checkName(context: CheckContext, key: 'action' | 'webhook', name: string, known: string[]): void {
  if (known.includes(name)) return;
  const near = nearest(name, known);
  const hint = near === undefined ? `known: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`;
  context.report([key], { code: 'unknown_name', message: `the connector has no ${key} "${name}"`, hint });
}

function isSecret(connector: Connector | undefined, field: string): boolean {
  return connector !== undefined && secretNames(connector).includes(field);
}
