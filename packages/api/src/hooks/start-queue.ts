import type { Logger } from 'pino';

/** Starts the runs of stored deliveries after their senders were answered. */
export interface StartQueue {
  /** Returns immediately. Deliveries that do not fit or fail to start are left to the sweep. */
  add(deliveryId: string): void;
  /**
   * Says that a delivery is being received, until the result is called. While many are, few runs are started: to store
   * and answer deliveries goes first, since their senders wait and give up.
   */
  receive(): () => void;
  /** Resolves once nothing is being started. */
  idle(): Promise<void>;
}

export interface StartQueueOptions {
  start(deliveryId: string): Promise<unknown>;
  logger: Logger;
  /** Maximum number of concurrent starts. */
  atOnce?: number;
  /** Maximum number of concurrent starts while many deliveries are being received. */
  atOnceWhileReceiving?: number;
  /** Maximum number of deliveries waiting. */
  maxWaiting?: number;
}

/** From this many deliveries at the same time on, receiving them goes first. */
const manyReceived = 8;

/** Creates a queue in memory. Nothing is lost with it, since each delivery is stored before it is added. */
export function createStartQueue({
  start,
  logger,
  atOnce = 16,
  atOnceWhileReceiving = 2,
  maxWaiting = 20_000,
}: StartQueueOptions): StartQueue {
  const waiting: string[] = [];
  const running = new Set<Promise<void>>();
  let received = 0;

  const startNext = () => {
    const limit = received >= manyReceived ? atOnceWhileReceiving : atOnce;
    while (running.size < limit && waiting.length > 0) {
      const run = startOne(waiting.shift()!).finally(() => {
        running.delete(run);
        startNext();
      });
      running.add(run);
    }
  };

  const startOne = async (deliveryId: string) => {
    try {
      await start(deliveryId);
    } catch (error) {
      logger.warn(
        { deliveryId, error: error instanceof Error ? error.message : 'unknown' },
        'Could not start the runs of a delivery; the sweep will start them.',
      );
    }
  };

  return {
    add(deliveryId) {
      if (waiting.length >= maxWaiting) return;
      waiting.push(deliveryId);
      startNext();
    },
    receive() {
      received += 1;
      return () => {
        received -= 1;
        startNext();
      };
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
