import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSectionFocus } from './use-section-focus.ts';
import { useLongCount } from './use-long-count.ts';
import classes from './LongCount.module.css';

export interface LongCountProps {
  /** The report's name. */
  name: string;
  isCounting: boolean;
  /** Whether the count is still queued behind others of the page. */
  isQueued?: boolean;
  /** Identifies the count, where one can replace another. */
  begun?: number;
  /** Why no count is running although somebody may be waiting for it. */
  waits: 'slow' | 'stopped' | undefined;
  /** Whether there are figures from an earlier count. */
  hasAnswer: boolean;
  hasFailed: boolean;
  onStop: () => void;
  onCount: () => void;
}

/** Offers to stop a slow count, or to start one that was held back. Announces its state once to screen readers. */
export function LongCount({ isCounting, isQueued = false, begun = 0, waits, onCount, ...props }: LongCountProps) {
  const isLong = useLongCount(isCounting, begun) !== undefined;
  // Time in the queue does not count.
  const seconds = useLongCount(isCounting && !isQueued, begun);
  const [isRequested, setIsAsked] = useState(false);
  useAnnouncements({ ...props, isCounting, isLong: seconds !== undefined, isStopped: waits !== undefined });
  useEffect(() => {
    if (!isCounting) setIsAsked(false);
  }, [isCounting]);

  function count() {
    // The note stays as long as this count does: its button has the focus.
    setIsAsked(true);
    onCount();
  }
  if (!isCounting && waits === undefined) return null;
  if (isCounting && !isLong && !isRequested) return null;
  return <Note {...props} {...{ isCounting, isQueued, isLong, seconds, waits }} onCount={count} />;
}

type NoteProps = Pick<LongCountProps, 'name' | 'isCounting' | 'waits' | 'onStop' | 'onCount'> & {
  isQueued: boolean;
  isLong: boolean;
  seconds: number | undefined;
};

function Note({ name, isCounting, isQueued, isLong, seconds, waits, onStop, onCount }: NoteProps) {
  const note = useSectionFocus<HTMLDivElement>();
  const announce = useAnnounce();
  const isBegun = isCounting && !isLong;

  function press({ detail }: MouseEvent) {
    // The second click of a double click is not meant for the button's new action.
    if (detail > 1 || isBegun) return;
    if (!isCounting) return onCount();
    onStop();
    announce(`Stopped counting ${name}`);
  }
  const action = isCounting ? 'Stop' : 'Count';
  return (
    <div ref={note} className={classes.note} role="group" aria-label={`Counting ${name}`} data-noprint>
      <Text size="sm">{isCounting ? countingText(isQueued && isLong, seconds) : waitingTexts[waits ?? 'stopped']}</Text>
      <Button
        size="xs"
        variant={isCounting ? 'default' : 'filled'}
        aria-label={`${action}: ${name}`}
        aria-disabled={isBegun || undefined}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={press}
      >
        {action}
      </Button>
    </div>
  );
}

const waitingTexts = {
  slow: 'The last count took more than 5 seconds. Press Count to start the next one.',
  stopped: 'Stopped.',
};

function countingText(isWaiting: boolean, seconds: number | undefined): string {
  if (isWaiting) return 'Waiting for other counts';
  return seconds === undefined ? 'Counting' : `Still counting · ${seconds} s`;
}

type AnnouncedCount = Pick<LongCountProps, 'name' | 'isCounting' | 'hasAnswer' | 'hasFailed'> & {
  isLong: boolean;
  isStopped: boolean;
};

/**
 * Announces that a count takes long, and later that it has finished. Failures and stops are announced elsewhere; a
 * superseded count is not announced.
 */
function useAnnouncements({ name, isCounting, hasAnswer, hasFailed, isLong, isStopped }: AnnouncedCount): void {
  const announce = useAnnounce();
  const announced = useRef<string>(undefined);
  useEffect(() => {
    if (isLong) {
      announce(`Still counting ${name}`);
      announced.current = hasAnswer ? `${name} was counted again` : `${name} was counted`;
    } else if (announced.current !== undefined) {
      if (!isCounting && !hasFailed && !isStopped) announce(announced.current);
      announced.current = undefined;
    }
    // Runs once when the count becomes slow and once when it no longer is; all other values are final by then.
  }, [isLong]);
}
