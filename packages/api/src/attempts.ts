import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { countAttempt, forgiveAttempt, takeBackAttempt } from '@tallyhook/store/people';
import type { SignInRates } from './parts.ts';
import { senderKey } from './hooks/hook-rates.ts';

/**
 * Counts wrong passwords and wrong keys to limit guessing, for all api processes together. It pauses the guesser, never
 * the person whose email is guessed: failures count for one address, with one email and over all emails, and wrong keys
 * count apart from wrong passwords.
 */
export interface Attempts {
  /**
   * Counts a failed attempt. Call it before comparing the password, so that parallel guesses count too.
   * @throws Problem `too_many_requests` with the seconds to wait, after too many failures.
   */
  count(who: Guesser): Promise<void>;
  /** Removes the failures of somebody who turned out to be right. */
  forgive(who: Guesser): Promise<void>;
}

/** An address, and the email whose password it gives; without an email, it gave a key or a token. */
export interface Guesser {
  address: string;
  email?: string;
}

/** Creates the counter. The rates are failures without a pause; each further failure doubles the pause. */
export function createAttempts(
  { perEmail, perAddress }: SignInRates,
  { store, now }: { store: Store; now: () => Date },
): Attempts {
  return {
    async count(guesser) {
      for (const { name, free } of namesOf(guesser, { perEmail, perAddress })) {
        const waitMs = await countAttempt(store, name, { free, now: now() });
        if (waitMs > 0) throw paused(waitMs);
      }
    },
    async forgive(guesser) {
      const [address, ...own] = namesOf(guesser, { perEmail, perAddress }).reverse();
      // The address keeps its failures with other emails.
      await Promise.all([takeBackAttempt(store, address!.name), ...own.map(({ name }) => forgiveAttempt(store, name))]);
    },
  };
}

function namesOf({ address, email }: Guesser, rates: SignInRates): { name: string; free: number }[] {
  const sender = senderKey(address);
  if (email === undefined) return [{ name: `key ${sender}`, free: rates.perAddress }];
  return [
    { name: `password ${sender} ${email}`, free: rates.perEmail },
    { name: `password ${sender}`, free: rates.perAddress },
  ];
}

function paused(waitMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const detail = `Too many failed attempts from here. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return new Problem('too_many_requests', detail, { retryAfterSeconds });
}
