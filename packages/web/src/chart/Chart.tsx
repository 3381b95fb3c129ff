import { useElementSize } from '@mantine/hooks';
import type { Answer, RecordType } from '@tallyhook/schemas';
import { memo, useId, useMemo } from 'react';
import type { RecordsOf } from '../records/records-link.ts';
import { AnswerNotes } from './AnswerNotes.tsx';
import { AnswerTable } from './AnswerTable.tsx';
import { BigNumber } from './BigNumber.tsx';
import classes from './Chart.module.css';
import { describeChart } from './describe-chart.ts';
import { describeOther } from './describe-other.ts';
import { describeOverlap } from './describe-overlap.ts';
import { readFigures, type Figures } from './figures.ts';
import type { Formats } from './formats.ts';
import { restKey, type Key } from './group-keys.ts';
import { LineChart } from './LineChart.tsx';
import { HorizontalBars } from './HorizontalBars.tsx';
import { measureText } from './measure-text.ts';
import { PieChart } from './PieChart.tsx';
import { restOf, shapeChart, type ChartKind, type ChartShape } from './shape-chart.ts';
import { VerticalBars } from './VerticalBars.tsx';
import { useMarks, type MarkHint } from './use-marks.ts';

export interface ChartProps {
  /** The accessible name of the chart: the report's name. */
  name: string;
  chart: ChartKind;
  answer: Answer;
  types: readonly RecordType[];
  formats: Formats;
  /** The address of the records behind a figure; without it, figures are not links. */
  recordsOf?: RecordsOf | undefined;
}

/** Props of every drawing. */
export interface DrawingProps<Shape extends ChartShape = ChartShape> {
  shape: Shape;
  figures: Figures;
  formats: Formats;
  widthPx: number;
  /** The accessible name, and the id of the description. */
  label: string;
  describedBy: string;
  /** Returns the address of a group's records; undefined if no single list has them. */
  linkOf: LinkOf;
  /** The ARIA role: an image, or a group if its marks are links. */
  role: 'img' | 'group';
}

/** Returns the address of the records of a group, or of one series within it. */
export type LinkOf = (group?: Key, series?: Key) => string | undefined;

/** Draws an answer. The name and one sentence describe it; {@link AnswerTable} has the same figures. */
export function Chart({ name, chart, answer, types, formats, recordsOf }: ChartProps) {
  const { ref, width } = useElementSize();
  const { root, hint, on } = useMarks<HTMLDivElement>();
  const summaryId = useId();
  const figures = useMemo(() => readFigures(answer, types, formats), [answer, types, formats]);
  const shape = useMemo(() => shapeChart(chart, figures), [chart, figures]);
  const linkOf = useMemo((): LinkOf => {
    const { groupColumn, seriesColumn } = figures;
    const keysOf = (key: Key) => (key === restKey ? restOf(shape) : key);
    return (group, series) => {
      const keys = [
        ...(groupColumn === undefined || group === undefined ? [] : [[groupColumn.name, keysOf(group)] as const]),
        ...(seriesColumn === undefined || series === undefined ? [] : [[seriesColumn.name, keysOf(series)] as const]),
      ];
      return recordsOf?.(Object.fromEntries(keys));
    };
  }, [shape, figures, recordsOf]);
  if (shape.kind === 'table') return <AnswerTable {...{ name, answer, types, formats, recordsOf }} />;
  const notes = <AnswerNotes {...{ answer, formats }} isFilled={figures.isFilled} />;
  if (shape.kind === 'words') {
    return (
      <>
        {notes}
        <p className={classes.words}>{shape.words}</p>
      </>
    );
  }
  const leftOut = 'leftOut' in shape ? shape.leftOut : undefined;
  const overlap = figures.addsUp ? describeOverlap(answer, shape) : undefined;
  // A line chart does not draw the "all others" period.
  const other = describeOther(answer, types, (column) => shape.kind !== 'line' || column !== figures.groupColumn);
  return (
    <figure className={classes.figure} ref={ref}>
      {notes}
      <div ref={root} className={classes.drawing} {...on}>
        {width > 0 && (
          <Drawing
            {...{ shape, figures, describedBy: summaryId, label: name, linkOf }}
            formats={formats.as(figures.measure.format)}
            role={recordsOf === undefined ? 'img' : 'group'}
            // Whole pixels, so that a bar at the edge does not cause a scroll bar.
            widthPx={Math.floor(width)}
          />
        )}
        {hint !== undefined && <Hint {...hint} widthPx={width} />}
      </div>
      <figcaption>
        <p id={summaryId} className={classes.summary}>
          {describeChart(shape, figures, formats)}
        </p>
        {other !== undefined && <p className={classes.leftOut}>{other}</p>}
        {overlap !== undefined && <p className={classes.leftOut}>{overlap}</p>}
        {leftOut !== undefined && (
          <p className={classes.leftOut} data-printed="the table is on screen, not printed here">
            {leftOut}
          </p>
        )}
        {shape.kind === 'line' && !shape.hasMarks && (
          <p className={classes.leftOut} data-noprint>
            There are too many points to select one. The table has every figure.
          </p>
        )}
      </figcaption>
    </figure>
  );
}

/** The visible tooltip of a mark; screen readers get the same text as the mark's name. */
function Hint({ text, xPx, yPx, widthPx }: MarkHint & { widthPx: number }) {
  const half = Math.min(widthPx, measureText(text) + 20) / 2;
  const left = Math.min(Math.max(xPx, half), Math.max(half, widthPx - half));
  return (
    <div className={classes.hint} aria-hidden style={{ left, top: yPx - 6 }}>
      {text}
    </div>
  );
}

/** Memoised so that showing a tooltip does not redraw it: a long line has thousands of marks. */
const Drawing = memo(function Drawing({ shape, ...props }: DrawingProps) {
  if (shape.kind === 'number') return <BigNumber {...props} />;
  if (shape.kind === 'pie') return <PieChart shape={shape} {...props} />;
  if (shape.kind === 'line') return <LineChart shape={shape} {...props} />;
  if (shape.kind !== 'bars') return null;
  return shape.direction === 'horizontal' ? (
    <HorizontalBars shape={shape} {...props} />
  ) : (
    <VerticalBars shape={shape} {...props} />
  );
});
