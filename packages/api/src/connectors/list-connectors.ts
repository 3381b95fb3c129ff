import type { Store } from '@tallyhook/store';
import { listInstallations, listReleases, type Installation, type Release } from '@tallyhook/store/connectors';

/** The newest release of each connector that a workspace can install, and what it has installed. */
export async function listConnectors(
  store: Store,
  workspaceId: string,
): Promise<{ marketplace: Release[]; installed: Installation[] }> {
  const [releases, installed] = await Promise.all([
    listReleases(store, { workspaceId }),
    listInstallations(store, workspaceId),
  ]);
  return { marketplace: newestOfEach(releases), installed };
}

/** Releases are sorted by connector, newest version first. */
function newestOfEach(releases: readonly Release[]): Release[] {
  return releases.filter(({ connector }, index) => releases[index - 1]?.connector !== connector);
}
