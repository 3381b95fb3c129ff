import { getReleasedPackage, listInstallations, listReleases, type Release } from '@tallyhook/store/connectors';
import { describeOffer } from '../connectors/describe-offer.ts';
import { defineRoute } from '../route.ts';

export const getConnectors = defineRoute({
  method: 'get',
  path: '/api/connectors',
  access: 'read',
  summary: 'Lists the marketplace and the connectors that the workspace has installed.',
  answer: 'ConnectorList',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const [releases, installed] = await Promise.all([
      listReleases(store, { workspaceId }),
      listInstallations(store, workspaceId),
    ]);
    const marketplace = await Promise.all(
      newestOfEach(releases).map(async (release) =>
        describeOffer(release, await getReleasedPackage(store, { workspaceId }, release)),
      ),
    );
    return { marketplace, installed };
  },
});

/** Releases are sorted by connector, newest version first. */
function newestOfEach(releases: readonly Release[]): Release[] {
  return releases.filter(({ connector }, index) => releases[index - 1]?.connector !== connector);
}
