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
import { LyingBars } from './LyingBars.tsx';
import { measureText } from './measure-text.ts';
import { PieChart } from './PieChart.tsx';
import { restOf, shapeChart, type ChartKind, type ChartShape } from './shape-chart.ts';
import { StandingBars } from './StandingBars.tsx';
import { useMarks, type MarkHint } from './use-marks.ts';

export interface ChartProps {
  /** What the chart is called; the report's name. */
  name: string;
  chart: ChartKind;
  answer: Answer;
  types: readonly RecordType[];
  formats: Formats;
  /** The address of the records behind a figure; without it, figures lead nowhere. */
  recordsOf?: RecordsOf | undefined;
}

/** What every drawing is given. */
export interface DrawingProps<Shape extends ChartShape = ChartShape> {
  shape: Shape;
  figures: Figures;
  formats: Formats;
  widthPx: number;
  /** For the drawing: its name and the id of what describes it. */
  label: string;
  describedBy: string;
  /** Where the records of a group are; undefined where there is no one place. */
  linkOf: LinkOf;
  /** What the drawing is to those who hear it: an image, or where its marks are links, a group of them. */
  role: 'img' | 'group';
}

/** The address of the records of a group, or of one part of it. */
export type LinkOf = (group?: Key, series?: Key) => string | undefined;

/** Draws an answer. Its name and one sentence are there for everybody; {@link AnswerTable} has the same figures. */
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
  // A line has no place for all other periods.
  const other = describeOther(answer, types, (column) => shape.kind !== 'line' || column !== figures.groupColumn);
  return (
    <figure className={classes.figure} ref={ref}>
      {notes}
      <div ref={root} className={classes.drawing} {...on}>
        {width > 0 && (
          <Drawing
            {...{ shape, figures, formats, describedBy: summaryId, label: name, linkOf }}
            role={recordsOf === undefined ? 'img' : 'group'}
            // Whole pixels, so that a bar at its edge makes no scroll bar.
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
          <p className={classes.leftOut} data-printed="on a screen, it is not printed here">
            {leftOut}
          </p>
        )}
        {shape.kind === 'line' && !shape.hasMarks && (
          <p className={classes.leftOut} data-noprint>
            There are too many points to point at one: the table has every figure.
          </p>
        )}
      </figcaption>
    </figure>
  );
}

/** The text of a mark above it, for those who look; those who hear have it as the name of the mark. */
function Hint({ text, xPx, yPx, widthPx }: MarkHint & { widthPx: number }) {
  const half = Math.min(widthPx, measureText(text) + 20) / 2;
  const left = Math.min(Math.max(xPx, half), Math.max(half, widthPx - half));
  return (
    <div className={classes.hint} aria-hidden style={{ left, top: yPx - 6 }}>
      {text}
    </div>
  );
}

/** Drawn again where what it shows is another, not with each hint: a long line has thousands of marks. */
const Drawing = memo(function Drawing({ shape, ...props }: DrawingProps) {
  if (shape.kind === 'number') return <BigNumber {...props} />;
  if (shape.kind === 'pie') return <PieChart shape={shape} {...props} />;
  if (shape.kind === 'line') return <LineChart shape={shape} {...props} />;
  if (shape.kind !== 'bars') return null;
  return shape.direction === 'lying' ? (
    <LyingBars shape={shape} {...props} />
  ) : (
    <StandingBars shape={shape} {...props} />
  );
});
