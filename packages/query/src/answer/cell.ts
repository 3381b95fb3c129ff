import type { Field } from '@tallyhook/schemas';
import type { Measure } from '../normalize/normalized-question.ts';
import { distinctMeasures, measuredFields } from '../plan/plan.ts';
import { roundMeasure } from './round.ts';

/** What is known of one group, or of everything: parts that can be added up. */
export interface Cell {
  /** The number of records. */
  count: number;
  /** By measured field. */
  values: ValueParts[];
  /** By distinct measure; only the database can unite sets, so these are never added. */
  different: number[];
}

export interface ValueParts {
  count: number;
  sum: number;
  low?: Extreme;
  high?: Extreme;
}

type Extreme = number | Date;

export function emptyCell(measures: readonly Measure[]): Cell {
  return {
    count: 0,
    values: measuredFields(measures).map(() => ({ count: 0, sum: 0 })),
    different: distinctMeasures(measures).map(() => 0),
  };
}

/** Adds the records and values of another cell. */
export function addCell(to: Cell, from: Cell): void {
  to.count += from.count;
  to.values.forEach((parts, index) => addParts(parts, from.values[index]!));
}

function addParts(to: ValueParts, { count, sum, low, high }: ValueParts): void {
  to.count += count;
  to.sum += sum;
  if (low !== undefined && (to.low === undefined || low < to.low)) to.low = low;
  if (high !== undefined && (to.high === undefined || high > to.high)) to.high = high;
}

/** A measure as the answer has it: 0 records, values and sums where there are none, and null for what has no value. */
export function measureOf(cell: Cell, { fn, field, name }: Measure, measures: readonly Measure[]): Measured {
  if (field === undefined) return cell.count;
  if (fn === 'distinct') return cell.different[distinctMeasures(measures).findIndex((other) => other.name === name)]!;
  const { count, sum, low, high } =
    cell.values[measuredFields(measures).findIndex((other) => other.name === field.name)]!;
  switch (fn) {
    case 'count':
      return count;
    case 'sum':
      return roundMeasure(sum);
    case 'avg':
      return count === 0 ? null : roundMeasure(sum / count);
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
