import { Problem } from '@tallyhook/schemas';
import { problemFrom } from '@tallyhook/store';

/**
 * Waits for the store only as long as the client would wait for us; a hanging database does not answer for half a
 * minute. Work that times out may still complete.
 * @throws Problem `unavailable` with the given sentence if the store does not answer in time; `unavailable` if it
 * cannot be reached; or the work's own error.
 */
export async function inTime<Value>(
  work: Promise<Value>,
  { timeoutMs, sentence }: { timeoutMs: number; sentence: string },
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Problem('unavailable', sentence, { retryAfterSeconds: 5 })), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw problemFrom(error);
  } finally {
    clearTimeout(timer);
  }
}
