import { Problem } from '@tallyhook/schemas';
import { problemFrom } from '@tallyhook/store';

/**
 * Waits for the store no longer than whoever asked would wait for us: a database that hangs answers nothing, for half a
 * minute. What comes too late may still be done.
 * @throws Problem `unavailable` with the sentence when the store does not answer in time; `unavailable` when it cannot be
 * reached; else the work's own error.
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
