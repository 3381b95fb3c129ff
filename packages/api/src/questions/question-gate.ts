import type { BranchFacts } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import type { QuestionLimits } from '../parts.ts';

/** Lets a few questions run at once, so that slow ones leave the database and this process to everything else. */
export interface QuestionGate {
  /**
   * Runs the work when its turn comes; workspaces take turns, so that one with many questions does not hold up another.
   * @throws Problem `too_many_requests` when too many wait already; the signal's reason when it ends while waiting.
   */
  run<T>(workspaceId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** A question about so many records, related ones included, is answered in some milliseconds. */
const fewRecords = 5_000;

/**
 * The gate that a question takes: what is about few records does not wait until long counts of the same workspace have
 * ended.
 */
export function gateFor(
  { questionGate, quickGate }: { questionGate: QuestionGate; quickGate: QuestionGate },
  facts: BranchFacts,
): QuestionGate {
  const records = Object.values(facts).reduce((sum, { approximateCount }) => sum + approximateCount, 0);
  return records <= fewRecords ? quickGate : questionGate;
}

interface Waiter {
  admit(): void;
}

/** A gate of this process alone. */
export function createQuestionGate({
  atOnce,
  perWorkspace,
  waiting,
}: Pick<QuestionLimits, 'atOnce' | 'perWorkspace' | 'waiting'>): QuestionGate {
  // Workspaces in the order of their turns; a Map keeps that order.
  const queues = new Map<string, Set<Waiter>>();
  const running = new Map<string, number>();
  let runningInAll = 0;
  let queued = 0;

  const runningOf = (workspaceId: string): number => running.get(workspaceId) ?? 0;
  const mayRun = (workspaceId: string): boolean => runningInAll < atOnce && runningOf(workspaceId) < perWorkspace;

  const enter = (workspaceId: string) => {
    runningInAll += 1;
    running.set(workspaceId, runningOf(workspaceId) + 1);
  };

  const leave = (workspaceId: string) => {
    runningInAll -= 1;
    const left = runningOf(workspaceId) - 1;
    if (left > 0) running.set(workspaceId, left);
    else running.delete(workspaceId);
    admitNext();
  };

  const admitNext = () => {
    const turn = [...queues].find(([workspaceId]) => mayRun(workspaceId));
    if (turn === undefined) return;
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
          enter(workspaceId);
          resolve();
        },
      };
      waiters.add(waiter);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return {
    async run(workspaceId, signal, work) {
      signal.throwIfAborted();
      if (mayRun(workspaceId)) enter(workspaceId);
      else if (queued >= waiting) throw tooMany(queued);
      else await waitForTurn(workspaceId, signal);
      try {
        return await work();
      } finally {
        leave(workspaceId);
      }
    },
  };
}

/** The refusal of a question behind that many others. */
export function tooMany(queued: number): Problem {
  const detail = `${queued} questions wait for their turn already. Ask again in a few seconds.`;
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 3 });
}
