import { Problem } from '@tallyhook/schemas';
import { problemFrom } from '@tallyhook/store';

/**
 * Waits for the store no longer than its sender would wait for us. What comes too late may still be kept, and is then
 * found when the sender repeats itself.
 * @throws Problem `unavailable` when the store does not answer in time or cannot be reached; else the work's own error.
 */
export async function inTime<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable()), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw problemFrom(error);
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(): Problem {
  return new Problem('unavailable', 'The delivery cannot be kept right now: send it again in a few seconds.', {
    retryAfterSeconds: 5,
  });
}
