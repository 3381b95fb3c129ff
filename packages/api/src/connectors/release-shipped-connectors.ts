import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { compileConnector, formatProblems } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { keepShippedDigest, listShippedDigests, releaseConnector } from '@tallyhook/store/connectors';
import type { Logger } from 'pino';
import { digestOfFolder } from '../digest-of-folder.ts';

const folderOfConnectors = join(import.meta.dirname, '../../../connectors');

/**
 * Releases the connectors that ship with the product to the marketplace; existing releases stay as they are. Those whose
 * files were released before are not compiled again, which would take most of the time of a start. If a
 * connector changed without a new version, logs that and keeps the existing release, so that startup does not fail.
 * @throws Error if a connector does not compile, or the store's errors.
 */
export async function releaseShippedConnectors(
  store: Store,
  logger: Logger,
  folder = folderOfConnectors,
): Promise<void> {
  const known = await listShippedDigests(store);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    const digest = await digestOfFolder(path);
    if (!known.has(digest)) await releaseShipped(store, logger, { path, digest });
  }
}

async function releaseShipped(
  store: Store,
  logger: Logger,
  { path, digest }: { path: string; digest: string },
): Promise<void> {
  const compiled = compileConnector(path);
  if (!compiled.package)
    throw new Error(
      `A connector that ships with the product is broken:\n${formatProblems(compiled.problems, { format: 'text' })}`,
    );
  try {
    const release = await releaseConnector(store, compiled.package, { workspaceId: null, by: 'system' });
    await keepShippedDigest(store, release, digest);
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.retry) throw error;
    logger.warn({ connector: compiled.package.connector.id }, error.message);
  }
}
