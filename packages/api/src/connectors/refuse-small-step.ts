import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { comparePackages } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { compareVersions, getReleasedPackage, listReleases } from '@tallyhook/store/connectors';

/**
 * Refuses a version number that understates the changes since the previous release. Users rely on the number to know
 * whether an upgrade can break a workflow.
 * @throws Problem `invalid_connector` with every change and the smallest sufficient version.
 */
export async function refuseSmallStep(store: Store, workspaceId: string, released: ConnectorPackage): Promise<void> {
  const { id, version } = released.connector;
  const releases = await listReleases(store, { workspaceId }, id);
  if (releases.some((release) => release.version === version)) return;
  const before = releases.find((release) => compareVersions(release.version, version) < 0);
  if (before === undefined) return;
  const { version: old } = before;
  const previous = await getReleasedPackage(store, { workspaceId }, { connector: id, version: old });
  const { changes, needed, isEnough } = comparePackages(previous, released);
  if (isEnough) return;
  throw new Problem(
    'invalid_connector',
    `Version ${version} is too small a step from ${before.version}: raise "version" in connector.json to ${needed} or higher.`,
    {
      errors: changes.map(({ file, pointer, weight, message }) => ({
        pointer,
        code: weight,
        detail: `${file}: ${message}`,
      })),
    },
  );
}
