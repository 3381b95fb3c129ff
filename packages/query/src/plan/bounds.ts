import type { Field } from '@tallyhook/schemas';
import type { Bounds, Filter } from '../normalize/normalized-question.ts';

/** Bounds of a field in matching records, if top-level conditions of the filter set them. */
export function boundsOf(field: Field, filter: Filter): Bounds {
  const ranges = rangesOn(field, filter);
  const lower = ranges.map(({ gt, gte }) => gt ?? gte).filter((bound) => bound instanceof Date);
  const upper = ranges.map(({ lt, lte }) => lt ?? lte).filter((bound) => bound instanceof Date);
  return {
    ...(lower.length === 0 ? {} : { gte: new Date(Math.max(...lower.map(Number))) }),
    ...(upper.length === 0 ? {} : { lte: new Date(Math.min(...upper.map(Number))) }),
  };
}

function rangesOn(field: Field, filter: Filter): Bounds[] {
  if ('all' in filter) return filter.all.flatMap((part) => rangesOn(field, part));
  return 'test' in filter && filter.test === 'range' && filter.field.name === field.name ? [filter] : [];
}
