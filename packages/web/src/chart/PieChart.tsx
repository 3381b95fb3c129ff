import { Group } from '@visx/group';
import { Pie } from '@visx/shape';
import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { Legend } from './Legend.tsx';
import { Mark } from './Mark.tsx';
import { colourOf } from './palette.ts';
import type { ChartShape, Slice } from './shape-chart.ts';

type PieShape = Extract<ChartShape, { kind: 'pie' }>;

const mostPx = 220;
/** Smaller slices have no room for their share; the legend says it. */
const leastShareWithText = 0.07;

/** Parts of a whole, the largest first, clockwise from the top. */
export function PieChart({ shape, formats, widthPx, label, describedBy, linkOf, role }: DrawingProps<PieShape>) {
  const { slices } = shape;
  const sizePx = Math.min(mostPx, widthPx);
  const radius = sizePx / 2;
  const colour = (slice: Slice, index: number) => (slice.isRest ? 'var(--series-rest)' : colourOf(index));
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
          <Pie data={slices} pieValue={({ value }) => value} pieSort={null} outerRadius={radius - 2}>
            {({ arcs, path }) =>
              arcs.map((arc) => {
                const [centreX, centreY] = path.centroid(arc);
                return (
                  <Mark key={arc.index} label={nameOf(arc.data)} href={linkOf(arc.data.key)}>
                    <path
                      d={path(arc) ?? ''}
                      fill={colour(arc.data, arc.index)}
                      stroke="var(--mantine-color-body)"
                      strokeWidth={slices.length > 1 ? 2 : 0}
                    />
                    {arc.data.share >= leastShareWithText && (
                      <text
                        x={centreX * 1.2}
                        y={centreY * 1.2}
                        dy="0.34em"
                        textAnchor="middle"
                        className={classes.inside}
                      >
                        {formats.share(arc.data.share)}
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
        entries={slices.map((slice, index) => ({ label: describe(slice), colour: colour(slice, index) }))}
      />
    </>
  );

  function nameOf({ label: name, value, share }: Slice): string {
    return `${name}: ${formats.number(value)}, ${formats.share(share)}`;
  }

  function describe({ label: name, value, share }: Slice): string {
    return `${name} · ${formats.number(value)} (${formats.share(share)})`;
  }
}
