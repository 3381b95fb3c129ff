import type {
  QuestionCondition,
  QuestionFilter,
  QuestionGroup,
  QuestionHaving,
  QuestionMeasure,
  Report,
} from '@tallyhook/schemas';
import { questionPartOf } from '@tallyhook/schemas/report-drawing';
import type { AskedField } from '@tallyhook/schemas/api';
import { withPeriods } from './asked-periods.ts';
import { nameOfMeasure } from './measures.ts';

export type Operator = QuestionCondition['op'];

/** A condition being edited; its value may still be missing. */
export interface DraftCondition {
  /** Stays the same while the condition is edited. */
  id: number;
  /** Whether the person added it just now, so that it takes the focus. */
  isNew?: boolean;
  field: string;
  op: Operator;
  value?: QuestionCondition['value'];
}

/** Nested conditions: shown as text, kept or removed as a whole. */
export interface DraftNest {
  id: number;
  nest: QuestionFilter;
}

export type HavingOperator = QuestionHaving['op'];

/** A condition on a group's measure, being edited. */
export interface DraftHaving {
  id: number;
  isNew?: boolean;
  op: HavingOperator;
  value?: QuestionHaving['value'] | undefined;
}

export type DraftPart = DraftCondition | DraftNest;

/** A report in the form that the pickers edit. */
export interface Draft {
  type: string;
  chart: Report['chart'];
  join: 'and' | 'or';
  parts: DraftPart[];
  measure: QuestionMeasure;
  groups: QuestionGroup[];
  /** Conditions on the measure; a report has exactly one measure. */
  having: DraftHaving[];
  /** The parts stored exactly as picked. */
  rest: Pick<
    Report,
    Exclude<keyof Report, 'type' | 'chart' | 'filter' | 'measures' | 'groupBy' | 'having' | '$schema'>
  >;
}

let lastId = 0;

/** Returns an id for a new condition. */
export function nextId(): number {
  lastId += 1;
  return lastId;
}

/** Converts a saved report to a draft. */
export function draftOf(report: Report): Draft {
  const { type, chart, filter, measures, groupBy = [], having = [], ...others } = report;
  const rest = { ...others, $schema: undefined };
  const join = filter !== undefined && 'or' in filter ? 'or' : 'and';
  return {
    type,
    chart,
    join,
    parts: partsOf(filter),
    measure: measures?.[0] ?? { fn: 'count' },
    groups: groupBy,
    having: having.map(({ op, value }) => ({ id: nextId(), op, value })),
    rest,
  };
}

/**
 * Converts a newly saved version to a draft, given the unchanged draft of the version before. Unchanged conditions keep
 * their ids, so that a focused input keeps its focus.
 */
export function followingDraft(draft: Draft, report: Report): Draft {
  const next = draftOf(report);
  return { ...next, parts: keepIds(draft.parts, next.parts), having: keepIds(draft.having, next.having) };
}

function keepIds<Part extends { id: number }>(before: readonly Part[], after: readonly Part[]): Part[] {
  const asked = (part: Part) => JSON.stringify(sorted({ ...part, id: undefined, isNew: undefined }));
  const left = [...before];
  return after.map((part) => {
    const at = left.findIndex((one) => asked(one) === asked(part));
    return at < 0 ? part : { ...part, id: left.splice(at, 1)[0]!.id };
  });
}

function partsOf(filter: QuestionFilter | undefined): DraftPart[] {
  if (filter === undefined) return [];
  const filters = 'and' in filter ? filter.and : 'or' in filter ? filter.or : [filter];
  return filters.map((one) => ('field' in one ? { id: nextId(), ...one } : { id: nextId(), nest: one }));
}

/** Converts a draft to a report, without the incomplete conditions. */
export function reportOf(
  { type, chart, join, parts, measure, groups, having, rest }: Draft,
  fields?: AskedField[],
): Report {
  const filters = parts.filter((part) => isComplete(part, fields)).map(filterOf);
  const conditions = having.filter(isAsked).map(({ op, value }) => ({ measure: nameOfMeasure(measure), op, value }));
  return {
    type,
    chart,
    ...(filters.length === 0 ? {} : { filter: join === 'or' ? { or: filters } : { and: filters } }),
    ...(groups.length === 0 ? {} : { groupBy: groups }),
    measures: [measure],
    ...(conditions.length === 0 ? {} : { having: conditions }),
    ...rest,
  };
}

function filterOf(part: DraftPart): QuestionFilter {
  if ('nest' in part) return part.nest;
  const { field, op, value } = part;
  return value === undefined ? { field, op } : { field, op, value };
}

/** Whether a condition is complete. */
export function isComplete(part: DraftPart, fields?: readonly AskedField[]): boolean {
  if ('nest' in part) return true;
  const { op, value, field } = part;
  if (op === 'empty' || op === 'nempty') return true;
  const known = fields?.find(({ name }) => name === field);
  if ((op === 'has' || op === 'hasNone') && value === undefined) {
    // Keep conditions on a removed field, so that the service reports the problem at their position.
    if (known === undefined) return fields !== undefined;
    return known.kind === 'relation' || known.kind === 'person';
  }
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => one !== '');
  return value !== undefined && value !== '';
}

/** Whether a condition on groups is complete. */
export function isAsked<One extends DraftHaving>(one: One): one is One & Pick<QuestionHaving, 'value'> {
  const { value } = one;
  return Array.isArray(value) ? value.length === 2 && !value.includes('') : value !== undefined && value !== '';
}

/** Whether every condition of a draft is complete. */
export function isWhole({ parts, having }: Draft, fields?: readonly AskedField[]): boolean {
  return parts.every((part) => isComplete(part, fields)) && having.every(isAsked);
}

/** Whether two reports ask and show the same, regardless of notation. */
export function isSameReport(one: Report, other: Report, fields?: AskedField[]): boolean {
  return canonical(one, fields) === canonical(other, fields);
}

/** Whether two reports have the same answer, regardless of the chart, the goal and the description. */
export function isSameQuestion(one: Report, other: Report, fields?: AskedField[]): boolean {
  const question = (report: Report) => {
    const asked = questionPartOf(withPeriods(reportOf(draftOf(report), fields), fields));
    return canonical({ ...asked, chart: 'table', ...(report.compare && { compare: report.compare }) }, fields);
  };
  return question(one) === question(other);
}

function canonical(report: Report, fields: AskedField[] | undefined): string {
  const written = withPeriods(reportOf(draftOf(report), fields), fields);
  return JSON.stringify(sorted(written));
}

/** Normalises a value: sorts object keys, and lists whose order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === 'string') return value.replace(/^minus-(\d+)-([dwmqy])$/, '-$1$2');
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const isSet = 'op' in value && value.op !== 'between';
  return Object.fromEntries(
    entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, isSet && name === 'value' && Array.isArray(one) ? one.toSorted() : sorted(one)]),
  );
}
