import { problemFrom, type Store } from '@tallyhook/store';
import { buildFieldIndexes, listIndexJobs, type IndexJob } from '@tallyhook/store/field-indexes';
import type { Logger } from 'pino';

/** Builds requested indexes in the background. */
export interface IndexJobs {
  /** Builds the missing indexes of one collection, unless this process is already doing so. */
  start(job: IndexJob): void;
  /** Builds the missing indexes of all collections, including those another process left unfinished. */
  resume(): Promise<void>;
  /** Resolves when nothing is being built. */
  idle(): Promise<void>;
}

export function createIndexJobs({ store, logger }: { store: Store; logger: Logger }): IndexJobs {
  const underWay = new Map<string, Promise<void>>();

  const start = (job: IndexJob) => {
    const before = underWay.get(job.entryId) ?? Promise.resolve();
    const work = before
      .then(() => buildFieldIndexes(store, job))
      .catch((error: unknown) => {
        logger.warn({ error: String(problemFrom(error)) }, 'Could not build an index yet; trying again.');
      })
      .finally(() => {
        if (underWay.get(job.entryId) === work) underWay.delete(job.entryId);
      });
    underWay.set(job.entryId, work);
  };

  return {
    start,
    async resume() {
      for (const job of await listIndexJobs(store)) if (!underWay.has(job.entryId)) start(job);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
