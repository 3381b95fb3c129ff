import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets all other processes go first: `niceness` is that of nice(1), from 0 to 19. On Linux each thread has its own, which
 * the threads that it starts inherit.
 */
export function lowerPriority(pid: number, niceness: number): void {
  const lowered = new Set<number>();
  for (;;) {
    const threads = threadsOf(pid).filter((thread) => !lowered.has(thread));
    if (threads.length === 0) return;
    for (const thread of threads) {
      lowered.add(thread);
      lower(thread, niceness);
    }
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // No Linux, or the process has ended.
    return [pid];
  }
}

function lower(thread: number, niceness: number): void {
  try {
    setPriority(thread, niceness);
  } catch {
    // It has ended, or its user may not: it works as before.
  }
}
