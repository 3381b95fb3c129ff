import { createHash } from 'node:crypto';

const blockBytes = 1024 * 1024;
const stampEveryBytes = 4096;

/**
 * The bytes of a test file. Every 4 KiB block contains its position, so misplaced bytes change the digest. All blocks
 * share one buffer: use a block before asking for the next.
 */
export async function* fileBytes(sizeBytes: number, seed = 1): AsyncGenerator<Buffer> {
  const block = Buffer.alloc(blockBytes);
  for (let at = 0, value = seed; at < blockBytes; at += 4) {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
    block.writeUInt32LE(value, at);
  }
  for (let start = 0; start < sizeBytes; start += blockBytes) {
    for (let at = 0; at < blockBytes; at += stampEveryBytes) block.writeUIntLE(start + at, at, 6);
    yield block.subarray(0, Math.min(blockBytes, sizeBytes - start));
  }
}

/** The digest of those bytes, in hex. */
export async function digestOf(sizeBytes: number, seed = 1): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of fileBytes(sizeBytes, seed)) hash.update(block);
  return hash.digest('hex');
}
