import { useCallback, useSyncExternalStore } from 'react';
import type { Answer } from '@tallyhook/schemas';
import { isInView } from './in-view.ts';
import { send } from './send.ts';
import { TaskQueue } from './task-queue.ts';

/**
 * Browsers open six connections per host across all tabs, and a slow count occupies one for seconds. Changes need a
 * free connection at once, so counts use at most three. With two, two slow counts would block a whole dashboard of
 * quick ones. Hidden pages run one count at a time, so several tabs leave connections free too. Answers in view are
 * counted before those that need scrolling.
 */
const turns = new TaskQueue(() => (document.hidden ? 1 : 3), isInView);

/**
 * Requests an answer once a slot is free; if aborted before that, the request is never sent. Questions being edited do
 * not go through this queue: there is only one at a time, and somebody is watching it.
 * @throws Refusal
 */
export function count(address: string, signal: AbortSignal): Promise<Answer> {
  return turns.take(address, signal, () => send<Answer>(address, { signal }));
}

/** Whether the count of one of these addresses is still queued. */
export function useIsCountQueued(addresses: readonly string[]): boolean {
  const listen = useCallback((listener: () => void) => turns.listen(listener), []);
  return useSyncExternalStore(listen, () => addresses.some((address) => turns.isWaiting(address)));
}
