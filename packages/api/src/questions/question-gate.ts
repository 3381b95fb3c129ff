import type { BranchFacts } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import type { QuestionLimits } from '../parts.ts';

/** Limits how many questions run at once, so that slow ones leave the database and this process to other work. */
export interface QuestionGate {
  /**
   * Runs the work when its turn comes. Workspaces take turns, so that a busy one does not block the others.
   * @throws Problem `too_many_requests` if too many wait already; the signal's reason if it aborts during the wait.
   */
  run<T>(workspaceId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** A question about this many records, related ones included, takes some milliseconds. */
const fewRecords = 5_000;

/** Chooses the gate for a question: those about few records do not wait for the workspace's long counts. */
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

/** Creates a gate for this process only. */
export function createQuestionGate({
  atOnce,
  perWorkspace,
  waiting,
}: Pick<QuestionLimits, 'atOnce' | 'perWorkspace' | 'waiting'>): QuestionGate {
  // Workspaces in turn order; a Map keeps insertion order.
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

/** The refusal when that many others are already waiting. */
export function tooMany(queued: number): Problem {
  const detail = `${queued} questions are already waiting for their turn. Ask again in a few seconds.`;
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 3 });
}
