import type { Field } from '@tallyhook/schemas';
import type { Measure } from '../normalize/normalized-question.ts';
import { distinctMeasures, measuredFields, measuredPlace } from '../plan/plan.ts';
import { roundMeasure } from './round.ts';

/** Totals of one group, or of all records, as parts that can be added up. */
export interface Cell {
  /** The number of records. */
  count: number;
  /** One per measured field. */
  values: ValueParts[];
  /** One per distinct measure. Never added: only the database can unite sets. */
  different: number[];
}

export interface ValueParts {
  count: number;
  sum: number;
  /** Rounding error of `sum` so far; add it to get the exact sum. */
  rest: number;
  /** Sum of the negative values, tracked only where values may cancel out; otherwise 0. */
  negative: number;
  low?: Extreme;
  high?: Extreme;
}

type Extreme = number | Date;

export function emptyCell(measures: readonly Measure[]): Cell {
  return {
    count: 0,
    values: measuredFields(measures).map(emptyParts),
    different: distinctMeasures(measures).map(() => 0),
  };
}

export const emptyParts = (): ValueParts => ({ count: 0, sum: 0, rest: 0, negative: 0 });

/** Adds the records and values of another cell. */
export function addCell(to: Cell, from: Cell): void {
  to.count += from.count;
  to.values.forEach((parts, index) => addParts(parts, from.values[index]!));
}

function addParts(to: ValueParts, { count, sum, rest, negative, low, high }: ValueParts): void {
  to.count += count;
  to.rest += rest + roundedOff(to.sum, sum);
  to.sum += sum;
  to.negative += negative;
  if (low !== undefined && (to.low === undefined || low < to.low)) to.low = low;
  if (high !== undefined && (to.high === undefined || high > to.high)) to.high = high;
}

/** The rounding error of adding two doubles (Knuth, The Art of Computer Programming, volume 2, 4.2.2, theorem B). */
function roundedOff(one: number, other: number): number {
  const total = one + other;
  const part = total - one;
  return one - (total - part) + (other - part);
}

/** A measure as the answer shows it. Counts and sums of nothing are 0; other measures without values are null. */
export function measureOf(cell: Cell, { fn, field, name }: Measure, measures: readonly Measure[]): Measured {
  if (field === undefined) return cell.count;
  if (fn === 'distinct') return cell.different[distinctMeasures(measures).findIndex((other) => other.name === name)]!;
  const { count, sum, rest, negative, low, high } = cell.values[measuredPlace(field, measures)]!;
  const magnitude = sum - 2 * negative;
  switch (fn) {
    case 'count':
      return count;
    case 'sum':
      return roundMeasure(sum + rest, magnitude);
    case 'avg':
      return count === 0 ? null : roundMeasure((sum + rest) / count, magnitude / count);
    case 'min':
      return shown(low, field);
    case 'max':
      return shown(high, field);
  }
}

export type Measured = number | string | null;

function shown(value: Extreme | undefined, { kind }: Field): Measured {
  if (value === undefined) return null;
  if (typeof value === 'number') return value;
  return value.toISOString().slice(0, kind === 'day' ? 10 : undefined);
}
