import type { ConnectorPackage } from '@tallyhook/schemas';
import type { InstalledConnector } from '@tallyhook/schemas/api';
import { getInstalledPackage, listInstallations } from '@tallyhook/store/connectors';
import { describeSignIn } from '../connectors/describe-sign-in.ts';
import { defineRoute } from '../route.ts';

export const getInstalledConnectors = defineRoute({
  method: 'get',
  path: '/api/installed-connectors',
  access: 'read',
  summary: 'Lists the actions and webhooks of the connectors that the workspace has installed.',
  answer: 'InstalledConnector[]',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const installed = await listInstallations(store, workspaceId);
    const packages = await Promise.all(
      installed.map(({ connector }) => getInstalledPackage(store, workspaceId, connector)),
    );
    return packages.map(describe).toSorted((one, other) => one.name.localeCompare(other.name));
  },
});

const noInput = { type: 'object', properties: {} };

function describe({ connector, actions, webhooks, icon = undefined }: ConnectorPackage): InstalledConnector {
  const { id, name, version } = connector;
  return {
    ...{ id, name, version, icon: icon ?? null, signIn: describeSignIn(connector) },
    actions: Object.entries(actions).map(([action, { label, description = '', input, upload }]) => ({
      ...{ name: action, label, description, sendsFile: upload !== undefined },
      input: { ...input },
    })),
    webhooks: Object.entries(webhooks).map(([webhook, { label, description = '', subscribe, signature }]) => ({
      ...{ name: webhook, label, description },
      isSigned: signature !== undefined,
      subscribe: subscribe === undefined ? null : { ...(subscribe.input ?? noInput) },
    })),
  };
}
