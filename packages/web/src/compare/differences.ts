import type { Answer, AnswerColumn, RecordType } from '@tallyhook/schemas';
import { formatValue } from '../chart/format-value.ts';
import type { Formats } from '../chart/formats.ts';
import { groupLabels } from '../chart/group-labels.ts';
import { alignRows, type AlignedRow, type Both } from './align-answers.ts';
import { subtract } from './subtract.ts';

/** One group, or everything: its value on both branches, and this minus that. */
export interface Difference {
  /** The names of its groups; empty for the value over all records. */
  labels: string[];
  here: unknown;
  there: unknown;
  /** Null if one of the values is unknown, or not a number. */
  difference: number | null;
  /** The only branch that has the group. */
  only: AlignedRow['only'];
}

export interface Differences {
  groupColumns: AnswerColumn[];
  measure: AnswerColumn;
  rows: Difference[];
  overall: Difference;
  /** Whether the groups are periods in time order. */
  isOverTime: boolean;
}

/** Compares two answers group by group. They must be comparable, and `here` and `there` aligned for their labels. */
export function readDifferences(
  both: Both<Answer>,
  { aligned, types, formats }: { aligned: Both<Answer>; types: Both<readonly RecordType[]>; formats: Formats },
): Differences {
  const { columns } = both.here.meta;
  const groupColumns = columns.filter(({ role }) => role === 'group');
  const measure = columns.find(({ role }) => role === 'measure')!;
  const rows = alignRows(both);
  const namesOn = (side: keyof Both<unknown>) =>
    groupColumns.map((column, index) => {
      const keys = rows.map((row) => row.keys[index]!);
      return groupLabels(keys, { column, answer: aligned[side], types: types[side], formats });
    });
  const names = { here: namesOn('here'), there: namesOn('there') };
  return {
    groupColumns,
    measure,
    rows: rows.map(({ keys, here, there, only }) => ({
      labels: keys.map((key, index) => names[only === 'there' ? 'there' : 'here'][index]!(key)),
      ...{ here, there, only, difference: differenceOf(here, there) },
    })),
    overall: overallOf(both, measure),
    isOverTime: groupColumns[0]?.unit !== undefined,
  };
}

function overallOf({ here, there }: Both<Answer>, { name }: AnswerColumn): Difference {
  // Measures may be named after their question; they are comparable by their place.
  const nameThere = there.meta.columns.find(({ role }) => role === 'measure')!.name;
  const [mine, theirs] = [here.overall[name], there.overall[nameThere]];
  return { labels: [], here: mine, there: theirs, difference: differenceOf(mine, theirs), only: undefined };
}

const differenceOf = (here: unknown, there: unknown): number | null =>
  typeof here === 'number' && typeof there === 'number' ? subtract(here, there) : null;

/** A difference with its sign, such as `+1,160.00`; a dash if there is none. */
export function writeDifference(difference: number | null, measure: AnswerColumn, formats: Formats): string {
  if (difference === null) return '–';
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return `${sign}${formatValue(Math.abs(difference), measure, formats)}`;
}

/** A difference as a share of the other branch's value, such as `+6.0 %`; of percentages, in points. */
export function writeShare({ difference, there }: Difference, measure: AnswerColumn, formats: Formats): string {
  if (difference === null) return '–';
  const isPercent = measure.format?.unit === 'percent';
  if (!isPercent && (there === 0 || typeof there !== 'number')) return difference === 0 ? '0.0 %' : '–';
  const share = isPercent ? difference * 100 : (difference / Math.abs(there as number)) * 100;
  const sign = share > 0 ? '+' : share < 0 ? '−' : '';
  return `${sign}${oneDecimal(Math.abs(share), formats)} ${isPercent ? 'pt' : '%'}`;
}

function oneDecimal(value: number, formats: Formats): string {
  if (value >= 100) return formats.number(Math.round(value));
  return new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}
