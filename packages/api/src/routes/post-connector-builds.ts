import { Problem } from '@tallyhook/schemas';
import { readPackage } from '@tallyhook/sdk';
import { installBuild } from '@tallyhook/store/connectors';
import { packageLimitBytes } from '../connectors/package-body.ts';
import { defineRoute } from '../route.ts';

/**
 * Lets the workspace use a connector that is being written, in the place of the build before; nobody else sees it. Only
 * where this installation allows it: a build may change where the credentials of linked accounts go, without a release.
 */
export const postConnectorBuilds = defineRoute({
  method: 'post',
  path: '/api/connectors/builds',
  access: { person: 'manage' },
  summary: 'Installs a connector that is being written, for this workspace only.',
  body: { json: 'ConnectorPackage', unchecked: 'object', limitBytes: packageLimitBytes },
  answer: 'Installation',
  status: 201,
  problems: ['invalid_connector', 'already_exists'],
  async handler(request, { store, allowsBuilds }) {
    if (!allowsBuilds) throw notAllowed();
    const { workspaceId, by } = request.caller;
    return installBuild(store, workspaceId, readPackage(request.body), by);
  },
});

function notAllowed(): Problem {
  return new Problem(
    'forbidden',
    'Connectors that are being written are installed only where Tallyhook answers on this machine, or where its operator sets TALLYHOOK_DEVELOPMENT=1. Release the connector instead.',
  );
}
