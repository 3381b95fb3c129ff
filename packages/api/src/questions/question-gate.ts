import { Problem } from '@tallyhook/schemas';
import type { QuestionLimits } from '../dependencies.ts';

/** Lets a few questions run at once, so that slow ones leave the database and this process to everything else. */
export interface QuestionGate {
  /**
   * Runs the work when its turn comes; workspaces take turns, so that one with many questions does not hold up another.
   * @throws Problem `too_many_requests` when too many wait already; the signal's reason when it ends while waiting.
   */
  run<T>(workspaceId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

interface Waiter {
  admit(): void;
}

/** A gate of this process alone. */
export function createQuestionGate({ atOnce, waiting }: Pick<QuestionLimits, 'atOnce' | 'waiting'>): QuestionGate {
  // Workspaces in the order of their turns; a Map keeps that order.
  const queues = new Map<string, Set<Waiter>>();
  let running = 0;
  let queued = 0;

  const leave = () => {
    running -= 1;
    admitNext();
  };

  const admitNext = () => {
    const [turn] = queues;
    if (turn === undefined || running >= atOnce) return;
    const [workspaceId, waiters] = turn;
    const [waiter] = waiters;
    queues.delete(workspaceId);
    if (waiter === undefined) return;
    waiters.delete(waiter);
    if (waiters.size > 0) queues.set(workspaceId, waiters);
    waiter.admit();
  };

  const waitForTurn = (workspaceId: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const waiters = queues.get(workspaceId) ?? new Set<Waiter>();
      queues.set(workspaceId, waiters);
      queued += 1;
      const giveUp = () => {
        waiters.delete(waiter);
        if (waiters.size === 0) queues.delete(workspaceId);
        queued -= 1;
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        admit() {
          signal.removeEventListener('abort', giveUp);
          queued -= 1;
          running += 1;
          resolve();
        },
      };
      waiters.add(waiter);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return {
    async run(workspaceId, signal, work) {
      signal.throwIfAborted();
      if (running < atOnce) running += 1;
      else if (queued >= waiting) throw tooMany(queued);
      else await waitForTurn(workspaceId, signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function tooMany(queued: number): Problem {
  const detail = `${queued} questions wait for their turn already. Ask again in a few seconds.`;
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 3 });
}
