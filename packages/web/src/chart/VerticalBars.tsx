import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { CompareKey } from './CompareKey.tsx';
import { GoalLine } from './GoalLine.tsx';
import { Legend } from './Legend.tsx';
import { Mark } from './Mark.tsx';
import { fontSizePx, measureText } from './measure-text.ts';
import { labelColourOf, paintBox, paintsOf } from './palette.ts';
import { linearScale } from './scales.ts';
import type { ChartShape } from './shape-chart.ts';
import { extentOf, stackParts, sumOfParts, withBeside } from './stack.ts';
import { placeBars } from './place-bars.ts';
import { TimeAxis } from './TimeAxis.tsx';
import { timeTicks } from './time-axis.ts';
import { wordsOfBefore } from './words-of-before.ts';
import { ValueAxis } from './ValueAxis.tsx';
import { valueTicks } from './value-ticks.ts';

type Bars = Extract<ChartShape, { kind: 'bars' }>;

const axisHeightPx = 26;
const topPx = 8;
/** The share of its place that a bar leaves to that of the period before. */
const beforeShare = 0.4;

/**
 * Vertical bars, in time order from left to right. A period without records keeps its place and shows as a sliver; a
 * period that the question excludes leaves its place empty. Groups that are not periods are set apart and always
 * labelled.
 */
export function VerticalBars({
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
}: DrawingProps<Bars>) {
  const { groups, series, arrangement } = shape;
  const isSplit = figures.seriesColumn !== undefined;
  const paints = paintsOf(series);
  const before = compared?.hasGroups ? groups.map(({ key }) => compared.valueOf(key)) : undefined;
  const domain = withBeside(extentOf(series, arrangement), [goal?.value, ...(before ?? []), ...reach]);
  const y = linearScale({ domain, range: [heightPx, topPx], nice: 5 });
  const ticks = valueTicks(y, 5, figures.measure);
  const left = Math.max(...ticks.map((tick) => measureText(formats.tick(tick)))) + 10;
  const { bars, apart, spans } = placeBars(groups, { left, right: widthPx, measure: measureText });
  const periods = groups.slice(0, groups.length - apart.length);
  const middleOf = (index: number) => bars[index]!.left + bars[index]!.width / 2;
  // Period labels stay clear of the groups that are set apart.
  const labels = timeTicks(periods, figures, { formats, middleOf, endPx: spans[1]?.[0] ?? widthPx });

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
        <ValueAxis {...{ ticks, y, left, formats, spans }} />
        {groups.map(({ label: name }, index) => (
          <g key={index}>
            {before !== undefined && barBefore(index)}
            {arrangement === 'stacked' ? stackedBar(index) : groupedBars(index)}
            {index >= periods.length && (
              <text x={middleOf(index)} y={heightPx + 18} textAnchor="middle" className={classes.text}>
                {apart[index - periods.length]}
                {apart[index - periods.length] !== name && <title>{name}</title>}
              </text>
            )}
          </g>
        ))}
        <TimeAxis {...{ labels }} y={heightPx + 18} />
        {goal !== undefined && (
          <GoalLine {...{ goal, formats }} from={{ x: left, y: y(goal.value) }} to={{ x: widthPx, y: y(goal.value) }} />
        )}
      </svg>
      {before !== undefined && <CompareKey kind="areas" name={compared!.name} />}
      {isSplit && (
        <Legend
          kind="areas"
          entries={series.map(({ key, label: name }, at) => ({ key, label: name, ...paints[at]! }))}
          {...legend}
        />
      )}
    </>
  );

  function stackedBar(index: number) {
    if (sumOfParts(series, index) === null) return null;
    const parts = stackParts(series, index);
    const place = placeOf(index);
    if (parts.length === 0) return bar({ index, at: 0, from: 0, to: 0, ...place });
    return parts.map(({ series: at, from, to }) => bar({ index, at, from, to, ...place, hasGap: parts.length > 1 }));
  }

  /** The place of a bar: beside that of the period before, if there is one. */
  function placeOf(index: number) {
    const place = bars[index]!;
    if (before === undefined) return place;
    const asideWidth = place.width * beforeShare;
    return { left: place.left + asideWidth, width: place.width - asideWidth };
  }

  function barBefore(index: number) {
    const value = before![index];
    if (value === null || value === undefined || value === 0) return null;
    const place = bars[index]!;
    const [top, bottom] = [Math.min(y(0), y(value)), Math.max(y(0), y(value))];
    const width = Math.max(1, place.width * beforeShare - 1);
    return <rect x={place.left} y={top} width={width} height={bottom - top} rx={2} fill="var(--series-rest)" />;
  }

  function groupedBars(index: number) {
    const place = placeOf(index);
    const width = place.width / series.length;
    return series.map(({ values }, at) => {
      const value = values[index] ?? null;
      return value === null
        ? null
        : bar({ index, at, from: 0, to: value, left: place.left + at * width, width: width - 1 });
    });
  }

  function bar({ index, at, from, to, left: barLeft, width: slotWidth, hasGap = false }: BarPlace) {
    // Many series in a narrow slot leave less than the gap between them.
    const width = Math.max(1, slotWidth);
    const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
    const height = Math.max(1.5, bottom - top - (hasGap ? 1.5 : 0));
    const text = formats.number(series[at]!.values[index] ?? 0);
    const hasRoom = isSplit && height >= fontSizePx + 4 && measureText(text) + 4 <= width;
    const name = isSplit && from !== to ? `, ${series[at]!.label}` : '';
    return (
      <Mark
        key={at}
        label={`${groups[index]!.label}${name}: ${text}${wordsOfBefore(before?.[index], formats)}`}
        href={linkOf(groups[index]!.key, name === '' ? undefined : series[at]!.key)}
        group={index}
        series={at}
      >
        <rect
          {...paintBox({ x: barLeft, y: Math.min(top, heightPx - height), width, height }, paints[at]!)}
          rx={Math.min(2, width / 4)}
        />
        {hasRoom && (
          <text
            x={barLeft + width / 2}
            y={Math.min(top, heightPx - height) + height / 2}
            dy="0.34em"
            textAnchor="middle"
            className={classes.inside}
            fill={labelColourOf(paints[at]!)}
          >
            {text}
          </text>
        )}
      </Mark>
    );
  }
}

interface BarPlace {
  index: number;
  /** The series index. */
  at: number;
  from: number;
  to: number;
  left: number;
  width: number;
  hasGap?: boolean;
}
