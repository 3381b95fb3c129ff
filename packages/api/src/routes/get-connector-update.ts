import { Problem } from '@tallyhook/schemas';
import { findNewestRelease, findUsedVersions } from '@tallyhook/store/connectors';
import { describeUpdate } from '../connectors/describe-update.ts';
import { defineRoute } from '../route.ts';

export const getConnectorUpdate = defineRoute({
  method: 'get',
  path: '/api/installed-connectors/:connector/update',
  access: { person: 'manage' },
  summary: 'Tells what an update of a connector changes, and which workflows it concerns. Nothing is updated.',
  parameters: { version: { kind: 'text', maxLength: 60 } },
  answer: 'ConnectorUpdate',
  async handler(request, { store, kinds }) {
    const { workspaceId } = request.caller;
    const { connector } = request.params;
    const [used, newest] = await Promise.all([
      findUsedVersions(store, workspaceId, connector),
      findNewestRelease(store, { workspaceId }, connector),
    ]);
    if (used === undefined)
      throw new Problem('not_found', `The connector "${connector}" is not installed in this workspace.`);
    const to = request.parameters.version ?? newest?.version ?? used.version;
    return describeUpdate({ store, kinds }, { workspaceId, connector, used, to });
  },
});
