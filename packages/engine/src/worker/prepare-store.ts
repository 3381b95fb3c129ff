import { Problem } from '@tallyhook/schemas';
import { checkKeyring, ensureIndexes, problemFrom, type Store } from '@tallyhook/store';
import { checkStorages } from '@tallyhook/store/files';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const tryEveryMs = 1_000;

/**
 * Creates the indexes and checks the keyring as soon as MongoDB is available; waits for it until the signal. Throws
 * errors that waiting does not fix, such as a keyring that cannot open the stored secrets.
 */
export async function prepareStore(
  store: Store,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      await ensureIndexes(store);
      await checkKeyring(store);
      for (const sentence of await checkStorages(store)) logger.warn(sentence);
      return;
    } catch (error) {
      const problem = problemFrom(error);
      if (!(problem instanceof Problem) || problem.code !== 'unavailable') throw error;
      if (tries === 1) logger.warn({ err: error }, 'waiting for MongoDB');
      await pause(tryEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
