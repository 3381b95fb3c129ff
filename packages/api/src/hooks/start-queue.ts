import type { Logger } from 'pino';

/** Starts the runs of kept deliveries after their senders were answered. */
export interface StartQueue {
  /** Returns at once. What the queue has no room for, or cannot start, is left to the sweep. */
  add(deliveryId: string): void;
  /** Resolves when nothing is being started any more. */
  idle(): Promise<void>;
}

export interface StartQueueOptions {
  start(deliveryId: string): Promise<unknown>;
  logger: Logger;
  /** Starts at once. */
  atOnce?: number;
  /** Deliveries that may wait for their turn. */
  mostWaiting?: number;
}

/** A queue in memory: nothing is lost with it, since each delivery was kept before it was added. */
export function createStartQueue({ start, logger, atOnce = 16, mostWaiting = 1_000 }: StartQueueOptions): StartQueue {
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
        'The runs of a delivery could not be started; the sweep starts them.',
      );
    }
  };

  return {
    add(deliveryId) {
      if (waiting.length >= mostWaiting) return;
      waiting.push(deliveryId);
      startNext();
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
