import { setTimeout as pause } from 'node:timers/promises';

/**
 * Sends at fixed times, whatever the answers take, as many senders would that know nothing of each other. Returns the
 * milliseconds from the moment at which each was to be sent until it was answered.
 */
export async function sendSteadily(
  send: () => Promise<void>,
  { perSecond, count }: { perSecond: number; count: number },
): Promise<number[]> {
  const startedAt = performance.now();
  const sent: Promise<number>[] = [];
  while (sent.length < count) {
    const dueAt = startedAt + (sent.length * 1_000) / perSecond;
    const leftMs = dueAt - performance.now();
    if (leftMs > 0) await pause(leftMs);
    sent.push(send().then(() => performance.now() - dueAt));
  }
  return Promise.all(sent);
}
