import { readPackage } from '@tallyhook/sdk';
import { releaseConnector } from '@tallyhook/store';
import { refuseSmallStep } from '../connectors/refuse-small-step.ts';
import { defineRoute } from '../route.ts';

const packageLimitBytes = 4 * 1024 * 1024;

/** Puts a compiled connector into the marketplace; everything that the compiler checks is checked again here. */
export const postConnectorReleases = defineRoute({
  method: 'post',
  path: '/api/connectors/releases',
  needs: 'manage',
  only: 'session',
  body: { limitBytes: packageLimitBytes, schema: { type: 'object' } },
  async handler(request, response, { store }) {
    const { workspaceId, by } = request.caller;
    const released = readPackage(request.body);
    await refuseSmallStep(store, released);
    response.status(201).json(await releaseConnector(store, released, { workspaceId, by }));
  },
});
