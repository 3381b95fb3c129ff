import { Problem } from '@tallyhook/schemas';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { SignInRates } from './parts.ts';
import { senderKey } from './hooks/hook-rates.ts';

/** Counts wrong passwords and wrong keys to limit guessing. */
export interface Attempts {
  /**
   * Counts a failed attempt. Call it before comparing the password, so that parallel guesses count too.
   * @throws Problem `too_many_requests` with the seconds to wait, after too many failures.
   */
  count(who: { address: string; email?: string }): Promise<void>;
  /** Removes an attempt that turned out to be right, and clears the failures for that email. */
  forgive(who: { address: string; email: string }): Promise<void>;
}

const windowSeconds = 15 * 60;

/** Counts in this process only: with several api processes a guesser gets that many times the attempts. */
export function createAttempts({ perEmail, perAddress }: SignInRates): Attempts {
  const byEmail = new RateLimiterMemory({ points: perEmail, duration: windowSeconds });
  const byAddress = new RateLimiterMemory({ points: perAddress, duration: windowSeconds });
  return {
    async count({ address, email }) {
      refuseOver(await byAddress.penalty(senderKey(address)), perAddress);
      if (email !== undefined) refuseOver(await byEmail.penalty(email), perEmail);
    },
    async forgive({ address, email }) {
      await byAddress.reward(senderKey(address));
      await byEmail.delete(email);
    },
  };
}

function refuseOver({ consumedPoints, msBeforeNext }: RateLimiterRes, allowed: number): void {
  if (consumedPoints <= allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  throw new Problem('too_many_requests', `Too many failed attempts. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
}
