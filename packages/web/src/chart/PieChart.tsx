import { Group } from '@visx/group';
import { Pie } from '@visx/shape';
import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { Legend } from './Legend.tsx';
import { Mark } from './Mark.tsx';
import { colourOf, labelColourOf } from './palette.ts';
import type { ChartShape, Slice } from './shape-chart.ts';

type PieShape = Extract<ChartShape, { kind: 'pie' }>;

/** Smaller slices have no room for text; the legend shows it. */
const minPartWithText = 0.07;

/** A pie chart, largest slice first, clockwise from the top. Groups that share records have no percentages. */
export function PieChart({
  shape,
  formats,
  widthPx,
  label,
  describedBy,
  linkOf,
  role,
  heightPx,
}: DrawingProps<PieShape>) {
  const { slices } = shape;
  const sizePx = Math.min(heightPx, widthPx);
  const radius = sizePx / 2;
  const colour = (slice: Slice) => (slice.isRest ? 'var(--series-rest)' : colourOf(slice.place));
  return (
    <>
      <svg
        className={classes.svg}
        width={widthPx}
        height={sizePx}
        role={role}
        aria-label={label}
        aria-describedby={describedBy}
      >
        <Group left={widthPx / 2} top={radius}>
          <Pie data={slices} pieValue={({ size }) => size} pieSort={null} outerRadius={radius - 2}>
            {({ arcs, path }) =>
              arcs.map((arc) => {
                const [centreX, centreY] = path.centroid(arc);
                return (
                  <Mark
                    key={arc.index}
                    label={nameOf(arc.data)}
                    href={arc.data.value === null ? undefined : linkOf(arc.data.key)}
                  >
                    <path
                      d={path(arc) ?? ''}
                      fill={colour(arc.data)}
                      stroke="var(--mantine-color-body)"
                      strokeWidth={slices.length > 1 ? 2 : 0}
                    />
                    {(arc.endAngle - arc.startAngle) / (2 * Math.PI) >= minPartWithText && (
                      <text
                        x={centreX * 1.2}
                        y={centreY * 1.2}
                        dy="0.34em"
                        textAnchor="middle"
                        className={classes.inside}
                        fill={labelColourOf({ colour: colour(arc.data), isHollow: false })}
                      >
                        {inside(arc.data)}
                      </text>
                    )}
                  </Mark>
                );
              })
            }
          </Pie>
        </Group>
      </svg>
      <Legend
        kind="areas"
        entries={slices.map((slice) => ({
          key: slice.key,
          label: describe(slice),
          colour: colour(slice),
        }))}
      />
    </>
  );

  function nameOf({ label: name, value, share }: Slice): string {
    if (value === null) return name;
    return `${name}: ${formats.number(value)}${share === null ? '' : `, ${formats.share(share)}`}`;
  }

  function inside({ value, share }: Slice): string {
    if (share !== null) return formats.share(share);
    return value === null ? '' : formats.number(value);
  }

  function describe({ label: name, value, share }: Slice): string {
    if (value === null) return name;
    return `${name} · ${formats.number(value)}${share === null ? '' : ` (${formats.share(share)})`}`;
  }
}
