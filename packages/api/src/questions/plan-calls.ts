import { problemFrom, type Store } from '@tallyhook/store';
import { addPlanCalls } from '@tallyhook/store/keys';
import type { Logger } from 'pino';
import { inTurn } from '../in-turn.ts';

/**
 * Counts the calls of the plan and writes them several times a second. Questions do not wait for the write, and
 * parallel questions do not all update their key's document. A killed process loses the calls of its last moment.
 */
export interface PlanCalls {
  /** Counts one call of a key in the current month (UTC). */
  count(call: { workspaceId: string; keyId: string }): void;
  /** Writes the calls counted so far; also waits for a write in progress. */
  flush(): Promise<void>;
}

const everyMs = 200;

/** `now` determines the month. Calls whose write fails are kept for the next attempt. */
export function createPlanCalls({ store, logger, now }: { store: Store; logger: Logger; now: () => Date }): PlanCalls {
  let counted = new Map<string, { workspaceId: string; keyId: string; month: string; calls: number }>();
  let timer: NodeJS.Timeout | undefined;

  function add(call: { workspaceId: string; keyId: string; month: string; calls: number }): void {
    const name = `${call.keyId}:${call.month}`;
    const calls = (counted.get(name)?.calls ?? 0) + call.calls;
    counted.set(name, { ...call, calls });
    timer ??= setTimeout(() => void flush(), everyMs).unref();
  }

  const flush = inTurn(async () => {
    clearTimeout(timer);
    timer = undefined;
    const calls = [...counted.values()];
    counted = new Map();
    try {
      await addPlanCalls(store, calls);
    } catch (error) {
      logger.warn({ error: String(problemFrom(error)) }, 'Could not save the calls of some keys yet.');
      for (const call of calls) add(call);
    }
  });

  return { count: (call) => add({ ...call, month: now().toISOString().slice(0, 7), calls: 1 }), flush };
}
