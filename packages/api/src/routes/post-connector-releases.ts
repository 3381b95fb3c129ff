import { readPackage } from '@tallyhook/sdk';
import { previewRelease, releaseConnector } from '@tallyhook/store/connectors';
import { packageLimitBytes } from '../connectors/package-body.ts';
import { refuseSmallStep } from '../connectors/refuse-small-step.ts';
import { defineRoute, sent } from '../route.ts';

/**
 * Releases a compiled connector, after repeating all checks of the compiler. With `dryRun`, only
 * runs the checks and returns what would be released.
 */
export const postConnectorReleases = defineRoute({
  method: 'post',
  path: '/api/connectors/releases',
  access: { person: 'manage' },
  summary: "Releases a connector package: for everybody from the operators' workspace, else for the workspace alone.",
  parameters: { dryRun: { kind: 'flag' } },
  body: { json: 'ConnectorPackage', unchecked: 'object', limitBytes: packageLimitBytes },
  answer: 'Release',
  status: 201,
  also: { 200: { description: 'With `dryRun`: what would be released. Nothing was.', answer: 'ReleasePreview' } },
  problems: ['invalid_connector', 'already_exists'],
  async handler(request, { store }, response) {
    const { workspaceId, by } = request.caller;
    const released = readPackage(request.body);
    await refuseSmallStep(store, workspaceId, released);
    if (request.parameters.dryRun) {
      response.json(await previewRelease(store, released, { workspaceId }));
      return sent;
    }
    return releaseConnector(store, released, { workspaceId, by });
  },
});
