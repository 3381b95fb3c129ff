/** Yields the bytes of a stream as buffers of `chunkSizeBytes`; the last one may be smaller. */
export async function* inChunks(stream: AsyncIterable<Uint8Array>, chunkSizeBytes: number): AsyncGenerator<Buffer> {
  let held = Buffer.allocUnsafe(chunkSizeBytes);
  let filled = 0;
  for await (const part of stream) {
    for (let taken = 0; taken < part.length;) {
      const length = Math.min(part.length - taken, chunkSizeBytes - filled);
      held.set(part.subarray(taken, taken + length), filled);
      taken += length;
      filled += length;
      if (filled < chunkSizeBytes) continue;
      yield held;
      held = Buffer.allocUnsafe(chunkSizeBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield held.subarray(0, filled);
}
