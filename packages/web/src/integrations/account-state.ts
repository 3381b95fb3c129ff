import type { LinkedAccount } from '@tallyhook/schemas/api';

/** How an account is, in a word, and why if it does not work. */
export interface AccountState {
  kind: 'works' | 'ending' | 'broken' | 'unproven';
  words: string;
  reason: string | null;
}

const soonMs = 14 * 24 * 60 * 60 * 1000;

/** The state of an account; the worst first. `dayOf` writes a day for people. */
export function stateOf(
  { refused, stopped, connectBefore, succeededAt }: LinkedAccount,
  { now, dayOf }: { now: number; dayOf: (moment: string) => string },
): AccountState {
  if (stopped !== null) return { kind: 'broken', words: 'Not used', reason: stopped.reason };
  if (refused !== null) return { kind: 'broken', words: 'Connect again', reason: refused.reason };
  if (connectBefore !== null && Date.parse(connectBefore) - now < soonMs)
    return { kind: 'ending', words: `Connect again before ${dayOf(connectBefore)}`, reason: null };
  return { kind: 'works', words: succeededAt === null ? 'Linked' : 'Connected', reason: null };
}
