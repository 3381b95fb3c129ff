import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import {
  compareVersions,
  findNewestRelease,
  findUsedVersions,
  getReleasedPackage,
  listInstalledVersions,
} from '@tallyhook/store/connectors';

/** Finds the packages that read deliveries. Packages without a webhook are left out. */
export interface PackageFinder {
  /**
   * At the common address of a connector: the versions of the marketplace that workspaces use, newest first, or the
   * newest release if none is in use. What a workspace released or built for itself never reads here.
   * @throws Problem `not_found` if the connector does not exist or has no webhook; both look the same to the sender.
   */
  ofConnector(connector: string): Promise<ConnectorPackage[]>;
  /**
   * At the own address of an account: the versions that its workspace uses, newest first.
   * @throws Problem `not_found`.
   */
  ofAccount(account: LinkedAccount): Promise<ConnectorPackage[]>;
}

const maxKept = 200;

/**
 * Creates a finder that caches packages, since released versions never change. It reads the versions in use on every
 * call.
 */
export function createPackageFinder(store: Store): PackageFinder {
  const kept = new Map<string, ConnectorPackage>();

  const read = async (workspaceId: string | null, connector: string, version: string) => {
    const key = JSON.stringify([workspaceId, connector, version]);
    const known = kept.get(key);
    if (known) return known;
    const released = await getReleasedPackage(store, { workspaceId }, { connector, version });
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
    kept.set(key, released);
    return released;
  };

  return {
    async ofConnector(connector) {
      const versions = await listInstalledVersions(store, connector);
      const newest = versions.length > 0 ? undefined : await findNewestRelease(store, { workspaceId: null }, connector);
      if (newest) versions.push(newest.version);
      return receiving(await Promise.all(versions.map((version) => read(null, connector, version))));
    },
    async ofAccount({ workspaceId, connector }) {
      const used = await findUsedVersions(store, workspaceId, connector);
      if (used === undefined) return receiving([]);
      const versions = new Set([used.version, ...(used.kept ?? []).map(({ version }) => version)]);
      const newestFirst = [...versions].sort((left, right) => compareVersions(right, left));
      return receiving(await Promise.all(newestFirst.map((version) => read(workspaceId, connector, version))));
    },
  };
}

function receiving(packages: ConnectorPackage[]): ConnectorPackage[] {
  const found = packages.filter(({ webhooks }) => Object.keys(webhooks).length > 0);
  if (found.length === 0) throw new Problem('not_found', 'No connector receives deliveries at this address.');
  return found;
}
