import { installConnector } from '@tallyhook/store/connectors';
import { openWorkflowRefs } from '../workflows/open-workflow-refs.ts';
import { defineRoute } from '../route.ts';

export const postConnectors = defineRoute({
  method: 'post',
  path: '/api/connectors',
  access: { person: 'manage' },
  summary: 'Installs a connector, or changes its version.',
  body: 'NewInstallation',
  answer: 'Installation',
  status: 201,
  problems: ['invalid_connector', 'invalid_request'],
  async handler(request, { store }) {
    const { id: connector, version, keep: refs } = request.body;
    const { workspaceId, by } = request.caller;
    const keep = refs && (await openWorkflowRefs(store, workspaceId, { refs, key: 'keep' }));
    return installConnector(store, workspaceId, { connector, version, keep }, by);
  },
});
