/**
 * Serialises calls of the work: each call starts after all earlier ones have ended, so awaiting one also awaits the
 * earlier ones. The work must not throw.
 */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(work));
}
