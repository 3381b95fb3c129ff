import { LinePath } from '@visx/shape';
import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { CompareKey } from './CompareKey.tsx';
import { GoalLine } from './GoalLine.tsx';
import { Legend } from './Legend.tsx';
import { Mark } from './Mark.tsx';
import { measureText } from './measure-text.ts';
import { coloursOf, dashOf } from './palette.ts';
import { placeHitAreas } from './place-hit-areas.ts';
import { evenPoints, linearScale } from './scales.ts';
import type { ChartShape } from './shape-chart.ts';
import { extentOf, withBeside } from './stack.ts';
import { TimeAxis } from './TimeAxis.tsx';
import { tickText, timeTicks } from './time-axis.ts';
import { wordsOfBefore } from './words-of-before.ts';
import { ValueAxis } from './ValueAxis.tsx';
import { valueTicks } from './value-ticks.ts';

type Lines = Extract<ChartShape, { kind: 'line' }>;

const axisHeightPx = 26;
const topPx = 8;
/** Lines with more points show dots only at the pointer or focus, and for isolated points. */
const maxDots = 60;
/** Minimum space beside the first and the last point, for half of their dots. */
const sidePx = 6;

/** Lines over time. A period without a value is a gap; a value between two gaps is a dot. */
export function LineChart({
  shape,
  figures,
  formats,
  widthPx,
  label,
  describedBy,
  linkOf,
  role,
  heightPx,
  legend,
  beside: { compared, goal, reach = [] },
}: DrawingProps<Lines>) {
  const { groups, series, gaps } = shape;
  const isSplit = figures.seriesColumn !== undefined;
  const colours = coloursOf(series);
  const before = compared?.hasGroups ? groups.map(({ key }) => compared.valueOf(key)) : undefined;
  const domain = withBeside(extentOf(series, 'grouped'), [goal?.value, ...(before ?? []), ...reach]);
  const y = linearScale({ domain, range: [heightPx, topPx], nice: 5 });
  const ticks = valueTicks(y, 5, figures.measure);
  const left = Math.max(...ticks.map((tick) => measureText(formats.tick(tick)))) + 10;
  const last = groups.length - 1;
  const textOf = tickText(groups, figures, formats);
  const halfOf = (index: number, before?: number) => measureText(textOf(index, before)) / 2;
  const start = left + Math.max(sidePx, halfOf(0) - left + 4);
  const place = (endPx: number) => {
    const at = evenPoints(groups.length, [start, endPx]);
    return { at, labels: timeTicks(groups, figures, { formats, middleOf: at, endPx: widthPx }) };
  };
  const withRoom = place(widthPx - Math.max(sidePx, halfOf(last, last === 0 ? undefined : last - 1)));
  // Leave room for the label of the last period if it has one.
  const { at, labels } = withRoom.labels.at(-1)?.index === last ? withRoom : place(widthPx - sidePx);
  const isLong = groups.length > maxDots;
  const dotClass = (isAlone: boolean) =>
    [classes.dot, hitAreas && classes.within, isLong && !isAlone && classes.quiet].filter(Boolean).join(' ');
  const hitAreas = shape.hasMarks
    ? placeHitAreas(series, { xOf: at, yOf: y, top: topPx, bottom: heightPx, right: widthPx, left })
    : undefined;

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
        {before !== undefined && (
          <LinePath
            data={brokenAt(gaps, before)}
            x={({ index }) => at(index)}
            y={({ value }) => y(value ?? 0)}
            defined={({ value }) => value !== null}
            stroke="var(--series-rest)"
            strokeWidth={2}
            strokeDasharray="6 3"
            fill="none"
            pointerEvents="none"
          />
        )}
        {series.map(({ key, values, label: name }, line) => (
          <g key={line}>
            <LinePath
              data={brokenAt(gaps, values)}
              x={({ index }) => at(index)}
              y={({ value }) => y(value ?? 0)}
              defined={({ value }) => value !== null}
              stroke={colours[line]}
              strokeWidth={2.25}
              strokeDasharray={series.length > 1 ? dashOf(line) : undefined}
              fill="none"
              // Lines must not block hovering over the points of earlier lines.
              pointerEvents="none"
            />
            {values.map((value, index) => {
              const isAlone = isIsolated(values, index, gaps);
              if (value === null || !(shape.hasMarks || isAlone)) return null;
              const hitArea = hitAreas?.[line]![index];
              const middle = { cx: at(index), cy: y(value) };
              return (
                <Mark
                  key={index}
                  label={`${groups[index]!.label}${isSplit ? `, ${name}` : ''}: ${formats.number(value)}${wordsOfBefore(before?.[index], formats)}`}
                  href={linkOf(groups[index]!.key, isSplit ? key : undefined)}
                  group={index}
                  series={line}
                >
                  {hitArea !== undefined && <rect className={classes.hitArea} {...hitArea} />}
                  <circle className={dotClass(isAlone)} {...middle} r={4} fill={colours[line]} data-hint-at />
                  {hitArea === undefined && <circle className={classes.hitArea} {...middle} r={12} />}
                </Mark>
              );
            })}
          </g>
        ))}
        {goal !== undefined && (
          <GoalLine {...{ goal, formats }} from={{ x: left, y: y(goal.value) }} to={{ x: widthPx, y: y(goal.value) }} />
        )}
      </svg>
      {before !== undefined && <CompareKey kind="lines" name={compared!.name} />}
      {isSplit && (
        <Legend
          kind="lines"
          entries={series.map(({ key, label: name }, index) => ({ key, label: name, colour: colours[index]! }))}
          {...legend}
        />
      )}
    </>
  );
}

/** Breaks a line between points that are not adjacent periods. */
function brokenAt(gaps: ReadonlySet<number>, values: readonly (number | null)[]) {
  return values.flatMap((value, index) => [...(gaps.has(index) ? [{ index, value: null }] : []), { index, value }]);
}

function isIsolated(values: readonly (number | null)[], index: number, gaps: ReadonlySet<number>): boolean {
  const before = gaps.has(index) ? null : values[index - 1];
  const after = gaps.has(index + 1) ? null : values[index + 1];
  return (before ?? null) === null && (after ?? null) === null;
}
