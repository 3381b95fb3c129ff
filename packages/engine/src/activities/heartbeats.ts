import { Context } from '@temporalio/activity';

const beatEveryMs = 3_000;

/** Tells Temporal while the work lasts that this worker is alive; also how the work hears that it is cancelled. */
export async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  context.heartbeat();
  const timer = setInterval(() => context.heartbeat(), beatEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
