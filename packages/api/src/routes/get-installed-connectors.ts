import { getInstalledPackage, listInstallations } from '@tallyhook/store/connectors';
import { describeParts } from '../connectors/describe-parts.ts';
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
    return packages
      .map((released) => {
        const { id, name, version } = released.connector;
        return { id, name, version, icon: released.icon ?? null, ...describeParts(released) };
      })
      .toSorted((one, other) => one.name.localeCompare(other.name));
  },
});
