import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';

const timeoutMs = 60_000;
const requestTimeoutMs = 5_000;
const pollMs = 50;

/** Waits until `/health` reports that api, MongoDB, Temporal and a worker are ready. */
export async function waitForHealth(address: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = 'it did not answer';
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    const answer = await ask(address);
    if (answer === true) return;
    last = answer;
    await sleep(pollMs, undefined, { signal });
  }
  throw new Problem('cannot_start', `${address}/health does not report ready after ${timeoutMs / 1000} s: ${last}.`);
}

/** Returns true, or a description of the answer. */
async function ask(address: string): Promise<true | string> {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(requestTimeoutMs) });
    return response.ok || `it answered ${response.status} ${(await response.text()).slice(0, 500)}`;
  } catch (error) {
    return `it did not answer (${error instanceof Error ? error.message : String(error)})`;
  }
}
