import { problemFrom, type Store } from '@tallyhook/store';
import { addFieldUses, type FieldUse } from '@tallyhook/store/field-indexes';
import type { Logger } from 'pino';
import { inTurn } from '../in-turn.ts';

/** Records which fields reports filter on, and writes that periodically, so that questions do not wait for it. */
export interface UsageNotes {
  note(uses: readonly FieldUse[]): void;
  /** Writes what was recorded so far; also waits for a write in progress. */
  flush(): Promise<void>;
}

const everyMs = 2_000;
/** Uses beyond this number between two writes are dropped. */
const maxNoted = 10_000;

export function createUsageNotes({ store, logger }: { store: Store; logger: Logger }): UsageNotes {
  let noted: FieldUse[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = inTurn(async () => {
    clearTimeout(timer);
    timer = undefined;
    const uses = noted;
    noted = [];
    try {
      await addFieldUses(store, uses);
    } catch (error) {
      logger.warn({ error: String(problemFrom(error)) }, 'Could not save the use of some fields.');
    }
  });

  return {
    note(uses) {
      if (noted.length < maxNoted) noted.push(...uses);
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
}
