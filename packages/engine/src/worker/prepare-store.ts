import { Problem } from '@tallyhook/schemas';
import { checkKeyring, ensureIndexes, problemFrom, type Store } from '@tallyhook/store';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const tryEveryMs = 1_000;

/**
 * Makes the indexes and checks the keyring as soon as MongoDB is there, and waits for it until the signal. Throws what
 * waiting does not mend, such as a keyring that does not open what is kept.
 */
export async function prepareStore(
  store: Store,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      await ensureIndexes(store);
      await checkKeyring(store);
      return;
    } catch (error) {
      const problem = problemFrom(error);
      if (!(problem instanceof Problem) || problem.code !== 'unavailable') throw error;
      if (tries === 1) logger.warn({ err: error }, 'waiting for MongoDB');
      await pause(tryEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
