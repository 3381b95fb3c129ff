import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Frees buffers that were read and are no longer used. They are outside the heap, and after about 30 MiB of them V8
 * marks the whole heap to find them. With a large heap that costs more than reading the bytes, and memory use swings.
 * Collecting the young generation takes a millisecond. Do not call it too often: buffers still in use after two calls
 * are no longer young.
 */
export function collectYoungGarbage(): void {
  collect ??= findCollect();
  collect({ type: 'minor' });
}

/** Node exposes the function only with `--expose-gc`; set it here and take the function from a new context. */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('globalThis.gc') as Collect | undefined;
  setFlagsFromString('--no-expose-gc');
  return found ?? (() => undefined);
}
