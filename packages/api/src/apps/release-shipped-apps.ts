import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { compileApp } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { releaseApp } from '@tallyhook/store/app-packages';
import type { Logger } from 'pino';

const folderOfApps = join(import.meta.dirname, '../../../store/apps');

/**
 * Releases the apps that ship with the product to the marketplace; existing releases stay as they are. If an app changed
 * without a new version, logs that and keeps the existing release, so that startup does not fail.
 */
export async function releaseShippedApps(store: Store, logger: Logger, folder = folderOfApps): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    try {
      await releaseApp(store, compileApp(join(folder, entry.name)), { workspaceId: null, by: 'system' });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'already_exists') throw error;
      logger.warn({ app: entry.name }, error.message);
    }
  }
}
