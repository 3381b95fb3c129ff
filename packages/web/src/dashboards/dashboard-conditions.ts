import type { DashboardCondition, Report } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { isComplete, type DraftCondition } from '../builder/draft.ts';

/** Ranges that are picked with one press. */
export const quickRanges = [
  'today',
  'this week',
  'this month',
  'this quarter',
  'this year',
  'last 7 days',
  'last 30 days',
  'last 90 days',
  'last month',
  'last 12 months',
] as const;

/** The condition of a draft; undefined while it has no value. */
export function conditionOf(
  draft: Pick<DraftCondition, 'field' | 'op' | 'value'>,
  field: AskedField,
): DashboardCondition | undefined {
  if (!isComplete({ id: 0, ...draft }, [field])) return undefined;
  const { op, value } = draft;
  const { name, kind, target } = field;
  return {
    field: name,
    kind,
    ...(target !== undefined && { target }),
    op,
    ...(value !== undefined && { value }),
  };
}

export const isDate = ({ kind }: { kind: string }): boolean => kind === 'day' || kind === 'instant';

/** The condition that the period picker shows: the first one that keeps a range of dates. */
export const periodOf = (conditions: readonly DashboardCondition[]): PeriodCondition | undefined =>
  conditions.find((one): one is PeriodCondition => isDate(one) && one.op === 'within' && typeof one.value === 'string');

type PeriodCondition = DashboardCondition & { value: string };

export const isSameList = (one: readonly DashboardCondition[], other: readonly DashboardCondition[]): boolean =>
  JSON.stringify(one.map(sorted)) === JSON.stringify(other.map(sorted));

const sorted = ({ field, kind, target, op, value }: DashboardCondition) => [field, kind, target, op, value];

/** Date fields that reports group or filter by come first; when a record was changed is seldom asked. */
export function orderDates(fields: readonly AskedField[], reports: readonly Report[]): AskedField[] {
  const used = reports.flatMap(({ groupBy = [] }) => groupBy.map(({ field }) => field));
  const rank = ({ name }: AskedField) => {
    const at = used.indexOf(name);
    if (at >= 0) return at;
    return used.length + (name === 'createdAt' ? 0 : name === 'updatedAt' ? 2 : 1);
  };
  return fields.filter(isDate).toSorted((a, b) => rank(a) - rank(b));
}
