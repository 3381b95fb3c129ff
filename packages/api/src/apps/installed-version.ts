import type { Store } from '@tallyhook/store';
import { listInstalledApps } from '@tallyhook/store/apps';
import type { Branch } from '@tallyhook/store/branches';

/** The version of an app on a branch; undefined if it has none. */
export async function installedVersion(store: Store, branch: Branch, app: string): Promise<string | undefined> {
  return (await listInstalledApps(store, branch)).find((one) => one.app === app)?.version;
}
