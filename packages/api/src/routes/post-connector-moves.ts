import { Problem } from '@tallyhook/schemas';
import { findUsedVersions, moveKeptWorkflows } from '@tallyhook/store/connectors';
import { openWorkflowRefs } from '../workflows/open-workflow-refs.ts';
import { defineRoute } from '../route.ts';

export const postConnectorMoves = defineRoute({
  method: 'post',
  path: '/api/installed-connectors/:connector/moves',
  access: { person: 'manage' },
  summary: 'Moves workflows that stayed on an older version of a connector to the installed one.',
  body: 'ConnectorMove',
  problems: ['invalid_request', 'not_found'],
  async handler(request, { store }) {
    const { workspaceId, by } = request.caller;
    const { connector } = request.params;
    if ((await findUsedVersions(store, workspaceId, connector)) === undefined)
      throw new Problem('not_found', `The connector "${connector}" is not installed in this workspace.`);
    const given = { refs: request.body.workflows, key: 'workflows' };
    const workflows = await openWorkflowRefs(store, workspaceId, given);
    await moveKeptWorkflows(store, { workspaceId, connector }, workflows, by);
  },
});
