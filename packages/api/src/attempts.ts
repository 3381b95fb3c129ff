import { Problem } from '@tallyhook/schemas';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { SignInRates } from './parts.ts';
import { senderKey } from './hooks/hook-rates.ts';

/** Counts wrong passwords and wrong keys, so that guessing ends early. */
export interface Attempts {
  /**
   * Counts an attempt as wrong. A sign-in counts before the password is compared, so that guesses sent side by side
   * are counted too.
   * @throws Problem `too_many_requests` with the seconds to wait, when there were too many.
   */
  count(who: { address: string; email?: string }): Promise<void>;
  /** Takes back an attempt that was right after all, and forgets the wrong ones with that email. */
  forgive(who: { address: string; email: string }): Promise<void>;
}

const windowSeconds = 15 * 60;

/** Counts in this process: with several api processes a guesser has as many times the tries. */
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
  throw new Problem('too_many_requests', `Too many wrong attempts. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
}
