import { Context } from '@temporalio/activity';

/** Where an activity has no heartbeat timeout, beats still bring its cancellation. */
const usualTimeoutMs = 15_000;

/** Tells Temporal while the work lasts that this worker is alive; also how the work hears that it is cancelled. */
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
