import { useSyncExternalStore } from 'react';

const slowAfterMs = 1_000;

const slow = new Set<Promise<unknown>>();
const listeners = new Set<() => void>();

/** Awaits a change; if it takes longer than a moment, {@link useIsSaving} reports it. */
export async function waitForChange<T>(change: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    slow.add(change);
    notify();
  }, slowAfterMs);
  try {
    return await change;
  } finally {
    clearTimeout(timer);
    slow.delete(change);
    notify();
  }
}

/** Whether a change has been pending for longer than a moment. */
export function useIsSaving(): boolean {
  return useSyncExternalStore(listen, () => slow.size > 0);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
