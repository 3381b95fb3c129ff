import type { Field } from '@tallyhook/schemas';
import type { Unit } from '../grammar.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';

/** Approximate number of a type's records; undefined if unknown. */
export type RecordsOf = (type: string) => number | undefined;

/** Assumed maximum of people in a workspace. */
const maxPeople = 200;
/** Assumed number of values of a text or number to group by: nobody looks at a thousand bars. */
const fewValues = 10;
/** Periods in ten years. */
const periodsOf: Record<Unit, number> = {
  day: 3_650,
  week: 520,
  month: 120,
  quarter: 40,
  year: 10,
  hour: 87_600,
  hourOfDay: 24,
  dayOfWeek: 7,
  dayOfMonth: 31,
  weekOfYear: 53,
  monthOfYear: 12,
  quarterOfYear: 4,
};

/** Approximate maximum of distinct pairs of a group and a field's value. */
export function expectedPairs(field: Field, { groups }: NormalizedQuestion, recordsOf: RecordsOf): number {
  return groups.reduce((pairs, group) => pairs * groupsOf(group, recordsOf), valuesOf(field, recordsOf) ?? Infinity);
}

/** Whether the number of a group's values is only an assumption. */
export const isGuessed = ({ field, unit }: Group, recordsOf: RecordsOf): boolean =>
  unit === undefined && valuesOf(field, recordsOf) === undefined;

const groupsOf = ({ field, unit }: Group, recordsOf: RecordsOf): number =>
  unit === undefined ? (valuesOf(field, recordsOf) ?? fewValues) : periodsOf[unit];

/** Undefined for text, numbers and dates, which may differ in each record. */
function valuesOf({ kind, target, options }: Field, recordsOf: RecordsOf): number | undefined {
  switch (kind) {
    case 'yesNo':
      return 2;
    case 'choice':
      return options?.length;
    case 'person':
      return maxPeople;
    case 'relation':
      return target === undefined ? undefined : recordsOf(target);
    default:
      return undefined;
  }
}
