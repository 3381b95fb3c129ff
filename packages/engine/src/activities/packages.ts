import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { getReleasedPackage } from '@tallyhook/store/connectors';
import type { Run } from '@tallyhook/store/runs';

/** Reads the packages of connectors. */
export interface Packages {
  /**
   * The package that was installed when the run was queued: a newer release does not affect an open run.
   * @throws Problem `not_found`
   */
  ofRun(run: Run, connector: string): Promise<ConnectorPackage>;
}

const maxCached = 100;

/** Caches the last hundred packages; a released version never changes. */
export function createPackages(store: Store): Packages {
  const kept = new Map<string, ConnectorPackage>();
  return {
    async ofRun(run, connector) {
      const version = run.connectors[connector];
      if (version === undefined) throw notInstalled(connector);
      const { workspaceId } = run;
      const key = `${workspaceId} ${connector} ${version}`;
      const released = kept.get(key) ?? (await getReleasedPackage(store, { workspaceId }, { connector, version }));
      kept.delete(key);
      kept.set(key, released);
      if (kept.size > maxCached) kept.delete(kept.keys().next().value!);
      return released;
    },
  };
}

function notInstalled(connector: string): Problem {
  const detail = `The connector "${connector}" was not installed when the run was queued: install it on the Integrations page.`;
  return new Problem('not_found', detail);
}
