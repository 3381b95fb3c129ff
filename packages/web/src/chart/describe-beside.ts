import type { Beside } from './compared.ts';
import { describeChange, textOfChange } from './describe-change.ts';
import type { Figures } from './figures.ts';
import type { Formats } from './formats.ts';
import { isPeriodKey, type Key } from './group-keys.ts';
import type { ChartShape } from './shape-chart.ts';
import { sumOfParts } from './stack.ts';

/** What the goal and the period before say about the figures, in sentences. */
export function describeBeside(
  shape: ChartShape,
  { compared, goal }: Beside,
  figures: Figures,
  formats: Formats,
): string {
  const { measure, overall } = figures;
  const total = typeof overall === 'number' ? overall : null;
  const change = compared && describeChange(total, compared.overall, { name: compared.name, measure, formats });
  const sentences = [
    // A number has its change in a line of its own.
    shape.kind !== 'number' && change ? `All: ${textOfChange(change)}.` : undefined,
    goal && describeGoal(shape, { goal, figures, formats }),
  ];
  return sentences.filter(Boolean).join(' ');
}

function describeGoal(
  shape: ChartShape,
  {
    goal: { value, label = 'Goal' },
    figures,
    formats,
  }: { goal: NonNullable<Beside['goal']>; figures: Figures; formats: Formats },
): string {
  const named = `${label}: ${formats.as(figures.measure.format).number(value)}`;
  if (shape.kind === 'number') {
    const { overall } = figures;
    return typeof overall === 'number' && value !== 0 ? `${formats.share(overall / value)} of ${named}.` : `${named}.`;
  }
  if (!('series' in shape)) return `${named}.`;
  const isSplit = figures.seriesColumn !== undefined && !figures.hasTotals;
  if (isSplit) return `${named}.`;
  const isCounted = (key: Key) => isPeriodKey(key) || !figures.isOverTime;
  const values = shape.groups.flatMap(({ key }, index) => (isCounted(key) ? [sumOfParts(shape.series, index)] : []));
  const reached = values.filter((one) => one !== null && one >= value).length;
  return `${named}, reached in ${formats.number(reached)} of ${formats.number(values.length)}.`;
}
