import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Duplex, Readable } from 'node:stream';
import { ActionError } from '../action-error.ts';

const decoders: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads an answer's body, unpacked, up to a number of bytes. Throws ActionError `fatal` when there are more. One that
 * breaks off is an error unless `takesPart` says that what came is better than nothing.
 */
export async function readBody(
  stream: Readable,
  { maxBytes, encoding, takesPart = false }: { maxBytes: number; encoding?: string | undefined; takesPart?: boolean },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of unpack(stream, encoding)) {
      sizeBytes += (chunk as Buffer).length;
      if (sizeBytes > maxBytes) {
        stream.destroy();
        throw new ActionError('fatal', `the answer is larger than ${maxBytes} bytes`, { mayHaveArrived: true });
      }
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (!takesPart || error instanceof ActionError) throw error;
  }
  return Buffer.concat(chunks);
}

function unpack(stream: Readable, encoding: string | undefined): AsyncIterable<unknown> {
  const decoder = decoders[encoding?.trim().toLowerCase() ?? '']?.();
  if (decoder === undefined) return stream;
  stream.on('error', (error) => decoder.destroy(error));
  return stream.pipe(decoder);
}
