import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { findNewestRelease, getReleasedPackage, listInstalledVersions } from '@tallyhook/store/connectors';

/**
 * Finds the packages that read a connector's deliveries: the versions that workspaces use, newest first, or the latest
 * release if none is in use. Packages without a webhook are left out.
 * @throws Problem `not_found` if the connector does not exist or has no webhook; both look the same to the sender.
 */
export type PackageFinder = (connector: string) => Promise<ConnectorPackage[]>;

const maxKept = 200;

/**
 * Creates a finder that caches packages, since released versions never change. It reads the versions in use on every
 * call.
 */
export function createPackageFinder(store: Store): PackageFinder {
  const kept = new Map<string, ConnectorPackage>();

  const read = async (connector: string, version: string) => {
    const key = `${connector}@${version}`;
    const known = kept.get(key);
    if (known) return known;
    const released = await getReleasedPackage(store, connector, version);
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
    kept.set(key, released);
    return released;
  };

  return async (connector) => {
    const versions = await listInstalledVersions(store, connector);
    const newest = versions.length > 0 ? undefined : await findNewestRelease(store, connector);
    if (newest) versions.push(newest.version);
    const packages = await Promise.all(versions.map((version) => read(connector, version)));
    const receiving = packages.filter(({ webhooks }) => Object.keys(webhooks).length > 0);
    if (receiving.length === 0) throw new Problem('not_found', 'No connector receives deliveries at this address.');
    return receiving;
  };
}
