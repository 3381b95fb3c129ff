import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { cutLabel } from './cut-label.ts';
import { CompareKey } from './CompareKey.tsx';
import { GoalLine } from './GoalLine.tsx';
import { Legend } from './Legend.tsx';
import { Mark } from './Mark.tsx';
import { measureText } from './measure-text.ts';
import { labelColourOf, paintBox, paintsOf } from './palette.ts';
import { evenBands, linearScale } from './scales.ts';
import type { ChartShape } from './shape-chart.ts';
import { extentOf, stackParts, sumOfParts, withBeside } from './stack.ts';
import { wordsOfBefore } from './words-of-before.ts';
import { fittingTicks } from './value-ticks.ts';

type Bars = Extract<ChartShape, { kind: 'bars' }>;

/** Row height shrinks with the number of rows, down to the minimum readable one. */
const [minRowPx, maxRowPx] = [30, 72];
/** The highest a row is, as a share of the chart's height. */
const maxRowShare = 0.2;
/** The share of a chart's height that a few rows take. */
const rowsShare = 0.8;
/** The share of its row that a bar leaves to that of the period before. */
const beforeShare = 0.35;
const groupedRowHeightPx = 16;
const axisHeightPx = 24;
/** Maximum share of the width for labels; the table shows them in full. */
const labelShare = 0.35;

/** Horizontal bars: one row per group, with its label on the left and its value at the end. */
export function HorizontalBars({
  shape,
  figures,
  formats,
  widthPx,
  label,
  describedBy,
  linkOf,
  role,
  heightPx: givenPx,
  legend,
  beside: { compared, goal, reach = [] },
}: DrawingProps<Bars>) {
  const { groups, series, arrangement, hasTotals } = shape;
  const isSplit = figures.seriesColumn !== undefined;
  const evenPx = Math.min(maxRowPx, givenPx * maxRowShare, Math.max(minRowPx, (givenPx * rowsShare) / groups.length));
  const rowPx =
    arrangement === 'grouped' && isSplit ? Math.max(evenPx, series.length * groupedRowHeightPx + 8) : evenPx;
  const heightPx = groups.length * rowPx;
  const paints = paintsOf(series);
  const before = compared?.hasGroups ? groups.map(({ key }) => compared.valueOf(key)) : undefined;
  const extent = withBeside(extentOf(series, arrangement), [goal?.value, ...(before ?? []), ...reach]);

  const labelPx = Math.min(labelShare * widthPx, Math.max(...groups.map((group) => measureText(group.label))) + 2);
  const valuePx = Math.max(...extent.map((end) => measureText(formats.number(end)))) + 12;
  const x = linearScale({
    domain: extent,
    range: [labelPx + 10, Math.max(labelPx + 40, widthPx - valuePx)],
  });
  const bands = evenBands(groups.length, { range: [0, heightPx], padding: 0.28 });
  const ticks = fittingTicks(x, {
    max: Math.max(2, Math.floor(widthPx / 110)),
    measure: figures.measure,
    widthOf: (tick) => measureText(formats.tick(tick)),
  });

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
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(${x(tick)}, 0)`}>
            <line y2={heightPx} className={tick === 0 ? classes.zero : classes.grid} />
            <text y={heightPx + 16} textAnchor="middle" className={classes.text}>
              {formats.tick(tick)}
            </text>
          </g>
        ))}
        {groups.map((group, index) => {
          const top = bands.startOf(index);
          const middle = top + bands.width / 2;
          return (
            <g key={index}>
              <text x={labelPx} y={middle} dy="0.34em" textAnchor="end" className={classes.text}>
                <title>{group.label}</title>
                {cutLabel(group.label, labelPx, measureText)}
              </text>
              {before !== undefined && barBefore({ index, top, height: bands.width })}
              {arrangement === 'stacked' || !isSplit
                ? stackRow({ index, top, height: bands.width * (before === undefined ? 1 : 1 - beforeShare) })
                : groupedRow({ index, top, height: bands.width })}
            </g>
          );
        })}
        {goal !== undefined && (
          <GoalLine {...{ goal, formats }} from={{ x: x(goal.value), y: 0 }} to={{ x: x(goal.value), y: heightPx }} />
        )}
      </svg>
      {before !== undefined && <CompareKey kind="areas" name={compared!.name} />}
      {isSplit && (
        <Legend
          kind="areas"
          entries={series.map(({ key, label: name }, index) => ({ key, label: name, ...paints[index]! }))}
          {...legend}
        />
      )}
    </>
  );

  /** Below the bar, so that it covers nothing. */
  function barBefore({ index, top, height }: RowPlace) {
    const value = before![index];
    if (value === null || value === undefined || value === 0) return null;
    const [left, right] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
    const own = height * (1 - beforeShare);
    const place = { x: left, y: top + own + 1, width: right - left, height: Math.max(2, height - own - 2) };
    return <rect {...place} rx={2} fill="var(--series-rest)" />;
  }

  function stackRow({ index, top, height }: RowPlace) {
    const parts = stackParts(series, index);
    const total = sumOfParts(series, index);
    const end = Math.max(x(0), ...parts.map(({ to }) => x(to)));
    return (
      <>
        {parts.map(({ series: at, from, to }) => {
          const [left, right] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))];
          // A gap between the parts, so that they differ by more than colour.
          const width = Math.max(1, right - left - (parts.length > 1 ? 1.5 : 0));
          const text = formats.number(series[at]!.values[index] ?? 0);
          return (
            <Mark
              key={at}
              label={`${groups[index]!.label}${isSplit ? `, ${series[at]!.label}` : ''}: ${text}${wordsOfBefore(before?.[index], formats)}`}
              href={linkOf(groups[index]!.key, isSplit ? series[at]!.key : undefined)}
              group={index}
              series={at}
            >
              <rect {...paintBox({ x: left, y: top, width, height }, paints[at]!)} rx={2} />
              {isSplit && measureText(text) + 8 < width && (
                <text
                  x={left + width / 2}
                  y={top + height / 2}
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
        })}
        {(!isSplit || hasTotals || total === null) && (
          <text x={end + 6} y={top + height / 2} dy="0.34em" className={classes.text}>
            {total === null ? '–' : formats.number(total)}
          </text>
        )}
      </>
    );
  }

  function groupedRow({ index, top, height }: RowPlace) {
    const barPx = height / series.length;
    return series.map(({ label: name, values }, at) => {
      const value = values[index] ?? null;
      if (value === null) return null;
      const [left, right] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
      return (
        <Mark
          key={at}
          label={`${groups[index]!.label}, ${name}: ${formats.number(value)}`}
          href={linkOf(groups[index]!.key, series[at]!.key)}
          group={index}
          series={at}
        >
          <rect
            {...paintBox(
              { x: left, y: top + at * barPx, width: Math.max(1, right - left), height: barPx - 1.5 },
              paints[at]!,
            )}
            rx={1.5}
          />
          <text x={right + 5} y={top + at * barPx + barPx / 2} dy="0.3em" className={classes.text}>
            {formats.number(value)}
          </text>
        </Mark>
      );
    });
  }
}

interface RowPlace {
  index: number;
  top: number;
  height: number;
}
