import { Problem } from '@tallyhook/schemas';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { SignInRates } from './dependencies.ts';

/** Counts wrong passwords and wrong keys, so that guessing ends early. */
export interface Attempts {
  /**
   * Refuses a sign-in that comes after too many wrong ones.
   * @throws Problem `too_many_requests` with the seconds to wait.
   */
  requireAllowed(who: { address: string; email?: string }): Promise<void>;
  /** Counts a wrong password or key. */
  countWrong(who: { address: string; email?: string }): Promise<void>;
  /** Forgets the wrong passwords of an email whose owner has just signed in. */
  forget(email: string): Promise<void>;
}

const windowSeconds = 15 * 60;

/** Counts in this process: with several api processes a guesser has as many times the tries. */
export function createAttempts({ perEmail, perAddress }: SignInRates): Attempts {
  const byEmail = new RateLimiterMemory({ points: perEmail, duration: windowSeconds });
  const byAddress = new RateLimiterMemory({ points: perAddress, duration: windowSeconds });
  return {
    async requireAllowed({ address, email }) {
      refuseOver(await byAddress.get(address), perAddress);
      if (email !== undefined) refuseOver(await byEmail.get(email), perEmail);
    },
    async countWrong({ address, email }) {
      await byAddress.penalty(address);
      if (email !== undefined) await byEmail.penalty(email);
    },
    async forget(email) {
      await byEmail.delete(email);
    },
  };
}

function refuseOver(counted: RateLimiterRes | null, allowed: number): void {
  if (counted === null || counted.consumedPoints < allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  throw new Problem('too_many_requests', `Too many wrong attempts. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
}
