import type { FieldKind, QuestionCondition, QuestionGroup } from '@tallyhook/schemas';
import { nameOfGroup } from '@tallyhook/schemas/report-periods';
import type { AskedField } from '@tallyhook/schemas/api';
import { offeredOperators } from '../reports/comparison-label.ts';
import { fitChart } from './chart-fits.ts';
import {
  nextId,
  type Draft,
  type DraftCondition,
  type DraftHaving,
  type DraftPart,
  type HavingOperator,
  type Operator,
} from './draft.ts';
import { kindOfMeasure, nameOfMeasure } from './measures.ts';

type Value = QuestionCondition['value'];

/** A new condition on a field, with its first comparison and the obvious value, if any. */
export function newCondition(field: AskedField): DraftCondition {
  const op = firstOperator(field);
  return { id: nextId(), isNew: true, field: field.name, op, ...valueFor(field, op, undefined) };
}

function firstOperator(field: AskedField): Operator {
  const offered = offeredOperators(field);
  const usual = { day: 'within', instant: 'within', number: 'gte', text: 'contains' } as Record<string, Operator>;
  const wanted = usual[field.kind];
  if (wanted !== undefined && offered.includes(wanted)) return wanted;
  if ((field.kind === 'day' || field.kind === 'instant') && offered.includes('gte')) return 'gte';
  return offered[0] ?? 'nempty';
}

/** Changes the comparison; keeps the value if it still fits. */
export function withOperator(condition: DraftCondition, op: Operator, field: AskedField): DraftCondition {
  const { value, ...rest } = condition;
  return { ...rest, op, ...valueFor(field, op, value, condition.op) };
}

function valueFor(field: AskedField, op: Operator, value: Value | undefined, before?: Operator): { value?: Value } {
  if (op === 'empty' || op === 'nempty') return {};
  if (field.kind === 'yesNo') return { value: typeof value === 'boolean' ? value : true };
  const isRange = op === 'within' || op === 'nwithin';
  const wasRange = before === 'within' || before === 'nwithin';
  if (isRange) return { value: wasRange && value !== undefined ? value : 'last 30 days' };
  if (wasRange || (typeof value === 'object' && !Array.isArray(value))) value = undefined;
  if (op === 'between')
    return { value: Array.isArray(value) ? value : isDate(field.kind) ? ['startOfMonth', 'today'] : [] };
  if (before === 'between' && Array.isArray(value)) value = value[0];
  if (takesList(op)) return value === undefined ? {} : { value: Array.isArray(value) ? value : [value] };
  if (Array.isArray(value)) value = value[0];
  if (value !== undefined) return { value };
  return isDate(field.kind) ? { value: op === 'gte' || op === 'gt' ? '-30d' : 'today' } : {};
}

/** Whether the comparison takes a list of values. */
export function takesList(op: Operator): boolean {
  return op === 'in' || op === 'nin' || op === 'has' || op === 'hasAll' || op === 'hasNone';
}

/** Replaces the part with the same id. */
export function withPart(draft: Draft, part: DraftPart): Draft {
  return { ...draft, parts: draft.parts.map((one) => (one.id === part.id ? part : one)) };
}

/** Removes a condition. */
export function withoutPart(draft: Draft, id: number): Draft {
  return { ...draft, parts: draft.parts.filter((part) => part.id !== id) };
}

/** Sets the groupings. Without any, drops the conditions on groups; picks a chart that can show the result. */
export function withGroups(draft: Draft, groups: QuestionGroup[], fields: readonly AskedField[]): Draft {
  const names = new Set(groups.map(nameOfGroup));
  const gone = new Set(draft.groups.map(nameOfGroup).filter((name) => !names.has(name)));
  const sort = draft.rest.sort?.filter(({ by }) => !gone.has(by));
  const having = groups.length === 0 ? [] : draft.having;
  const changed = withRest({ ...draft, groups, having }, { sort: sort?.length === 0 ? undefined : sort });
  return { ...changed, chart: fitChart(changed, fields) };
}

/**
 * Sets the measure. Sorting by the old measure becomes sorting by the new one; conditions on groups stay if their
 * values still make sense.
 */
export function withMeasure(draft: Draft, measure: Draft['measure'], fields: readonly AskedField[]): Draft {
  const [before, after] = [nameOfMeasure(draft.measure), nameOfMeasure(measure)];
  const isSameKind = isDate(kindOfMeasure(draft.measure, fields)) === isDate(kindOfMeasure(measure, fields));
  const sort = draft.rest.sort?.map((step) => (step.by === before ? { ...step, by: after } : step));
  const changed = { ...withRest(draft, { sort }), measure, having: isSameKind ? draft.having : [] };
  return { ...changed, chart: fitChart(changed, fields) };
}

function isDate(kind: FieldKind): boolean {
  return kind === 'day' || kind === 'instant';
}

/** A new condition on the groups. */
export function newHaving(op: HavingOperator, kind: FieldKind): DraftHaving {
  return { id: nextId(), isNew: true, op, value: havingValue(op, kind, undefined) };
}

/** Changes the comparison; keeps the value if it still fits. */
export function withHavingOperator(having: DraftHaving, op: HavingOperator, kind: FieldKind): DraftHaving {
  return { ...having, op, value: havingValue(op, kind, having.value) };
}

function havingValue(op: HavingOperator, kind: FieldKind, value: DraftHaving['value']): DraftHaving['value'] {
  const first = Array.isArray(value) ? value[0] : value;
  const one = first === '' || first === undefined ? (isDate(kind) ? 'today' : undefined) : first;
  if (op !== 'between') return one;
  return Array.isArray(value) ? value : [one ?? '', ''];
}

/** Changes the parts of the draft that are stored as picked; undefined removes one. */
export function withRest(draft: Draft, changed: Partial<Draft['rest']>): Draft {
  const rest = Object.entries({ ...draft.rest, ...changed }).filter(([, one]) => one !== undefined);
  return { ...draft, rest: Object.fromEntries(rest) };
}

/** A new grouping by a field; dates by month. */
export function newGroup({ name, units }: AskedField): QuestionGroup {
  return units.length === 0 ? { field: name } : { field: name, unit: units.includes('month') ? 'month' : units[0]! };
}
