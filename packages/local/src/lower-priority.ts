import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { readStat } from './process-identity.ts';

/** For what runs workflows: runs can wait, and lose nothing. Deliveries are accepted and pages are served first. */
export const runNiceness = 10;

/**
 * Lets all other processes go first: `niceness` is that of nice(1), from 0 to 19. On Linux each thread has its own, which
 * the threads that it starts inherit; and where sessions share the processor equally, whatever their threads say, that of
 * the session counts ("autogroup" in sched(7)).
 */
export function lowerPriority(pid: number, niceness: number): void {
  const lowered = new Set<number>();
  for (;;) {
    const threads = threadsOf(pid).filter((thread) => !lowered.has(thread));
    if (threads.length === 0) break;
    for (const thread of threads) {
      lowered.add(thread);
      lower(() => setPriority(thread, niceness));
    }
  }
  if (isSessionLeader(pid)) lower(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)));
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // No Linux, or the process has ended.
    return [pid];
  }
}

function isSessionLeader(pid: number): boolean {
  try {
    const session = readStat(pid)[3];
    return Number(session) === pid;
  } catch {
    return false;
  }
}

/** What ended meanwhile, or is not ours, works as before. */
function lower(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing depends on it.
  }
}
