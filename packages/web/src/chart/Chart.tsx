import { useElementSize } from '@mantine/hooks';
import type { Answer, RecordType, ReportGoal } from '@tallyhook/schemas';
import { memo, useCallback, useId, useMemo, useState } from 'react';
import type { RecordsOf } from '../records/records-link.ts';
import { AnswerNotes } from './AnswerNotes.tsx';
import { AnswerTable } from './AnswerTable.tsx';
import { BigNumber } from './BigNumber.tsx';
import classes from './Chart.module.css';
import { readCompared, type Beside } from './compared.ts';
import { describeBeside } from './describe-beside.ts';
import { describeChart } from './describe-chart.ts';
import { describeOther } from './describe-other.ts';
import { describeOverlap } from './describe-overlap.ts';
import { readFigures, type Figures, type Sizes } from './figures.ts';
import type { Formats } from './formats.ts';
import { restKey, type Key } from './group-keys.ts';
import { LineChart } from './LineChart.tsx';
import { hideSeries, toggleSeries } from './hide-series.ts';
import { Hint } from './Hint.tsx';
import { hintRows } from './hint-rows.ts';
import type { LegendProps } from './Legend.tsx';
import { HorizontalBars } from './HorizontalBars.tsx';
import { PieChart } from './PieChart.tsx';
import { restOf, shapeChart, type ChartKind, type ChartShape } from './shape-chart.ts';
import { VerticalBars } from './VerticalBars.tsx';
import { useFreeHeight } from './use-free-height.ts';
import { useMarks } from './use-marks.ts';

export interface ChartProps {
  /** The accessible name of the chart: the report's name. */
  name: string;
  chart: ChartKind;
  answer: Answer;
  types: readonly RecordType[];
  formats: Formats;
  /** The address of the records behind a figure; without it, figures are not links. */
  recordsOf?: RecordsOf | undefined;
  /** Whether it takes the height that is left in the window; otherwise it has the height of a tile. */
  isFilling?: boolean;
  /** The value that the measure should reach. */
  goal?: ReportGoal | undefined;
  /** What makes it look like the chart of another answer. */
  alongside?: Alongside | undefined;
}

/** What two charts have in common: how far their axes reach, and which groups come first. */
export interface Alongside {
  reach: readonly number[];
  sizes: Sizes;
}

/** Props of every drawing. */
export interface DrawingProps<Shape extends ChartShape = ChartShape> {
  shape: Shape;
  figures: Figures;
  formats: Formats;
  widthPx: number;
  /** The height of the drawing without its axis; rows of bars may need more. */
  heightPx: number;
  /** The series that are switched off, and how to switch one. */
  legend: Pick<LegendProps, 'hidden' | 'onToggle'>;
  /** The goal, and the period before. */
  beside: Beside;
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
export function Chart({
  name,
  chart,
  answer,
  types,
  formats,
  recordsOf,
  isFilling = false,
  goal,
  alongside,
}: ChartProps) {
  const { ref, width } = useElementSize();
  const { root, hint, on } = useMarks<HTMLDivElement>();
  const heightPx = useFreeHeight(root, isFilling);
  const summaryId = useId();
  const figures = useMemo(
    () => ({ ...readFigures(answer, types, formats), sizes: alongside?.sizes }),
    [answer, types, formats, alongside],
  );
  const shape = useMemo(() => shapeChart(chart, figures), [chart, figures]);
  const beside = useMemo(
    () => ({ compared: readCompared(answer, figures, formats), goal, reach: alongside?.reach }),
    [answer, figures, formats, goal, alongside],
  );
  const [hidden, setHidden] = useState<ReadonlySet<Key>>(new Set());
  const shown = useMemo(() => hideSeries(shape, hidden), [shape, hidden]);
  const onToggle = useCallback((key: Key, all: readonly Key[]) => setHidden((now) => toggleSeries(now, key, all)), []);
  const legend = useMemo(() => ({ hidden, onToggle }), [hidden, onToggle]);
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
  if (shape.kind === 'table') return <AnswerTable {...{ name, answer, types, formats, recordsOf, goal }} />;
  const notes = <AnswerNotes {...{ answer, formats }} isFilled={figures.isFilled} />;
  if (shape.kind === 'words') {
    return (
      <>
        {notes}
        <p className={classes.words}>{shape.words}</p>
      </>
    );
  }
  const measureFormats = formats.as(figures.measure.format);
  const leftOut = 'leftOut' in shape ? shape.leftOut : undefined;
  const overlap = figures.addsUp ? describeOverlap(answer, shape) : undefined;
  // A line chart does not draw the "all others" period.
  const other = describeOther(answer, types, (column) => shape.kind !== 'line' || column !== figures.groupColumn);
  return (
    <figure className={classes.figure} ref={ref} data-chart={chart}>
      {notes}
      <div ref={root} className={classes.drawing} {...on}>
        {width > 0 && (
          <Drawing
            {...{ shape: shown, figures, describedBy: summaryId, label: name, linkOf, legend, heightPx, beside }}
            formats={measureFormats}
            role={recordsOf === undefined ? 'img' : 'group'}
            // Whole pixels, so that a bar at the edge does not cause a scroll bar.
            widthPx={Math.floor(width)}
          />
        )}
        {hint !== undefined && (
          <Hint
            mark={hint}
            rows={hintRows(shown, hint.group, { figures, formats: measureFormats })}
            chartWidthPx={width}
          />
        )}
      </div>
      <figcaption>
        <p id={summaryId} className={classes.summary}>
          {[describeChart(shape, figures, formats), describeBeside(shape, beside, figures, formats)]
            .filter(Boolean)
            .join(' ')}
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
