import { Problem } from '@tallyhook/schemas';
import { readPackage } from '@tallyhook/sdk';
import { installBuild } from '@tallyhook/store/connectors';
import { packageLimitBytes } from '../connectors/package-body.ts';
import { defineRoute } from '../route.ts';

/**
 * Installs a connector under development for this workspace only, replacing the previous build. Only if this
 * installation allows it: a build can redirect the credentials of linked accounts without a release.
 */
export const postConnectorBuilds = defineRoute({
  method: 'post',
  path: '/api/connectors/builds',
  access: { person: 'manage' },
  summary: 'Installs a connector under development for this workspace only.',
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
    'A connector under development can be installed only if Tallyhook has a local address or its operator sets TALLYHOOK_DEVELOPMENT=1. Release the connector instead.',
  );
}
