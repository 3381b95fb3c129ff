import type { ConnectorPackage } from '@tallyhook/schemas';
import type { InstalledConnector } from '@tallyhook/schemas/api';
import { describeParts } from './describe-parts.ts';
import { describeTemplates } from './describe-templates.ts';

/** What an installed connector can do: how to sign in, its actions with their inputs, its webhooks and templates. */
export function describeConnector(released: ConnectorPackage): Omit<InstalledConnector, 'isOwn'> {
  const { id, name, version } = released.connector;
  return {
    ...{ id, name, version, icon: released.icon ?? null, ...describeParts(released) },
    templates: describeTemplates(released.workflows ?? {}),
  };
}
