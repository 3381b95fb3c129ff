import type { Field } from '@tallyhook/schemas';
import type { Unit } from '../grammar.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';

/** How many records a type has, about; undefined where that is not known. */
export type RecordsOf = (type: string) => number | undefined;

/** More people than work in one workspace, as a rule. */
const mostPeople = 200;
/** A text or a number that is grouped by has few values: nobody looks at a thousand bars. */
const fewValues = 10;
/** How many periods ten years have. */
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

/** About how many different pairs of a group and a value of a field there are at the most. */
export function expectedPairs(field: Field, { groups }: NormalizedQuestion, recordsOf: RecordsOf): number {
  return groups.reduce((pairs, group) => pairs * groupsOf(group, recordsOf), valuesOf(field, recordsOf) ?? Infinity);
}

/** Whether nothing but habit says how many values a group has. */
export const isGuessed = ({ field, unit }: Group, recordsOf: RecordsOf): boolean =>
  unit === undefined && valuesOf(field, recordsOf) === undefined;

const groupsOf = ({ field, unit }: Group, recordsOf: RecordsOf): number =>
  unit === undefined ? (valuesOf(field, recordsOf) ?? fewValues) : periodsOf[unit];

/** A text, a number or a date may be another one in each record. */
function valuesOf({ kind, target, options }: Field, recordsOf: RecordsOf): number | undefined {
  switch (kind) {
    case 'yesNo':
      return 2;
    case 'choice':
      return options?.length;
    case 'person':
      return mostPeople;
    case 'relation':
      return target === undefined ? undefined : recordsOf(target);
    default:
      return undefined;
  }
}
