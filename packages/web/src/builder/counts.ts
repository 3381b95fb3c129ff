import type { Answer, Report } from '@tallyhook/schemas';

/** What is known about the answer to a question being edited. */
export interface CountState {
  /** The last answer; kept while the next is counted and when counting fails. */
  answer?: Answer;
  /** The question it answers. */
  answered?: string;
  /** Why the last count failed. */
  error?: Error;
  /** The question whose count failed. */
  failed?: Report;
  isCounting: boolean;
  /** The number of counts started so far; identifies the current one. */
  begun: number;
  /** Why no count is running although the question changed: the last one was slow, or somebody stopped it. */
  waits?: 'slow' | 'stopped';
  /** Duration of the last count. */
  tookMs: number;
}

export type CountEvent =
  | { type: 'changed' | 'begun' | 'stopped' }
  /** Without a duration, it was counted in the background. */
  | { type: 'answered'; answer: Answer; answered: string; tookMs?: number }
  | { type: 'failed'; error: Error; failed: Report; tookMs: number };

const slowMs = 5_000;

export const notCounted: CountState = { isCounting: false, begun: 0, tookMs: 0 };

/** Whether the next count waits for the person to ask, because the last one was slow. */
export function isSlow({ tookMs }: CountState): boolean {
  return tookMs > slowMs;
}

/** The counts of a question being edited, as a pure state machine. */
export function countsReducer(state: CountState, event: CountEvent): CountState {
  const { answer, answered, begun } = state;
  switch (event.type) {
    case 'changed':
      return isSlow(state) ? { ...state, isCounting: false, waits: 'slow' } : state;
    case 'begun':
      return { ...state, waits: undefined, isCounting: true, begun: begun + 1 };
    case 'answered': {
      const { tookMs = state.tookMs } = event;
      return { answer: event.answer, answered: event.answered, isCounting: false, begun, tookMs };
    }
    case 'failed': {
      const { error, failed, tookMs } = event;
      return { answer, answered, error, failed, isCounting: false, begun, tookMs };
    }
    case 'stopped':
      return { ...state, isCounting: false, waits: 'stopped', tookMs: 0 };
  }
}
