import type { Answer } from '@tallyhook/schemas';
import type { ChartShape } from './shape-chart.ts';

/** Warns that groups sharing records may add up to more than the total; undefined if no groups share records. */
export function describeOverlap({ meta: { overlap } }: Answer, shape?: ChartShape): string | undefined {
  if (overlap.length === 0) return undefined;
  const words = 'A record can be in several groups, so the groups may add up to more than the total';
  if (shape?.kind === 'pie') return `${words}. Slices are not shares of a whole.`;
  return shape?.kind === 'bars' && shape.arrangement === 'stacked' && !shape.hasTotals
    ? `${words}. Bars have no totals.`
    : `${words}.`;
}
