import { useState } from 'react';

/** A request that a form sends: whether it is under way, and why the last one was refused. */
export interface Sending {
  isSending: boolean;
  error: unknown;
  /** Runs the work, and resolves to whether it succeeded. A new attempt forgets the refusal of the one before. */
  send: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps the state of a form's request. The form stays as it is after a refusal, so that nothing typed is lost. */
export function useSending(): Sending {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<unknown>();

  async function send(work: () => Promise<unknown>): Promise<boolean> {
    setIsSending(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    } finally {
      setIsSending(false);
    }
  }

  return { isSending, error, send };
}
