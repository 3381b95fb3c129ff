import type { Readable } from 'node:stream';
import { ActionError } from '../action-error.ts';

/**
 * Reads an answer's body. A truncated body is an error, unless `takesPart` accepts the part that arrived.
 * @throws ActionError `fatal` if it has more than `maxBytes`.
 */
export async function readBody(
  stream: Readable,
  { maxBytes, takesPart = false }: { maxBytes: number; takesPart?: boolean },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) {
        stream.destroy();
        throw new ActionError('fatal', `the response is larger than ${maxBytes} bytes`, { mayHaveArrived: true });
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (!takesPart || error instanceof ActionError) throw error;
  }
  return Buffer.concat(chunks);
}
