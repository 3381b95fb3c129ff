import { Problem } from '@tallyhook/schemas';
import { setConnectorClient } from '@tallyhook/store/accounts';
import { findInstallation, findNewestRelease } from '@tallyhook/store/connectors';
import { defineRoute } from '../route.ts';

/** In the operators' workspace, `/!core`, the client serves every workspace that has none of its own. */
export const putConnectorClient = defineRoute({
  method: 'put',
  path: '/api/connector-clients/:connector',
  access: { person: 'manage' },
  summary: 'Sets the OAuth client of a connector: its id, and its secret, which is stored encrypted.',
  body: 'NewConnectorClient',
  answer: 'ConnectorClient',
  async handler(request, { store, now }) {
    const { workspaceId, by } = request.caller;
    const { connector } = request.params;
    // A build that is installed for development has no release.
    const known =
      (await findNewestRelease(store, { workspaceId }, connector)) ??
      (await findInstallation(store, workspaceId, connector));
    if (known === undefined)
      throw new Problem('not_found', `There is no connector "${connector}": GET /api/connectors lists them.`);
    return setConnectorClient(store, { workspaceId, connector }, request.body, { by, now: now() });
  },
});
