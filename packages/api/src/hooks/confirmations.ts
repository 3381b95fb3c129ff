import { Problem } from '@tallyhook/schemas';
import { confirmSubscription } from '@tallyhook/engine/client';
import type { Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import type { Logger } from 'pino';

/** Calls the addresses that confirm a subscription, after their senders were answered. */
export interface Confirmations {
  /**
   * Makes room for a call, before the sender is answered. The result begins it.
   * @throws Problem `unavailable` if too many are being called, so that the sender asks again.
   */
  reserve(): (id: string) => void;
}

const maxAtOnce = 20;

/** Creates the caller. What it leaves when the process ends, a worker calls. */
export function createConfirmations(confirming: { store: Store; http: Http; logger: Logger }): Confirmations {
  let running = 0;
  return {
    reserve() {
      if (running >= maxAtOnce)
        throw new Problem(
          'unavailable',
          'Too many subscriptions are being confirmed: send it again in a few seconds.',
          {
            retryAfterSeconds: 5,
          },
        );
      return (id) => {
        running++;
        void confirmSubscription(confirming, id)
          .catch((error: unknown) => confirming.logger.warn({ err: error }, 'A confirmation is left to a worker.'))
          .finally(() => running--);
      };
    },
  };
}
