import type { ConnectorPackage } from '@tallyhook/schemas';
import type { InstalledConnector } from '@tallyhook/schemas/api';
import { describeSignIn } from './describe-sign-in.ts';

const noInput = { type: 'object', properties: {} };

/** What a connector can do: how to sign in, its actions with their inputs, and its webhooks. */
export function describeConnector({
  connector,
  actions,
  webhooks,
  icon = undefined,
}: ConnectorPackage): InstalledConnector {
  const { id, name, version } = connector;
  return {
    ...{ id, name, version, icon: icon ?? null, signIn: describeSignIn(connector) },
    actions: Object.entries(actions).map(([action, { label, description = '', input, upload }]) => ({
      ...{ name: action, label, description, sendsFile: upload !== undefined },
      input: { ...input },
    })),
    webhooks: Object.entries(webhooks).map(([webhook, { label, description = '', subscribe }]) => ({
      ...{ name: webhook, label, description },
      subscribe: subscribe === undefined ? null : { ...(subscribe.input ?? noInput) },
    })),
  };
}
