import { problemFrom, type Store } from '@tallyhook/store';
import { addFieldUses, addQuestionUses, type FieldUse, type QuestionUse } from '@tallyhook/store/field-indexes';
import type { Logger } from 'pino';
import { inTurn } from '../in-turn.ts';

/** Records what reports ask and which fields they filter on, and writes that periodically, so that questions do not wait for it. */
export interface UsageNotes {
  note(uses: readonly FieldUse[], question?: QuestionUse): void;
  /** Writes what was recorded so far; also waits for a write in progress. */
  flush(): Promise<void>;
}

const everyMs = 2_000;
/** Uses beyond this number between two writes are dropped. */
const maxNoted = 10_000;

export function createUsageNotes({ store, logger }: { store: Store; logger: Logger }): UsageNotes {
  let noted: FieldUse[] = [];
  let questions: QuestionUse[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = inTurn(async () => {
    clearTimeout(timer);
    timer = undefined;
    const [uses, asked] = [noted, questions];
    [noted, questions] = [[], []];
    try {
      await Promise.all([addFieldUses(store, uses), addQuestionUses(store, asked)]);
    } catch (error) {
      logger.warn({ error: String(problemFrom(error)) }, 'Could not save the use of some fields.');
    }
  });

  return {
    note(uses, question) {
      if (noted.length < maxNoted) noted.push(...uses);
      if (question && questions.length < maxNoted) questions.push(question);
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
}
