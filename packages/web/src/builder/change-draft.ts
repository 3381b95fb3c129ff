import type { QuestionCondition, QuestionGroup } from '@tallyhook/schemas';
import type { FieldDescription } from '../api/shapes.ts';
import { offeredOperators } from '../reports/comparison-words.ts';
import { fitChart } from './chart-fits.ts';
import { nextId, type Draft, type DraftCondition, type DraftPart, type Operator } from './draft.ts';

type Value = QuestionCondition['value'];

/** A new condition on a field: with its first comparison, and a value where there is an obvious one. */
export function newCondition(field: FieldDescription): DraftCondition {
  const op = firstOperator(field);
  return { id: nextId(), isNew: true, field: field.name, op, ...valueFor(field, op, undefined) };
}

function firstOperator(field: FieldDescription): Operator {
  const offered = offeredOperators(field);
  const usual = { day: 'within', instant: 'within', number: 'gte', text: 'contains' } as Record<string, Operator>;
  const wanted = usual[field.kind];
  if (wanted !== undefined && offered.includes(wanted)) return wanted;
  if ((field.kind === 'day' || field.kind === 'instant') && offered.includes('gte')) return 'gte';
  return offered[0] ?? 'nempty';
}

/** Changes the comparison; the value stays where it still fits. */
export function withOperator(condition: DraftCondition, op: Operator, field: FieldDescription): DraftCondition {
  const { value, ...rest } = condition;
  return { ...rest, op, ...valueFor(field, op, value, condition.op) };
}

function valueFor(
  field: FieldDescription,
  op: Operator,
  value: Value | undefined,
  before?: Operator,
): { value?: Value } {
  if (op === 'empty' || op === 'nempty') return {};
  if (field.kind === 'yesNo') return { value: typeof value === 'boolean' ? value : true };
  const isRange = op === 'within' || op === 'nwithin';
  const wasRange = before === 'within' || before === 'nwithin';
  if (isRange) return { value: wasRange && value !== undefined ? value : 'last 30 days' };
  if (wasRange || (typeof value === 'object' && !Array.isArray(value))) value = undefined;
  const isDate = field.kind === 'day' || field.kind === 'instant';
  if (op === 'between') return { value: Array.isArray(value) ? value : isDate ? ['startOfMonth', 'today'] : [] };
  if (before === 'between' && Array.isArray(value)) value = value[0];
  if (takesList(op)) return value === undefined ? {} : { value: Array.isArray(value) ? value : [value] };
  if (Array.isArray(value)) value = value[0];
  if (value !== undefined) return { value };
  return isDate ? { value: op === 'gte' || op === 'gt' ? '-30d' : 'today' } : {};
}

/** Whether the comparison is with a list of values. */
export function takesList(op: Operator): boolean {
  return op === 'in' || op === 'nin' || op === 'has' || op === 'hasAll' || op === 'hasNone';
}

/** The draft with another part in the place of the one with its id. */
export function withPart(draft: Draft, part: DraftPart): Draft {
  return { ...draft, parts: draft.parts.map((one) => (one.id === part.id ? part : one)) };
}

/** The draft without a condition. */
export function withoutPart(draft: Draft, id: number): Draft {
  return { ...draft, parts: draft.parts.filter((part) => part.id !== id) };
}

/** The draft with these groupings, and a chart that can show them. */
export function withGroups(draft: Draft, groups: QuestionGroup[], fields: readonly FieldDescription[]): Draft {
  const names = new Set(groups.map(({ field, as }) => as ?? field));
  const { sort, ...rest } = draft.rest;
  const kept = sort?.filter(({ by }) => names.has(by) || !draft.groups.some(({ field, as }) => (as ?? field) === by));
  const changed = { ...draft, groups, rest: kept === undefined || kept.length === 0 ? rest : { ...rest, sort: kept } };
  return { ...changed, chart: fitChart(changed, fields) };
}

/** The draft with another measure; what was said about the groups of the old one goes with it. */
export function withMeasure(draft: Draft, measure: Draft['measure'], fields: readonly FieldDescription[]): Draft {
  const changed = { ...draft, measure, rest: { ...draft.rest, sort: undefined, having: undefined } };
  return { ...changed, chart: fitChart(changed, fields) };
}

/** A new grouping by a field; dates by month. */
export function newGroup({ name, units }: FieldDescription): QuestionGroup {
  return units.length === 0 ? { field: name } : { field: name, unit: units.includes('month') ? 'month' : units[0]! };
}
