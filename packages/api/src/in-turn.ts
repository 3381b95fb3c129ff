/**
 * The same work, one call after another: a call begins when all before it have ended, so whoever awaits one awaits what
 * was begun before it too. The work must not throw.
 */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(work));
}
