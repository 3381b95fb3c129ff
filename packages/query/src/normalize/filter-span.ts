import { dayMs, type DayNumber } from '../dates/days.ts';
import { dayAt, type Zone } from '../dates/zone.ts';
import type { FieldPath } from './find-field.ts';
import type { Bounds, Filter, Span } from './normalized-question.ts';

/**
 * The first and last instant that a matching record's date can have, if top-level conditions of the filter bound it.
 */
export function instantsOf(path: FieldPath, filter: Filter): Span {
  const ranges = boundsOn(path, filter);
  const first = ranges.flatMap(({ gt, gte }) => (gt ? [Number(gt) + 1] : gte ? [Number(gte)] : []));
  const last = ranges.flatMap(({ lt, lte }) => (lt ? [Number(lt) - 1] : lte ? [Number(lte)] : []));
  return {
    ...(first.length === 0 ? {} : { first: Math.max(...first) }),
    ...(last.length === 0 ? {} : { last: Math.min(...last) }),
  };
}

/** The first and last day of a matching record's date, if top-level conditions of the filter bound it. */
export function daysOf(path: FieldPath, filter: Filter, zone: Zone): Span {
  const dayOf = (instant: number): DayNumber =>
    path.field.kind === 'day' ? Math.floor(instant / dayMs) : dayAt(zone, instant);
  const { first, last } = instantsOf(path, filter);
  return {
    ...(first === undefined ? {} : { first: dayOf(first) }),
    ...(last === undefined ? {} : { last: dayOf(last) }),
  };
}

function boundsOn(path: FieldPath, filter: Filter): Bounds[] {
  if ('all' in filter) return filter.all.flatMap((part) => boundsOn(path, part));
  const isRelated = 'related' in filter;
  const test = isRelated ? filter.related : filter;
  if (!('test' in test) || test.test !== 'range' || test.field.name !== path.field.name) return [];
  return path.via?.field.name === (isRelated ? filter.via.name : undefined) ? [test] : [];
}
