import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Answer, Report } from '@tallyhook/schemas';
import { send } from '../api/send.ts';
import { useUntilBack } from '../api/use-until-back.ts';
import { useLatest } from '../shell/use-latest.ts';
import { countsReducer, isSlow, notCounted, type CountState } from './counts.ts';

/** A question as sent to the service. */
export interface AskedQuestion {
  question: Report;
  address: string;
  /** The address that "Count again" requests. */
  recount?: string;
  /** Identifies the question. The address of a saved report does not, because somebody else may change what it asks. */
  asked: string;
}

/** The answer to a question being edited. */
export interface LiveAnswer extends Omit<CountState, 'answered' | 'tookMs'> {
  /** Whether the answer belongs to the current question. */
  isCurrent: boolean;
  /** Counts now; returns whether that succeeded. It may fail, be stopped, or be superseded. */
  count: () => Promise<boolean>;
  /** Stops the count. */
  stop: () => void;
}

const pauseMs = 300;

/**
 * Counts again when the question changes: after a pause, aborting the previous request. If the last count was slow,
 * waits for the person to ask.
 */
export function useLiveAnswer({ question, address, recount, asked }: AskedQuestion): LiveAnswer {
  const [state, dispatch] = useReducer(countsReducer, notCounted);
  const running = useRef<AbortController>(undefined);
  const isFirst = useRef(true);

  const latest = useLatest({ question, address, state });
  const count = useCallback(async (answered: string, from: string, of: Report) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    dispatch({ type: 'begun' });
    const startedAt = performance.now();
    try {
      const answer = await send<Answer>(from, { signal: controller.signal });
      if (controller.signal.aborted) return false;
      dispatch({ type: 'answered', answer, answered, tookMs: performance.now() - startedAt });
      return true;
    } catch (error) {
      const tookMs = performance.now() - startedAt;
      if (!controller.signal.aborted) dispatch({ type: 'failed', error: error as Error, failed: of, tookMs });
      return false;
    }
  }, []);

  useEffect(() => {
    running.current?.abort();
    dispatch({ type: 'changed' });
    if (isSlow(latest.current.state)) return undefined;
    const countNow = () => void count(asked, latest.current.address, latest.current.question);
    const timer = setTimeout(countNow, isFirst.current ? 0 : pauseMs);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [asked, count, latest]);

  useEffect(() => () => running.current?.abort(), []);

  const isLeft = state.isCounting || state.waits !== undefined;
  useUntilBack(isLeft ? undefined : state.error, {
    tryQuietly: async (signal) => {
      const answer = await send<Answer>(address, { signal });
      dispatch({ type: 'answered', answer, answered: asked });
    },
    tryVisibly: () => void count(asked, address, question),
  });

  return {
    ...state,
    isCurrent: state.answered === asked,
    count: () => count(asked, recount ?? address, question),
    stop: () => {
      running.current?.abort();
      dispatch({ type: 'stopped' });
    },
  };
}
