import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { compileConnector, formatProblems } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { releaseConnector } from '@tallyhook/store/connectors';
import type { Logger } from 'pino';

const folderOfConnectors = join(import.meta.dirname, '../../../connectors');

/**
 * Releases the connectors that ship with the product to the marketplace; existing releases stay as they are. If a
 * connector changed without a new version, logs that and keeps the existing release, so that startup does not fail.
 * @throws Error if a connector does not compile, or the store's errors.
 */
export async function releaseShippedConnectors(
  store: Store,
  logger: Logger,
  folder = folderOfConnectors,
): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'node_modules')
      await releaseShipped(store, logger, join(folder, entry.name));
  }
}

async function releaseShipped(store: Store, logger: Logger, folder: string): Promise<void> {
  const compiled = compileConnector(folder);
  if (!compiled.package)
    throw new Error(
      `A connector that ships with the product is broken:\n${formatProblems(compiled.problems, { format: 'text' })}`,
    );
  try {
    await releaseConnector(store, compiled.package, { workspaceId: null, by: 'system' });
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.retry) throw error;
    logger.warn({ connector: compiled.package.connector.id }, error.message);
  }
}
