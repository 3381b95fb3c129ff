import { installConnector } from '@tallyhook/store/connectors';
import { defineRoute } from '../route.ts';

export const postConnectors = defineRoute({
  method: 'post',
  path: '/api/connectors',
  access: { person: 'manage' },
  summary: 'Installs a connector.',
  body: 'NewInstallation',
  answer: 'Installation',
  status: 201,
  problems: ['invalid_connector'],
  async handler(request, { store }) {
    const { id: connector, version } = request.body;
    const { workspaceId, by } = request.caller;
    return installConnector(store, workspaceId, { connector, version }, by);
  },
});
