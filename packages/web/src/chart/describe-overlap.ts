import type { Answer } from '@tallyhook/schemas';
import type { ChartShape } from './shape-chart.ts';

/** Says of groups that share records that they may add up to more than all; undefined where none do. */
export function describeOverlap({ meta: { overlap } }: Answer, shape?: ChartShape): string | undefined {
  if (overlap.length === 0) return undefined;
  const words = 'A record can be in several groups, so they may add up to more than all';
  if (shape?.kind === 'pie') return `${words}: slices are no shares of a whole.`;
  return shape?.kind === 'bars' && shape.arrangement === 'stacked' && !shape.hasTotals
    ? `${words}: bars have no totals.`
    : `${words}.`;
}
