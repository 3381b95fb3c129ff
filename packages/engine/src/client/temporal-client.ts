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

/** Prepares a connection to Temporal; fails neither now nor later because Temporal is down, only its calls do. */
export function connectTemporal({ address, namespace }: TemporalOptions): TemporalClient {
  const connection = Connection.lazy({
    address,
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': 200,
      'grpc.max_reconnect_backoff_ms': longestReconnectPauseMs,
    },
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: 3, initialIntervalMs: () => 200 }))],
  });
  const client = new Client({ connection, namespace });
  return {
    client,
    address,
    namespace,
    call: (timeoutMs, work) => connection.withDeadline(Date.now() + timeoutMs, () => work(client)),
    close: () => connection.close(),
  };
}
