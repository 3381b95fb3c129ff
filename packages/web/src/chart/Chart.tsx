import { useElementSize } from '@mantine/hooks';
import type { Answer, RecordType } from '@tallyhook/schemas';
import { useId, useMemo } from 'react';
import { AnswerTable } from './AnswerTable.tsx';
import { BigNumber } from './BigNumber.tsx';
import classes from './Chart.module.css';
import { describeChart } from './describe-chart.ts';
import { readFigures, type Figures } from './figures.ts';
import type { Formats } from './formats.ts';
import { LineChart } from './LineChart.tsx';
import { LyingBars } from './LyingBars.tsx';
import { PieChart } from './PieChart.tsx';
import { shapeChart, type ChartKind, type ChartShape } from './shape-chart.ts';
import { StandingBars } from './StandingBars.tsx';

export interface ChartProps {
  /** What the chart is called; the report's name. */
  name: string;
  chart: ChartKind;
  answer: Answer;
  types: readonly RecordType[];
  formats: Formats;
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
}

/** Draws an answer. Its name and one sentence are there for everybody; {@link AnswerTable} has the same figures. */
export function Chart({ name, chart, answer, types, formats }: ChartProps) {
  const { ref, width } = useElementSize();
  const summaryId = useId();
  const figures = useMemo(() => readFigures(answer, types, formats), [answer, types, formats]);
  const shape = useMemo(() => shapeChart(chart, figures), [chart, figures]);
  if (shape.kind === 'table') return <AnswerTable name={name} answer={answer} types={types} formats={formats} />;
  if (shape.kind === 'words') return <p className={classes.words}>{shape.words}</p>;
  const leftOut = 'leftOut' in shape ? shape.leftOut : undefined;
  return (
    <figure className={classes.figure} ref={ref}>
      {width > 0 && (
        <Drawing
          {...{ shape, figures, formats, describedBy: summaryId, label: name }}
          // Whole pixels, so that a bar at its edge makes no scroll bar.
          widthPx={Math.floor(width)}
        />
      )}
      <figcaption>
        <p id={summaryId} className={classes.summary}>
          {describeChart(shape, figures, formats)}
        </p>
        {leftOut !== undefined && <p className={classes.leftOut}>{leftOut}</p>}
      </figcaption>
    </figure>
  );
}

function Drawing({ shape, ...props }: DrawingProps) {
  if (shape.kind === 'number') return <BigNumber {...props} />;
  if (shape.kind === 'pie') return <PieChart shape={shape} {...props} />;
  if (shape.kind === 'line') return <LineChart shape={shape} {...props} />;
  if (shape.kind !== 'bars') return null;
  return shape.direction === 'lying' ? (
    <LyingBars shape={shape} {...props} />
  ) : (
    <StandingBars shape={shape} {...props} />
  );
}
