import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import { checkKeyring, ensureIndexes, problemFrom, type Store } from '@tallyhook/store';
import type { Logger } from 'pino';
import { releaseShippedConnectors } from './connectors/release-shipped-connectors.ts';

export interface Preparation {
  /** Whether the indexes and the shipped connectors are there and the keyring opens what was sealed. */
  isDone(): boolean;
  /** Resolves when done; rejects when it can never be: waiting helps only against a database that is away. */
  finished: Promise<void>;
}

const pauseMs = 500;
const attemptsPerWarning = 60;

/**
 * Makes indexes and checks the keyring as soon as MongoDB is there. Nothing is served before: a missing unique index
 * would let a thing happen twice.
 */
export function prepareStore(store: Store, { logger, signal }: { logger: Logger; signal: AbortSignal }): Preparation {
  let done = false;
  const prepare = async () => {
    for (let attempts = 0; !signal.aborted; attempts++) {
      const problem = await attempt(store, logger);
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

/** Nothing, or why it has to be tried again. */
async function attempt(store: Store, logger: Logger): Promise<Problem | undefined> {
  try {
    await ensureIndexes(store);
    await checkKeyring(store);
    await releaseShippedConnectors(store, logger);
    return undefined;
  } catch (error) {
    const problem = problemFrom(error);
    if (problem instanceof Problem && problem.code === 'unavailable') return problem;
    throw error;
  }
}
