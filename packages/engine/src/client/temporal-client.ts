import { setTimeout } from 'node:timers/promises';
import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

export interface TemporalOptions {
  /** `host:port`. */
  address: string;
  namespace: string;
}

/** A lazy connection to Temporal: it is made with the first call and again after a loss. */
export interface TemporalClient {
  client: Client;
  address: string;
  namespace: string;
  /** Makes calls under one deadline, so that a caller never hangs on a Temporal that is down. */
  call<T>(timeoutMs: number, work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How soon clients notice that Temporal is back; gRPC's own pauses grow to two minutes. */
const longestReconnectPauseMs = 2_000;

const callRetries = defaultGrpcRetryOptions({ maxAttempts: 3, initialIntervalMs: () => 200 });

/** Prepares a connection to Temporal. It never fails because Temporal is down; only its calls do. */
export function connectTemporal({ address, namespace }: TemporalOptions): TemporalClient {
  const retries = createEndableRetries();
  const connection = Connection.lazy({
    address,
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': 200,
      'grpc.max_reconnect_backoff_ms': longestReconnectPauseMs,
    },
    interceptors: [makeGrpcRetryInterceptor(retries.options)],
  });
  const client = new Client({ connection, namespace });
  return {
    client,
    address,
    namespace,
    call: (timeoutMs, work) => connection.withDeadline(Date.now() + timeoutMs, () => work(client)),
    close: async () => {
      await retries.end();
      await connection.close();
    },
  };
}

/**
 * Retries that can be ended. The client's own retry waits in a timer that cannot be cancelled, and that throws an
 * uncatchable error if the channel has been closed. So the last pause is waited out before the channel is closed.
 */
function createEndableRetries(): { options: typeof callRetries; end(): Promise<void> } {
  let ended = false;
  let lastPauseEndsAt = 0;
  return {
    options: {
      retryableDecider: (attempt, status) => !ended && callRetries.retryableDecider(attempt, status),
      delayFunction: (attempt, status) => {
        const pauseMs = callRetries.delayFunction(attempt, status);
        lastPauseEndsAt = Math.max(lastPauseEndsAt, Date.now() + pauseMs);
        return pauseMs;
      },
    },
    async end() {
      ended = true;
      const leftMs = lastPauseEndsAt - Date.now();
      // A little longer, so that the retry's own timer fires first.
      if (leftMs > 0) await setTimeout(leftMs + 10);
    },
  };
}
