import type { Logger } from 'pino';

/** Starts the runs of stored deliveries after their senders were answered. */
export interface StartQueue {
  /** Returns immediately. Deliveries that do not fit or fail to start are left to the sweep. */
  add(deliveryId: string): void;
  /** Resolves once nothing is being started. */
  idle(): Promise<void>;
}

export interface StartQueueOptions {
  start(deliveryId: string): Promise<unknown>;
  logger: Logger;
  /** Maximum number of concurrent starts. */
  atOnce?: number;
  /** Maximum number of deliveries waiting. */
  maxWaiting?: number;
}

/** Creates a queue in memory. Nothing is lost with it, since each delivery is stored before it is added. */
export function createStartQueue({ start, logger, atOnce = 16, maxWaiting = 1_000 }: StartQueueOptions): StartQueue {
  const waiting: string[] = [];
  const running = new Set<Promise<void>>();

  const startNext = () => {
    const deliveryId = running.size < atOnce ? waiting.shift() : undefined;
    if (deliveryId === undefined) return;
    const run = startOne(deliveryId).finally(() => {
      running.delete(run);
      startNext();
    });
    running.add(run);
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
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
