import type { CSSProperties } from 'react';
import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { describeChange } from './describe-change.ts';
import { formatValue } from './format-value.ts';
import { RecordsLink } from './RecordsLink.tsx';

/** A single number: the measure over all records. It never wraps; it shrinks instead. */
export function BigNumber({ figures, formats, linkOf, beside: { compared } }: Omit<DrawingProps, 'shape'>) {
  const text = formatValue(figures.overall, figures.measure, formats);
  const href = linkOf();
  const { overall, measure } = figures;
  const now = typeof overall === 'number' ? overall : null;
  const change = compared && describeChange(now, compared.overall, { name: compared.name, measure, formats });
  const longest = Math.max(...text.split(' ').map(({ length }) => length));
  return (
    <div className={classes.numberPlace}>
      <p className={classes.number} style={{ '--signs': longest } as CSSProperties}>
        {href === undefined ? text : <RecordsLink href={href}>{text}</RecordsLink>}
      </p>
      {compared !== undefined && (
        <p className={classes.change}>
          {change === undefined ? (
            `No value to compare with in ${compared.name}`
          ) : (
            <>
              <b>{[change.sign, change.amount].filter(Boolean).join(' ')}</b> {change.words}
            </>
          )}
        </p>
      )}
    </div>
  );
}
