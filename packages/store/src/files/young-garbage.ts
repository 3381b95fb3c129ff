import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Frees buffers that were read and are not used any more. They lie outside the heap, and whenever some 30 MiB of them have
 * come together, V8 marks all of the heap to find them: where that is large, it costs more than the reading itself, and
 * the memory of the process goes up and down meanwhile. Looking through what is young takes a millisecond. To be called
 * seldom enough: what two of these calls still find in use is not young any more.
 */
export function collectYoungGarbage(): void {
  collect ??= findCollect();
  collect({ type: 'minor' });
}

/** Node gives the function only to those who ask for it: `--expose-gc`, here for a context of its own. */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('globalThis.gc') as Collect | undefined;
  setFlagsFromString('--no-expose-gc');
  return found ?? (() => undefined);
}
