import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { UploadRequest } from './request-log.ts';

/**
 * Reads a body as it arrives, no faster than `paceBytesPerSecond`; counts it in the log and passes each chunk to
 * `take`. Returns whether it arrived completely: the sender may break off.
 */
export async function receive(
  request: IncomingMessage,
  entry: UploadRequest,
  { pace, take }: { pace: number | undefined; take: (chunk: Buffer) => void },
): Promise<boolean> {
  const begunMs = performance.now();
  let sum = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      entry.arrivedBytes += chunk.length;
      sum = crc32(chunk, sum);
      entry.crc32 = sum.toString(16).padStart(8, '0');
      take(chunk);
      const dueMs = pace === undefined ? 0 : (entry.arrivedBytes / pace) * 1000 - (performance.now() - begunMs);
      if (dueMs > 1) await wait(dueMs);
    }
    return true;
  } catch {
    return false;
  }
}
