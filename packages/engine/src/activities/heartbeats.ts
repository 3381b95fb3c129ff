import { Context } from '@temporalio/activity';

/** For activities without a heartbeat timeout; heartbeats also deliver the cancellation. */
const usualTimeoutMs = 15_000;

/** Sends heartbeats to Temporal while the work runs. They also tell the work when it is cancelled. */
export async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  context.heartbeat();
  const timer = setInterval(() => context.heartbeat(), (context.info.heartbeatTimeoutMs ?? usualTimeoutMs) / 5);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
