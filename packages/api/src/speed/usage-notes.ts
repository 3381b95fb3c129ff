import { problemFrom, type Store } from '@tallyhook/store';
import { addFieldUses, type FieldUse } from '@tallyhook/store/field-indexes';
import type { Logger } from 'pino';
import { inTurn } from '../in-turn.ts';

/** Notes which fields reports filter on; writes them down now and then, so that no question waits for it. */
export interface UsageNotes {
  note(uses: readonly FieldUse[]): void;
  /** Writes down what was noted so far; what is being written already has been written then, too. */
  flush(): Promise<void>;
}

const everyMs = 2_000;
/** More than that between two writes is not noted. */
const mostNoted = 10_000;

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
      logger.warn({ error: String(problemFrom(error)) }, 'The use of some fields could not be written down.');
    }
  });

  return {
    note(uses) {
      if (noted.length < mostNoted) noted.push(...uses);
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
}
