import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import { checkKeyring, ensureIndexes, problemFrom, type Store } from '@tallyhook/store';
import { checkStorages } from '@tallyhook/store/files';
import { ensureOperators } from '@tallyhook/store/workspaces';
import type { Logger } from 'pino';
import { releaseShippedApps } from './apps/release-shipped-apps.ts';
import { releaseShippedConnectors } from './connectors/release-shipped-connectors.ts';

export interface Preparation {
  /** Whether the indexes and shipped connectors exist and the keyring opens sealed values. */
  isDone(): boolean;
  /** Resolves when done; rejects if preparing cannot succeed. It only retries while the database is away. */
  finished: Promise<void>;
}

const pauseMs = 500;
const attemptsPerWarning = 60;

/**
 * Creates indexes and checks the keyring once MongoDB is reachable. Nothing is served before that: without a unique
 * index, something could happen twice.
 */
export function prepareStore(
  store: Store,
  { logger, operators, signal }: { logger: Logger; operators: readonly string[]; signal: AbortSignal },
): Preparation {
  let done = false;
  const prepare = async () => {
    for (let attempts = 0; !signal.aborted; attempts++) {
      const problem = await attempt(store, operators, logger);
      if (problem === undefined) {
        done = true;
        return;
      }
      if (attempts % attemptsPerWarning === 0)
        logger.warn({ code: problem.code }, `Not prepared yet: ${problem.message}`);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  return { isDone: () => done, finished: prepare() };
}

/** Undefined on success, or the problem to retry after. */
async function attempt(store: Store, operators: readonly string[], logger: Logger): Promise<Problem | undefined> {
  try {
    await ensureIndexes(store);
    await checkKeyring(store);
    for (const sentence of await checkStorages(store)) logger.warn(sentence);
    await ensureOperators(store, operators, new Date());
    await releaseShippedConnectors(store, logger);
    await releaseShippedApps(store, logger);
    return undefined;
  } catch (error) {
    const problem = problemFrom(error);
    if (problem instanceof Problem && problem.code === 'unavailable') return problem;
    throw error;
  }
}
