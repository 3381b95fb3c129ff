import { useMemo } from 'react';
import { compareLines, leaveOutSame, type ComparedLine } from './compare-lines.ts';
import classes from './LineChanges.module.css';

const marks: Record<ComparedLine['kind'], string> = { same: ' ', added: '+', removed: '−', leftOut: '…' };
const maxLines = 2_000;

/** What differs between two values, as lines of JSON. */
export function LineChanges({ before, after }: { before: unknown; after: unknown }) {
  const lines = useMemo(
    () => leaveOutSame(compareLines(JSON.stringify(before, null, 2), JSON.stringify(after, null, 2))),
    [before, after],
  );
  return (
    <>
      <pre className={classes.compared} tabIndex={0}>
        {lines.slice(0, maxLines).map(({ kind, text }, index) => (
          <span key={index} data-kind={kind}>
            {`${marks[kind]} ${text}\n`}
          </span>
        ))}
      </pre>
      {lines.length > maxLines && <p>And {lines.length - maxLines} more lines.</p>}
    </>
  );
}
