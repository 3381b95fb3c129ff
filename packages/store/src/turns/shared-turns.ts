import type { Store } from '../database/store.ts';
import { giveBackTurns, takeTurns, type TurnRate } from './turns.ts';

/** Keeps to rates together with all other processes. */
export interface SharedTurns {
  /** Takes a turn and returns 0, or returns the milliseconds until there may be one. */
  take(name: string, rate: TurnRate): Promise<number>;
}

/** What this process knows of one name. */
interface Line {
  /** Turns of the lease that are left; they may be used until `usableUntil` (of `performance.now`). */
  left: number;
  usableUntil: number;
  freeAt: Date;
  /** Used since `askedAt`, to guess how many will be needed. */
  used: number;
  askedAt: number;
  lastAskMs: number;
  /** No turn is free before. */
  blockedUntil: number;
  waiting: number;
  asking: Promise<void> | undefined;
  returning: NodeJS.Timeout | undefined;
  returned: Promise<void>;
}

const maxLines = 10_000;
const maxLeaseMs = 1_000;

/**
 * A process that sends little asks the database for each turn. One that sends much takes several at once, as many as it
 * used lately: at most a tenth of the rate, for a tenth of the window. What it does not use in that time it gives back.
 */
export function createSharedTurns(store: Store): SharedTurns {
  const lines = new Map<string, Line>();

  async function ask(name: string, line: Line, rate: TurnRate): Promise<void> {
    const { limit, windowMs } = rate;
    // A lease that ends before the database has answered would never be used.
    const leaseMs = Math.max(Math.min(maxLeaseMs, windowMs / 10), 2 * line.lastAskMs);
    giveBack(name, line);
    await line.returned;
    // Counted from before the database counts, so that the lease never ends later here than there.
    const askedAt = performance.now();
    const isBusy = askedAt - line.askedAt < 2 * leaseMs;
    const guess = Math.max(line.waiting, isBusy ? 2 * line.used : 0, Math.floor(limit / 200));
    const wanted = Math.max(1, Math.min(guess, Math.ceil(limit / 10)));
    const { count, waitMs, freeAt } = await takeTurns(store, name, { ...rate, wanted, leaseMs });
    const lastAskMs = performance.now() - askedAt;
    Object.assign(line, { left: count, usableUntil: askedAt + leaseMs, freeAt, used: 0, askedAt, lastAskMs });
    if (count === 0) line.blockedUntil = performance.now() + Math.max(1, waitMs);
    line.returning = setTimeout(() => giveBack(name, line), leaseMs).unref();
  }

  function giveBack(name: string, line: Line): void {
    clearTimeout(line.returning);
    const count = line.left;
    line.left = 0;
    // If this fails, they come back by themselves.
    if (count > 0) line.returned = giveBackTurns(store, name, { freeAt: line.freeAt, count }).catch(() => undefined);
  }

  function lineOf(name: string): Line {
    const found = lines.get(name) ?? newLine();
    // Drop the least recently used name first.
    lines.delete(name);
    lines.set(name, found);
    if (lines.size > maxLines) lines.delete(lines.keys().next().value!);
    return found;
  }

  return {
    async take(name, rate) {
      const line = lineOf(name);
      for (;;) {
        const now = performance.now();
        if (line.left > 0 && now < line.usableUntil) {
          line.left--;
          line.used++;
          return 0;
        }
        if (now < line.blockedUntil) return Math.ceil(line.blockedUntil - now);
        line.waiting++;
        line.asking ??= ask(name, line, rate).finally(() => (line.asking = undefined));
        await line.asking.finally(() => line.waiting--);
      }
    },
  };
}

function newLine(): Line {
  return {
    ...{ left: 0, usableUntil: 0, freeAt: new Date(0), used: 0, askedAt: -Infinity, lastAskMs: 0 },
    ...{ blockedUntil: 0, waiting: 0 },
    asking: undefined,
    returning: undefined,
    returned: Promise.resolve(),
  };
}
