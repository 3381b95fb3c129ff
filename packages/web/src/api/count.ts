import { useCallback, useSyncExternalStore } from 'react';
import type { Answer } from '@tallyhook/schemas';
import { isInView } from './in-view.ts';
import { send } from './send.ts';
import { Turns } from './turns.ts';

/**
 * A browser opens six connections to one service, for all its tabs, and a slow count keeps one for seconds: what people
 * change must find another free at once. Three leave as many for that; two would let two slow counts hold up a whole
 * dashboard of quick ones. A page that nobody looks at begins one at a time, so that several tabs leave some free too.
 * What somebody looks at comes before what they would have to scroll to.
 */
const turns = new Turns(() => (document.hidden ? 1 : 3), isInView);

/**
 * Asks for an answer when its turn among those of this page comes; aborted before, it is never sent. Throws Refusal. A
 * question that is being changed is not asked here: it is one at a time, and somebody watches it.
 */
export function count(address: string, signal: AbortSignal): Promise<Answer> {
  return turns.take(address, signal, () => send<Answer>(address, { signal }));
}

/** Whether the count of one of these addresses still waits for its turn. */
export function useWaitsForTurn(addresses: readonly string[]): boolean {
  const listen = useCallback((listener: () => void) => turns.listen(listener), []);
  return useSyncExternalStore(listen, () => addresses.some((address) => turns.isWaiting(address)));
}
