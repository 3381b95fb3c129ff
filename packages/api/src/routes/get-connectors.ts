import { listInstallations, listReleases, type Release } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** The newest version of every connector of the marketplace, and what the workspace has installed. */
export const getConnectors = defineRoute({
  method: 'get',
  path: '/api/connectors',
  needs: 'read',
  async handler(request, response, { store }) {
    const [releases, installed] = await Promise.all([
      listReleases(store),
      listInstallations(store, request.caller.workspaceId),
    ]);
    response.json({ marketplace: newestOfEach(releases), installed });
  },
});

/** Releases come with the newest version of each connector first. */
function newestOfEach(releases: readonly Release[]): Release[] {
  return releases.filter(({ connector }, index) => releases[index - 1]?.connector !== connector);
}
