import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useFocusHandedOn } from './use-focus-handed-on.ts';
import { useLongCount } from './use-long-count.ts';
import classes from './LongCount.module.css';

export interface LongCountProps {
  /** What the report is called. */
  name: string;
  isCounting: boolean;
  /** Whether it has not begun, because others of the page come first. */
  isInLine?: boolean;
  /** Tells a count from the one before it, where one can take the place of another. */
  begun?: number;
  /** Why nothing is being counted though somebody may wait for it. */
  waits: 'slow' | 'stopped' | undefined;
  /** Whether there are figures of an earlier count. */
  hasAnswer: boolean;
  hasFailed: boolean;
  onStop: () => void;
  onCount: () => void;
}

/** What one can do about a count that takes long: stop it, and count after all. It says so once to those who hear it. */
export function LongCount({ isCounting, isInLine = false, begun = 0, waits, onCount, ...props }: LongCountProps) {
  const isLong = useLongCount(isCounting, begun) !== undefined;
  // What waits in line is not being counted: those seconds are no part of it.
  const seconds = useLongCount(isCounting && !isInLine, begun);
  const [isAsked, setIsAsked] = useState(false);
  useSaid({ ...props, isCounting, isLong: seconds !== undefined, isStopped: waits !== undefined });
  useEffect(() => {
    if (!isCounting) setIsAsked(false);
  }, [isCounting]);

  function count() {
    // The note stays as long as this count does: its button has the focus.
    setIsAsked(true);
    onCount();
  }
  if (!isCounting && waits === undefined) return null;
  if (isCounting && !isLong && !isAsked) return null;
  return <Note {...props} {...{ isCounting, isInLine, isLong, seconds, waits }} onCount={count} />;
}

type NoteProps = Pick<LongCountProps, 'name' | 'isCounting' | 'waits' | 'onStop' | 'onCount'> & {
  isInLine: boolean;
  isLong: boolean;
  seconds: number | undefined;
};

function Note({ name, isCounting, isInLine, isLong, seconds, waits, onStop, onCount }: NoteProps) {
  const note = useFocusHandedOn<HTMLDivElement>();
  const announce = useAnnounce();
  const isBegun = isCounting && !isLong;

  function press({ detail }: MouseEvent) {
    // The second press of two is not meant for what the button has become.
    if (detail > 1 || isBegun) return;
    if (!isCounting) return onCount();
    onStop();
    announce(`Counting ${name} was stopped`);
  }
  const action = isCounting ? 'Stop' : 'Count';
  return (
    <div ref={note} className={classes.note} role="group" aria-label={`Counting ${name}`} data-noprint>
      <Text size="sm">{isCounting ? countingWords(isInLine && isLong, seconds) : waitsWords[waits ?? 'stopped']}</Text>
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

const waitsWords = {
  slow: 'The last count took more than 5 seconds, so the next one waits for you.',
  stopped: 'Stopped.',
};

function countingWords(isWaiting: boolean, seconds: number | undefined): string {
  if (isWaiting) return 'Waiting for other counts';
  return seconds === undefined ? 'Counting' : `Still counting · ${seconds} s`;
}

type Said = Pick<LongCountProps, 'name' | 'isCounting' | 'hasAnswer' | 'hasFailed'> & {
  isLong: boolean;
  isStopped: boolean;
};

/**
 * Says that a count takes long, and when it is there after all; what failed or was stopped is said by others, and what
 * another count took the place of is not said.
 */
function useSaid({ name, isCounting, hasAnswer, hasFailed, isLong, isStopped }: Said): void {
  const announce = useAnnounce();
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (isLong) {
      announce(`Still counting ${name}`);
      told.current = hasAnswer ? `${name} was counted again` : `${name} was counted`;
    } else if (told.current !== undefined) {
      if (!isCounting && !hasFailed && !isStopped) announce(told.current);
      told.current = undefined;
    }
    // Once when it becomes long and once when it no longer is, as everything else stands then.
  }, [isLong]);
}
