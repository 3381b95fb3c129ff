import { scaleLinear, scalePoint } from '@visx/scale';
import { LinePath } from '@visx/shape';
import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { Legend } from './Legend.tsx';
import { Mark } from './Mark.tsx';
import { measureText } from './measure-text.ts';
import { coloursOf, dashOf } from './palette.ts';
import type { ChartShape } from './shape-chart.ts';
import { extentOf } from './stack.ts';
import { TimeAxis } from './TimeAxis.tsx';
import { tickText, timeTicks } from './time-axis.ts';
import { ValueAxis } from './ValueAxis.tsx';
import { valueTicks } from './value-ticks.ts';

type Lines = Extract<ChartShape, { kind: 'line' }>;

const heightPx = 220;
const axisHeightPx = 26;
const topPx = 8;
/** More points than this are a line without dots, but for those that stand alone. */
const mostDots = 60;

/** Lines over time. A period without a value is a gap; a value between two gaps is a dot. */
export function LineChart({ shape, figures, formats, widthPx, label, describedBy, linkOf, role }: DrawingProps<Lines>) {
  const { groups, series } = shape;
  const isSplit = figures.seriesColumn !== undefined;
  const colours = coloursOf(series);
  const y = scaleLinear({ domain: extentOf(series, 'beside'), range: [heightPx, topPx], nice: 5 });
  const ticks = valueTicks(y, 5, figures.measure);
  const left = Math.max(...ticks.map((tick) => measureText(formats.tick(tick)))) + 10;
  const last = groups.length - 1;
  const textOf = tickText(groups, figures, formats);
  const [first, end] = [textOf(0), textOf(last, last === 0 ? undefined : last - 1)].map(
    (text) => measureText(text) / 2,
  );
  const x = scalePoint({
    domain: groups.map((_, index) => index),
    range: [left + Math.max(6, first! - left + 4), widthPx - Math.max(6, end!)],
  });
  const at = (index: number) => x(index) ?? 0;
  const labels = timeTicks(groups, figures, { formats, middleOf: at, endPx: widthPx });

  return (
    <>
      <svg
        className={classes.svg}
        width={widthPx}
        height={heightPx + axisHeightPx}
        role={role}
        aria-label={label}
        aria-describedby={describedBy}
      >
        <ValueAxis {...{ ticks, y, left, formats }} spans={[[left, widthPx]]} />
        <TimeAxis {...{ labels }} y={heightPx + 18} />
        {series.map(({ key, values, label: name }, line) => (
          <g key={line}>
            <LinePath
              data={values}
              x={(_, index) => at(index)}
              y={(value) => y(value ?? 0)}
              defined={(value) => value !== null}
              stroke={colours[line]}
              strokeWidth={2.25}
              strokeDasharray={series.length > 1 ? dashOf(line) : undefined}
              fill="none"
            />
            {values.map((value, index) =>
              value === null || !(groups.length <= mostDots || standsAlone(values, index)) ? null : (
                <Mark
                  key={index}
                  label={`${groups[index]!.label}${isSplit ? `, ${name}` : ''}: ${formats.number(value)}`}
                  href={linkOf(groups[index]!.key, isSplit ? key : undefined)}
                >
                  <circle className={classes.dot} cx={at(index)} cy={y(value)} r={4} fill={colours[line]} />
                  <circle className={classes.reach} cx={at(index)} cy={y(value)} r={12} />
                </Mark>
              ),
            )}
          </g>
        ))}
      </svg>
      {isSplit && (
        <Legend kind="lines" entries={series.map((one, index) => ({ label: one.label, colour: colours[index]! }))} />
      )}
    </>
  );
}

function standsAlone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}
