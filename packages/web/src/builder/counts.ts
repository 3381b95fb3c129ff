import type { Answer, Report } from '@tallyhook/schemas';

/** What is known of the answer to a question that is being changed. */
export interface CountState {
  /** The last answer; it stays while another is counted, and when counting fails. */
  answer?: Answer;
  /** What it is the answer to. */
  answered?: string;
  /** Why the last count failed. */
  error?: Error;
  /** The question of the count that failed. */
  failed?: Report;
  isCounting: boolean;
  /** How many counts have begun: tells one from the next. */
  begun: number;
  /** Why nothing is being counted although the question changed: the last count was slow, or somebody stopped it. */
  waits?: 'slow' | 'stopped';
  /** How long the last count took. */
  tookMs: number;
}

export type CountEvent =
  | { type: 'changed' | 'begun' | 'stopped' }
  /** Without a time it was asked for in the background. */
  | { type: 'answered'; answer: Answer; answered: string; tookMs?: number }
  | { type: 'failed'; error: Error; failed: Report; tookMs: number };

const slowMs = 5_000;

export const notCounted: CountState = { isCounting: false, begun: 0, tookMs: 0 };

/** Whether the next count waits until somebody asks for it, because the last one was slow. */
export function isSlow({ tookMs }: CountState): boolean {
  return tookMs > slowMs;
}

/** The counts of a question that is being changed, as a pure state machine. */
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
