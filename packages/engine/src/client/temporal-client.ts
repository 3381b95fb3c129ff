import { setTimeout } from 'node:timers/promises';
import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

export interface TemporalOptions {
  /** `host:port`. */
  address: string;
  namespace: string;
}

/** A connection to Temporal that need not be there yet: it is made with the first call and made again after a loss. */
export interface TemporalClient {
  client: Client;
  address: string;
  namespace: string;
  /** Makes calls under one deadline, so that a caller with somebody waiting never hangs on a Temporal that is down. */
  call<T>(timeoutMs: number, work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How soon after Temporal is back its clients notice; gRPC's own pauses grow to two minutes. */
const longestReconnectPauseMs = 2_000;

const callRetries = defaultGrpcRetryOptions({ maxAttempts: 3, initialIntervalMs: () => 200 });

/** Prepares a connection to Temporal; fails neither now nor later because Temporal is down, only its calls do. */
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
 * Retries that can be ended. The client's own retry waits in a timer that nothing cancels and that throws where nobody
 * can catch it when the channel was closed meanwhile: so the last pause is waited out before the channel is closed.
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
      // One turn of the clock more, so that the retry's own timer comes first.
      if (leftMs > 0) await setTimeout(leftMs + 10);
    },
  };
}
