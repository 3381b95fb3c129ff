import type {
  Answer,
  AnswerComparedRow,
  AnswerComparison,
  AnswerRow,
  Question,
  QuestionCondition,
  QuestionFilter,
} from '@tallyhook/schemas';
import { emptyCell, measureOf } from '../answer/cell.ts';
import { addUnits, dayMs, formatDay, parseDay, startOfPeriod } from '../dates/days.ts';
import { dayAt, openZone } from '../dates/zone.ts';
import { limits, type Period } from '../grammar.ts';
import { fieldsOf } from '../normalize/find-field.ts';
import { instantsOf } from '../normalize/filter-span.ts';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import { rangeBefore, type RangeBefore } from './range-before.ts';

/** How an answer is compared with the period before. */
export type ComparisonPlan =
  | { by: 'group' }
  | {
      by: 'range';
      range: RangeBefore;
      /** Whether its groups are the periods of the range. */
      isOverRange: boolean;
      isOfDays: boolean;
      /** Asks for the groups of the range before; absent without groups. */
      groups?: Question;
      /** Asks for all records that are compared, unless the groups' answer has that. */
      overall?: Question;
    };

/** Comparisons that bound a date. */
const bounding: readonly QuestionCondition['op'][] = ['eq', 'gt', 'gte', 'lt', 'lte', 'between', 'within'];

/**
 * How to compare a question with the period before; undefined if it has neither a date filter with a start nor groups of
 * periods.
 */
export function planComparison(question: NormalizedQuestion): ComparisonPlan | undefined {
  const field = rangeField(question);
  const range = field && rangeOf(question, field);
  if (!field || !range) return isByPeriod(question) ? { by: 'group' } : undefined;
  const isOfDays = fieldsOf(question.type).find(({ name }) => name === field)!.kind === 'day';
  const [group] = question.groups;
  const isOverRange =
    group !== undefined && group.via === undefined && group.field.name === field && isByPeriod(question);
  const ask = (bounds: RangeBefore['whole']) => questionOf(question, { field, bounds, isOfDays });
  const plan = { by: 'range', range, isOverRange, isOfDays } as const;
  if (group === undefined) return { ...plan, overall: ask(range.compared) };
  const isApart = isOverRange && range.compared.before !== range.whole.before;
  return {
    ...plan,
    groups: ask(isOverRange ? range.whole : range.compared),
    ...(isApart && { overall: { ...ask(range.compared), groupBy: [] } }),
  };
}

/** Compares an answer, given those to the questions of the plan. */
export function compareAnswer(
  question: NormalizedQuestion,
  answer: Answer,
  plan: ComparisonPlan,
  before: { groups?: Answer | undefined; overall?: Answer | undefined },
): AnswerComparison {
  if (plan.by === 'group') {
    const unit = question.groups[0]!.unit as Period;
    const [first] = answer.rows
      .map((row) => firstKey(question, row))
      .filter((key) => key !== null)
      .sort();
    const stepBack = (key: string) => {
      const earlier = formatDay(addUnits(parseDay(key)!, -1, unit));
      return first !== undefined && earlier >= first ? earlier : null;
    };
    return { by: 'group', rows: answer.rows.map((row) => comparedRow(question, row, answer, stepBack)) };
  }
  const { range, isOverRange } = plan;
  const stepBack = isOverRange ? rangeSteps(question, plan) : undefined;
  const overall = (before.overall ?? before.groups)?.overall;
  return {
    by: 'range',
    rows: before.groups ? answer.rows.map((row) => comparedRow(question, row, before.groups!, stepBack)) : [],
    ...(overall && { overall }),
    ...shownRange(question, plan),
    ...(range.unit && { unit: range.unit }),
    ...(range.isPart && { isPart: true }),
  };
}

/** Whether the first grouping is by periods that follow one another. */
function isByPeriod({ groups: [group] }: NormalizedQuestion): boolean {
  return ['day', 'week', 'month', 'quarter', 'year'].includes(group?.unit ?? '');
}

/** The date field whose range is compared: the one of the periods, or the first that the filter bounds. */
function rangeField(question: NormalizedQuestion): string | undefined {
  const dates = conditionsOf(question.document.filter).filter(
    ({ field, op }) => bounding.includes(op) && isOwnDate(question, field),
  );
  const [group] = question.groups;
  const grouped = isByPeriod(question) && group!.via === undefined ? group!.field.name : undefined;
  return (dates.find(({ field }) => field === grouped) ?? dates[0])?.field;
}

function isOwnDate({ type }: NormalizedQuestion, name: string): boolean {
  return fieldsOf(type).some((field) => field.name === name && (field.kind === 'day' || field.kind === 'instant'));
}

/** The conditions at the top of a filter; others are below an "or" or "not". */
function conditionsOf(filter: QuestionFilter | undefined): QuestionCondition[] {
  if (filter === undefined) return [];
  const parts = 'and' in filter ? filter.and : [filter];
  return parts.filter((part) => 'field' in part);
}

function rangeOf(question: NormalizedQuestion, name: string): RangeBefore | undefined {
  const { type, filter, timezone, weekStart, askedAt, document } = question;
  const field = fieldsOf(type).find((one) => one.name === name)!;
  const isOfDays = field.kind === 'day';
  const zone = openZone(timezone);
  const now = askedAt.getTime();
  const { first, last } = instantsOf({ field, shown: field }, filter);
  if (first === undefined) return undefined;
  // An open range ends now.
  const before = last === undefined ? (isOfDays ? (dayAt(zone, now) + 1) * dayMs : now) : last + 1;
  if (before <= first) return undefined;
  const written = conditionsOf(document.filter).filter((one) => one.field === name);
  const words = JSON.stringify(written.map(({ value }) => value));
  return rangeBefore({ from: first, before }, words, { zone, isOfDays, now, weekStart });
}

function questionOf(
  { document }: NormalizedQuestion,
  { field, bounds, isOfDays }: { field: string; bounds: RangeBefore['whole']; isOfDays: boolean },
): Question {
  const { type, filter, groupBy = [], measures, timezone, weekStart } = document;
  const parts = filter === undefined ? [] : 'and' in filter ? filter.and : [filter];
  const others = parts.filter((part) => !('field' in part && part.field === field && bounding.includes(part.op)));
  const shown = (instant: number) =>
    isOfDays ? formatDay(Math.floor(instant / dayMs)) : new Date(instant).toISOString();
  const dates: QuestionFilter[] = [
    { field, op: 'gte', value: shown(bounds.from) },
    { field, op: 'lt', value: shown(bounds.before) },
  ];
  return {
    type,
    filter: { and: [...others, ...dates] },
    groupBy: groupBy.map(({ field: name, unit, as }) => ({ field: name, ...(unit && { unit }), ...(as && { as }) })),
    measures,
    limit: limits.rows,
    timezone,
    weekStart,
  };
}

/** Returns the key of the period at the same place of the range before; null if that range is shorter. */
function rangeSteps(question: NormalizedQuestion, { range, isOfDays }: ComparisonPlan & { by: 'range' }) {
  const unit = question.groups[0]!.unit as Period;
  const { weekStart, timezone } = question;
  const places = new Map<number, number>();
  if (range.days !== undefined) {
    const last = isOfDays
      ? Math.floor((range.whole.before - 1) / dayMs)
      : dayAt(openZone(timezone), range.whole.before - 1);
    let asked = startOfPeriod(range.days.asked, unit, weekStart);
    let before = startOfPeriod(range.days.before, unit, weekStart);
    for (; before <= last && places.size < limits.rows; before = addUnits(before, 1, unit)) {
      places.set(asked, before);
      asked = addUnits(asked, 1, unit);
    }
  }
  return (key: string): string | null => {
    const before = places.get(parseDay(key)!);
    return before === undefined ? null : formatDay(before);
  };
}

function comparedRow(
  question: NormalizedQuestion,
  row: AnswerRow,
  before: Answer,
  stepBack?: (key: string) => string | null,
): AnswerComparedRow {
  const unknown = Object.fromEntries(question.measures.map(({ name }) => [name, null]));
  const { name } = question.groups[0]!;
  const given = row.key[name];
  const stepped = stepBack === undefined ? given : typeof given === 'string' ? stepBack(given) : null;
  if (row.other === true || stepped === undefined || (stepBack !== undefined && stepped === null))
    return { key: null, ...unknown };
  const key = { ...row.key, [name]: stepped };
  const found = rowsByKey(before, question).get(textOf(question, key));
  if (found !== undefined) return { key, ...measuresOf(question, found) };
  if (before.meta.groups.truncated) return { key, ...unknown };
  const cell = emptyCell(question.measures);
  const nothing = question.measures.map(
    (measure) => [measure.name, measureOf(cell, measure, question.measures)] as const,
  );
  return { key, ...Object.fromEntries(nothing) };
}

const knownRows = new WeakMap<Answer, Map<string, AnswerRow>>();

function rowsByKey(answer: Answer, question: NormalizedQuestion): Map<string, AnswerRow> {
  const known = knownRows.get(answer);
  if (known) return known;
  const rows = new Map(
    answer.rows.filter(({ other }) => other !== true).map((row) => [textOf(question, row.key), row]),
  );
  knownRows.set(answer, rows);
  return rows;
}

const textOf = ({ groups }: NormalizedQuestion, key: AnswerRow['key']): string =>
  JSON.stringify(groups.map(({ name }) => key[name] ?? null));

const measuresOf = ({ measures }: NormalizedQuestion, row: AnswerRow) =>
  Object.fromEntries(measures.map(({ name }) => [name, row[name]]));

function firstKey({ groups }: NormalizedQuestion, { key }: AnswerRow): string | null {
  const value = key[groups[0]!.name];
  return typeof value === 'string' ? value : null;
}

function shownRange({ timezone }: NormalizedQuestion, { range, isOfDays }: ComparisonPlan & { by: 'range' }) {
  const { from, before } = range.compared;
  const zone = openZone(timezone);
  const day = (instant: number) => formatDay(isOfDays ? Math.floor(instant / dayMs) : dayAt(zone, instant));
  return { from: day(from), to: day(before - 1) };
}
