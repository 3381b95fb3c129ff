import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { findNewestRelease, getReleasedPackage, listInstalledVersions } from '@tallyhook/store/connectors';

/**
 * Finds the packages that read a connector's deliveries: the versions that workspaces use, newest first; where nobody
 * uses it, the newest of the marketplace. Those without a webhook are left out.
 * @throws Problem `not_found`, the same whether there is no such connector or it has no webhook.
 */
export type PackageFinder = (connector: string) => Promise<ConnectorPackage[]>;

const mostKept = 200;

/** Keeps packages in memory: a released version never changes. Which versions are in use is asked each time. */
export function createPackageFinder(store: Store): PackageFinder {
  const kept = new Map<string, ConnectorPackage>();

  const read = async (connector: string, version: string) => {
    const key = `${connector}@${version}`;
    const known = kept.get(key);
    if (known) return known;
    const released = await getReleasedPackage(store, connector, version);
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
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
