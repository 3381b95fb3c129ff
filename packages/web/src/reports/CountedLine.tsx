import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Answer } from '@tallyhook/schemas';
import type { Formats } from '../chart/formats.ts';
import { weekStartOptions } from '../builder/week-starts.ts';
import classes from './Reports.module.css';

export interface CountedLineProps {
  /** The report's name. */
  name: string;
  /** Undefined if the first count failed. */
  answer: Answer | undefined;
  formats: Formats;
  isCounting: boolean;
  onCount: () => void;
}

/** Says when the figures were counted, with a button to count them again. */
export function CountedLine({ name, answer, formats, isCounting, onCount }: CountedLineProps) {
  return (
    <div className={classes.counted}>
      {answer !== undefined && <CountedText {...{ answer, formats }} />}
      <Button
        className={classes.again}
        variant="subtle"
        size="xs"
        leftSection={<IconRefresh aria-hidden size={15} />}
        aria-label={`Count again: ${name}`}
        aria-disabled={isCounting}
        onClick={() => isCounting || onCount()}
      >
        Count again
      </Button>
    </div>
  );
}

/** When the figures were counted; printed with the date and where days and weeks begin. */
export function CountedText({ answer, formats }: { answer: Answer; formats: Formats }) {
  return (
    <p className={classes.countedAt} data-printed={printedText(answer, formats)}>
      {countedText(answer, formats)}
    </p>
  );
}

/** `Counted at 14:32 · 180 ms`, and whether the figures come from the cache. */
function countedText({ meta }: Answer, formats: Formats): string {
  const { number } = formats;
  const took = meta.tookMs < 1_000 ? `${number(Math.round(meta.tookMs))} ms` : `${number(meta.tookMs / 1_000)} s`;
  const kept = 'kept' in meta && meta.kept === true ? ' · kept' : '';
  return `Counted at ${formats.time(meta.countedAt)} · ${took}${kept}`;
}

/** Printed in addition: the date, and where days and weeks begin. */
function printedText({ meta: { countedAt, resolved } }: Answer, { moment }: Formats): string {
  const firstDay = weekStartOptions.find(({ value }) => value === resolved.weekStart)!.label;
  return `${moment(countedAt)}; days in ${resolved.timezone}, weeks start on ${firstDay}`;
}
