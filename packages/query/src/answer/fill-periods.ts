import type { AnswerWarning } from '@tallyhook/schemas';
import { cycleNumbers } from '../dates/cycles.ts';
import { addUnits, formatDay, parseDay, startOfPeriod } from '../dates/days.ts';
import { formatHour, hourAt, parseHour } from '../dates/hours.ts';
import { openZone } from '../dates/zone.ts';
import { isCycle, limits, type Cycle, type Period } from '../grammar.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { emptyCell } from './cell.ts';
import type { GroupKey } from './keys.ts';
import type { TableGroup } from './table.ts';

/**
 * Adds groups for periods without records where the question asks for them, for every value of the other group. They
 * cover the span of the filter, and everything from the first to the last period with records. If there are too many to
 * show, adds none and warns.
 */
export function fillPeriods(
  found: readonly TableGroup[],
  question: NormalizedQuestion,
): { filled: TableGroup[]; warning?: AnswerWarning } {
  const { groups, measures } = question;
  if (groups.every(({ fill }) => fill === undefined)) return { filled: [] };
  const keys = groups.map((group, index) => keysWithPeriods(found, { group, index, question }));
  if (!keys.every((some) => some !== undefined)) return { filled: [], warning: tooManyPeriods() };
  const known = new Set(found.map((group) => JSON.stringify(group.keys)));
  const filled: TableGroup[] = [];
  for (const combination of combinations(keys)) {
    const isPeriod = groups.some(({ fill }, index) => fill !== undefined && combination[index] !== null);
    if (!isPeriod || known.has(JSON.stringify(combination))) continue;
    if (filled.length === limits.filledRows) return { filled: [], warning: tooManyPeriods() };
    filled.push({ keys: combination, cell: emptyCell(measures), filled: true });
  }
  return { filled };
}

export function tooManyGroupsToFill(): AnswerWarning {
  const detail = `There are more than ${limits.rows} groups, so no rows were added for periods without records: narrow the filter.`;
  return { code: 'not_filled', detail };
}

export function noRoomForPeriods(rows: number, limit: number): AnswerWarning {
  const raiseLimit = rows <= limits.rows ? 'raise the limit, ' : '';
  const detail = `Adding the periods without records would give ${rows} rows, more than the limit of ${limit}, so none were added: ${raiseLimit}filter to a shorter time or group by a longer period.`;
  return { code: 'not_filled', detail };
}

function tooManyPeriods(): AnswerWarning {
  const detail = `Periods without records would need more than ${limits.filledRows} rows, so none were added: filter to a shorter time or group by a longer period.`;
  return { code: 'not_filled', detail };
}

interface Place {
  group: Group;
  index: number;
  question: NormalizedQuestion;
}

/** The found keys of a group and those between them; undefined if there are too many to show. */
function keysWithPeriods(found: readonly TableGroup[], { group, index, question }: Place): GroupKey[] | undefined {
  const keys = new Map(found.map((one) => [JSON.stringify(one.keys[index]), one.keys[index]!]));
  if (group.fill === undefined) return [...keys.values()];
  if (isCycle(group.unit)) return allOfCycle(group.unit, keys);
  const steps = group.unit === 'hour' ? hourSteps(question) : daySteps(group.unit as Period, question);
  const places = [...keys.values()].flatMap((key) => (typeof key === 'string' ? [steps.placeOf(key)] : []));
  // A record that passes the filter on a list field can also have values outside the filter's span.
  const first = smallest([...places, ...listOf(group.fill.first)]);
  const last = largest([...places, ...listOf(group.fill.last)]);
  if (first === undefined || last === undefined) return [...keys.values()];
  // An empty range has no periods, even if both its ends lie in the same one.
  if (first > last) return [...keys.values()];
  const maxCount = limits.filledRows + keys.size;
  let count = 0;
  for (let place = steps.start(first); place <= last; place = steps.next(place)) {
    if (count > maxCount) return undefined;
    count += 1;
    const key = steps.keyAt(place);
    keys.set(JSON.stringify(key), key);
  }
  return [...keys.values()];
}

/** Steps from period to period; places are day numbers or instants. */
interface Steps {
  /** Start of the period with this key. */
  placeOf(key: string): number;
  /** Start of the period that contains this place. */
  start(place: number): number;
  next(place: number): number;
  keyAt(place: number): string;
}

const daySteps = (unit: Period, { weekStart }: NormalizedQuestion): Steps => ({
  placeOf: (key) => parseDay(key)!,
  start: (day) => startOfPeriod(day, unit, weekStart),
  next: (day) => addUnits(day, 1, unit),
  keyAt: formatDay,
});

/** Local hours: the hour that repeats when summer time ends appears twice, the skipped one not at all. */
function hourSteps({ timezone }: NormalizedQuestion): Steps {
  const zone = openZone(timezone);
  return {
    placeOf: (key) => parseHour(key, zone)!.from,
    start: (instant) => hourAt(zone, instant).from,
    next: (instant) => hourAt(zone, instant).before,
    keyAt: (instant) => formatHour(zone, instant),
  };
}

/** A cycle is short, so all its parts appear whatever the filter says. */
function allOfCycle(unit: Cycle, keys: Map<string, GroupKey>): GroupKey[] {
  const [first, last] = cycleNumbers[unit];
  for (let number = first; number <= last; number += 1) keys.set(JSON.stringify(number), number);
  return [...keys.values()];
}

const listOf = (place: number | undefined): number[] => (place === undefined ? [] : [place]);

const smallest = (places: number[]): number | undefined =>
  places.length === 0 ? undefined : places.reduce((one, other) => Math.min(one, other));

const largest = (places: number[]): number | undefined =>
  places.length === 0 ? undefined : places.reduce((one, other) => Math.max(one, other));

function* combinations([first = [], second]: GroupKey[][]): Generator<GroupKey[]> {
  for (const key of first) {
    if (second === undefined) yield [key];
    else for (const other of second) yield [key, other];
  }
}
