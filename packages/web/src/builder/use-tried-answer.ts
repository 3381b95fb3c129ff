import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Report } from '@tallyhook/schemas';
import { send } from '../api/send.ts';
import { useUntilBack } from '../api/use-until-back.ts';
import { useLatest } from '../shell/use-latest.ts';

/** A question as it is asked. */
export interface AskedQuestion {
  question: Report;
  address: string;
  /** What "Count again" asks. */
  recount?: string;
  /**
   * Tells it from others that have another answer. The address of a saved report does not: somebody else may change what
   * it asks.
   */
  asked: string;
}

/** The answer to a question that is being changed. */
export interface TriedAnswer {
  /** The last answer there was; it stays while another is counted, and when counting fails. */
  answer: Answer | undefined;
  /** Why the last count failed. */
  error: Error | undefined;
  /** The question whose count that was. */
  failed: Report | undefined;
  isCounting: boolean;
  /** How many counts were begun: it tells one from the next. */
  begun: number;
  /** Whether the answer is to the question as it stands. */
  isCurrent: boolean;
  /** Why nothing is being counted though the question changed: it was slow before, or somebody stopped it. */
  waits: 'slow' | 'stopped' | undefined;
  /** Counts now; says whether that worked: it may fail, and be stopped or overtaken by another. */
  count: () => Promise<boolean>;
  /** Ends the count. */
  stop: () => void;
}

const pauseMs = 300;
const slowMs = 5_000;

interface State {
  answer?: Answer;
  /** What the answer is to. */
  answered?: string;
  error?: Error;
  /** The question that the error is of. */
  failed?: Report;
  isCounting: boolean;
  begun: number;
  waits?: 'slow' | 'stopped';
}

/**
 * Asks again when the question changes: after a pause, ending the request before. Where the last count was slow, only when
 * somebody asks.
 */
export function useTriedAnswer({ question, address, recount, asked }: AskedQuestion): TriedAnswer {
  const [state, setState] = useState<State>({ isCounting: false, begun: 0 });
  const running = useRef<AbortController>(undefined);
  const lastTookMs = useRef(0);
  const isFirst = useRef(true);

  const latest = useLatest({ question, address });
  const count = useCallback(async (answered: string, from: string, of: Report) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState((before) => ({ ...before, waits: undefined, isCounting: true, begun: before.begun + 1 }));
    const startedAt = performance.now();
    try {
      const answer = await send<Answer>(from, { signal: controller.signal });
      if (controller.signal.aborted) return false;
      setState(({ begun }) => ({ answer, answered, isCounting: false, begun }));
      return true;
    } catch (error) {
      if (!controller.signal.aborted)
        setState(({ answer, answered, begun }) => ({
          answer,
          answered,
          error: error as Error,
          failed: of,
          isCounting: false,
          begun,
        }));
      return false;
    } finally {
      if (!controller.signal.aborted) lastTookMs.current = performance.now() - startedAt;
    }
  }, []);

  useEffect(() => {
    running.current?.abort();
    if (lastTookMs.current > slowMs) {
      setState((before) => ({ ...before, isCounting: false, waits: 'slow' }));
      return undefined;
    }
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
      setState(({ begun }) => ({ answer, answered: asked, isCounting: false, begun }));
    },
    tryAloud: () => void count(asked, address, question),
  });

  return {
    answer: state.answer,
    error: state.error,
    failed: state.failed,
    isCounting: state.isCounting,
    begun: state.begun,
    waits: state.waits,
    isCurrent: state.answered === asked,
    count: () => count(asked, recount ?? address, question),
    stop: () => {
      running.current?.abort();
      lastTookMs.current = 0;
      setState((before) => ({ ...before, isCounting: false, waits: 'stopped' }));
    },
  };
}
