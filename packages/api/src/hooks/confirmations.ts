import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import { asActionError, type DeliveryAnswer, type Http } from '@tallyhook/sdk';
import type { Response } from 'express';
import type { Logger } from 'pino';

/** Calls the addresses that confirm a subscription, after their senders were answered. */
export interface Confirmations {
  /**
   * Makes room for a call, before the sender is answered. The result begins it.
   * @throws Problem `unavailable` if too many are being called, so that the sender asks again.
   */
  reserve(): (url: string, about: { connector: string }) => void;
  /** Resolves once nothing is being called. */
  idle(): Promise<void>;
}

const maxAtOnce = 20;
const timeoutMs = 10_000;
const waitsMs = [1_000, 5_000];

/** Creates the caller. Nothing is kept: a service asks again, or a person has it ask again, if a call is lost. */
export function createConfirmations({ http, logger }: { http: Http; logger: Logger }): Confirmations {
  const running = new Set<Promise<void>>();

  const confirm = async (url: string, connector: string): Promise<void> => {
    const { host } = new URL(url);
    for (let attempt = 0; ; attempt++) {
      const reason = await call(http, url);
      if (reason === undefined) return logger.info({ connector, host }, 'A subscription was confirmed.');
      const waitMs = waitsMs[attempt];
      if (waitMs === undefined)
        return logger.warn({ connector, host, reason }, 'A subscription could not be confirmed.');
      await wait(waitMs, undefined, { ref: false });
    }
  };

  return {
    reserve() {
      if (running.size >= maxAtOnce)
        throw new Problem(
          'unavailable',
          'Too many subscriptions are being confirmed: send it again in a few seconds.',
          {
            retryAfterSeconds: 5,
          },
        );
      return (url, { connector }) => {
        const work = confirm(url, connector).finally(() => running.delete(work));
        running.add(work);
      };
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/**
 * Answers, then calls: a sender does not wait for a call to its own service.
 * @throws Problem `unavailable`, without an answer.
 */
export function answerAndConfirm(
  response: Response,
  confirmations: Confirmations,
  { connector, answer }: { connector: string; answer: DeliveryAnswer },
): void {
  const start = confirmations.reserve();
  response.status(answer.status).set(answer.headers).end(answer.body);
  start(answer.confirm!, { connector });
}

/** Why a call did not confirm; undefined if it did. The address has a token, so it is not in the reason. */
async function call(http: Http, url: string): Promise<string | undefined> {
  try {
    const { status } = await http.send({ method: 'GET', url, headers: {}, timeoutMs, maxBytes: 1024 * 1024 });
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    return asActionError(error).class;
  }
}
