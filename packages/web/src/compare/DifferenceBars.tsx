import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import chart from '../chart/Chart.module.css';
import { cutLabel } from '../chart/cut-label.ts';
import type { Formats } from '../chart/formats.ts';
import { measureText } from '../chart/measure-text.ts';
import { evenBands, linearScale } from '../chart/scales.ts';
import { fittingTicks } from '../chart/value-ticks.ts';
import { barsOf, describeDifferences } from './describe-differences.ts';
import { writeDifference, type Differences } from './differences.ts';
import type { Both } from './align-answers.ts';

export interface DifferenceBarsProps {
  name: string;
  differences: Differences;
  branches: Both<string>;
  formats: Formats;
}

const rowPx = 32;
const axisPx = 24;
/** Maximum share of the width for labels; the table shows them in full. */
const labelShare = 0.35;

/** The difference of each group: bars to the right of zero where this branch has more, to the left where it has less. */
export function DifferenceBars({ name, differences, branches, formats }: DifferenceBarsProps) {
  const { ref, width } = useElementSize();
  const summaryId = useId();
  const { measure } = differences;
  const { bars, leftOut } = barsOf(differences);
  const measureFormats = formats.as(measure.format);
  return (
    <figure className={chart.figure} ref={ref} data-chart="differences">
      {width > 0 && bars.length > 0 && drawing(Math.floor(width))}
      <figcaption>
        <p id={summaryId} className={chart.summary}>
          {describeDifferences(differences, { branches, formats })}
        </p>
        {leftOut !== undefined && <p className={chart.leftOut}>{leftOut}</p>}
      </figcaption>
    </figure>
  );

  function drawing(widthPx: number) {
    const values = bars.map(({ difference }) => difference);
    const texts = values.map((value) => writeDifference(value, measure, formats));
    const textPx = Math.max(...texts.map(measureText)) + 10;
    const labels = bars.map((bar) => bar.labels.join(', '));
    const labelPx = Math.min(labelShare * widthPx, Math.max(...labels.map(measureText)) + 2);
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    const start = labelPx + 10 + (low < 0 ? textPx : 0);
    const x = linearScale({
      domain: [low, high],
      range: [start, Math.max(start + 30, widthPx - (high > 0 ? textPx : 4))],
    });
    const heightPx = bars.length * rowPx;
    const bands = evenBands(bars.length, { range: [0, heightPx], padding: 0.28 });
    const ticks = fittingTicks(x, {
      max: Math.max(2, Math.floor(widthPx / 110)),
      measure,
      widthOf: (tick) => measureText(measureFormats.tick(tick)),
    });
    return (
      <svg
        className={chart.svg}
        width={widthPx}
        height={heightPx + axisPx}
        role="img"
        aria-label={`Difference: ${name}`}
        aria-describedby={summaryId}
      >
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(${x(tick)}, 0)`}>
            <line y2={heightPx} className={tick === 0 ? chart.zero : chart.grid} />
            <text y={heightPx + 16} textAnchor="middle" className={chart.text}>
              {measureFormats.tick(tick)}
            </text>
          </g>
        ))}
        {bars.map(({ difference }, index) => {
          const top = bands.startOf(index);
          const [left, right] = [Math.min(x(0), x(difference)), Math.max(x(0), x(difference))];
          const isLess = difference < 0;
          return (
            <g key={index} data-difference={`${labels[index]}: ${texts[index]}`}>
              <title>{`${labels[index]}: ${texts[index]}`}</title>
              <text x={labelPx} y={top + bands.width / 2} dy="0.34em" textAnchor="end" className={chart.text}>
                {cutLabel(labels[index]!, labelPx, measureText)}
              </text>
              <rect
                x={left}
                y={top}
                width={Math.max(1, right - left)}
                height={bands.width}
                rx={2}
                fill={isLess ? 'var(--series-2)' : 'var(--series-1)'}
              />
              <text
                x={isLess ? left - 6 : right + 6}
                y={top + bands.width / 2}
                dy="0.34em"
                textAnchor={isLess ? 'end' : 'start'}
                className={chart.text}
              >
                {texts[index]}
              </text>
            </g>
          );
        })}
      </svg>
    );
  }
}
