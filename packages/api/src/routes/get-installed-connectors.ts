import { getInstalledPackage, listInstallations, listOwnInstallations } from '@tallyhook/store/connectors';
import { describeConnector } from '../connectors/describe-connector.ts';
import { defineRoute } from '../route.ts';

export const getInstalledConnectors = defineRoute({
  method: 'get',
  path: '/api/installed-connectors',
  access: 'read',
  summary: 'Lists the actions, webhooks and templates of the connectors that the workspace has installed.',
  answer: 'InstalledConnector[]',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const installed = await listInstallations(store, workspaceId);
    const own = await listOwnInstallations(store, workspaceId);
    const packages = await Promise.all(
      installed.map(({ connector }) => getInstalledPackage(store, workspaceId, connector)),
    );
    return packages
      .map((released) => ({ ...describeConnector(released), isOwn: own.has(released.connector.id) }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  },
});
