import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { compileApp } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { keepShippedAppDigest, listShippedAppDigests, releaseApp } from '@tallyhook/store/app-packages';
import type { Logger } from 'pino';
import { digestOfFolder } from '../digest-of-folder.ts';

const folderOfApps = join(import.meta.dirname, '../../../store/apps');

/**
 * Releases the apps that ship with the product to the marketplace; existing releases stay as they are. Those whose
 * files were released before are not compiled again. If an app changed without a new version, logs that and keeps the
 * existing release, so that startup does not fail.
 */
export async function releaseShippedApps(store: Store, logger: Logger, folder = folderOfApps): Promise<void> {
  const known = await listShippedAppDigests(store);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    const digest = await digestOfFolder(path);
    if (known.has(digest)) continue;
    try {
      const release = await releaseApp(store, compileApp(path), { workspaceId: null, by: 'system' });
      await keepShippedAppDigest(store, release, digest);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'already_exists') throw error;
      logger.warn({ app: entry.name }, error.message);
    }
  }
}
