import { readPackage } from '@tallyhook/sdk';
import { previewRelease, releaseConnector } from '@tallyhook/store';
import { packageBody } from '../connectors/package-body.ts';
import { refuseSmallStep } from '../connectors/refuse-small-step.ts';
import { defineRoute } from '../route.ts';

/**
 * Puts a compiled connector into the marketplace; everything that the compiler checks is checked again here. With
 * `dryRun` it is checked all the same, and the answer says what would be released.
 */
export const postConnectorReleases = defineRoute({
  method: 'post',
  path: '/api/connectors/releases',
  needs: 'manage',
  only: 'session',
  parameters: { dryRun: { kind: 'flag' } },
  body: packageBody,
  async handler(request, response, { store }) {
    const { workspaceId, by } = request.caller;
    const released = readPackage(request.body);
    await refuseSmallStep(store, released);
    if (request.parameters.dryRun) {
      response.json(await previewRelease(store, released, { workspaceId }));
      return;
    }
    response.status(201).json(await releaseConnector(store, released, { workspaceId, by }));
  },
});
