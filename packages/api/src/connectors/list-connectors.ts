import type { ConnectorList } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { getReleasedPackage, listInstallations, listReleases, type Release } from '@tallyhook/store/connectors';
import { describeOffer } from './describe-offer.ts';

/** The newest release of each connector that a workspace can install, and what it has installed. */
export async function listConnectors(store: Store, workspaceId: string): Promise<ConnectorList> {
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
}

/** Releases are sorted by connector, newest version first. */
function newestOfEach(releases: readonly Release[]): Release[] {
  return releases.filter(({ connector }, index) => releases[index - 1]?.connector !== connector);
}
