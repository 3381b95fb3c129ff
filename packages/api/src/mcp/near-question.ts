import { fieldsOf, measureFunctions, operators, units } from '@tallyhook/query';
import type { RecordType } from '@tallyhook/schemas';
import { isObject } from './is-object.ts';

type Given = Record<string, unknown>;

/**
 * Corrects common unambiguous spellings that people and models use for questions. Leaves the rest unchanged, for
 * validation to report.
 *
 * ```ts
 * nearQuestion({ type: 'Tickets', groupBy: 'createdAt:month', measures: ['sum(estimate)'], sort: '-count' }, types);
 * // { type: 'ticket', groupBy: [{ field: 'createdAt', unit: 'month' }], measures: [{ fn: 'sum', field: 'estimate' }], … }
 * ```
 */
export function nearQuestion(given: unknown, types: readonly RecordType[]): unknown {
  if (!isObject(given)) return given;
  const { type: wanted, filter, groupBy, measures, sort, having, ...rest } = withKnownNames(given);
  const type = nearType(wanted, types);
  const fields = new Set(
    types.filter(({ name }) => name === type).flatMap((one) => fieldsOf(one).map(({ name }) => name)),
  );
  return {
    ...(wanted === undefined ? {} : { type }),
    ...(filter === undefined ? {} : { filter: nearFilter(filter) }),
    ...(groupBy === undefined ? {} : { groupBy: listOf(groupBy).map((one) => nearGroup(one, fields)) }),
    ...(measures === undefined ? {} : { measures: listOf(measures).map((one) => nearMeasure(one, fields)) }),
    ...(having === undefined ? {} : { having: listOf(having).map(nearComparison) }),
    ...(sort === undefined ? {} : { sort: listOf(sort).map(nearSort) }),
    ...rest,
  };
}

const nearNames: Record<string, string> = {
  record_type: 'type',
  filters: 'filter',
  where: 'filter',
  group_by: 'groupBy',
  groupby: 'groupBy',
  measure: 'measures',
  order_by: 'sort',
  orderBy: 'sort',
  time_zone: 'timezone',
  week_start: 'weekStart',
};

function withKnownNames(given: Given): Given {
  // Ambiguous names are left for validation to refuse.
  const known = (name: string) => {
    const near = Object.hasOwn(nearNames, name) ? nearNames[name]! : name;
    return Object.hasOwn(given, near) ? name : near;
  };
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [known(name), value]),
  );
}

function nearType(given: unknown, types: readonly RecordType[]): unknown {
  if (typeof given !== 'string' || types.some(({ name }) => name === given)) return given;
  const wanted = given.toLowerCase();
  const alike = types.filter((type) =>
    [type.name, type.label, type.plural].some((name) => name.toLowerCase() === wanted),
  );
  return alike.length === 1 ? alike[0]!.name : given;
}

function nearFilter(given: unknown): unknown {
  if (Array.isArray(given)) return { and: given.map(nearFilter) };
  if (!isObject(given)) return given;
  if (Array.isArray(given.and)) return { ...given, and: given.and.map(nearFilter) };
  if (Array.isArray(given.or)) return { ...given, or: given.or.map(nearFilter) };
  if (given.not !== undefined) return { ...given, not: nearFilter(given.not) };
  return nearComparison(given);
}

const nearOperators: Record<string, string> = {
  '=': 'eq',
  '==': 'eq',
  is: 'eq',
  equals: 'eq',
  '!=': 'ne',
  '<>': 'ne',
  not: 'ne',
  is_not: 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  not_in: 'nin',
  is_empty: 'empty',
  is_not_empty: 'nempty',
  not_empty: 'nempty',
  not_contains: 'ncontains',
  starts_with: 'startsWith',
  ends_with: 'endsWith',
};

function nearComparison(given: unknown): unknown {
  if (!isObject(given)) return given;
  const { operator, ...rest } = given;
  const op = rest.op ?? operator;
  const known =
    typeof op === 'string' && Object.hasOwn(nearOperators, op.toLowerCase()) ? nearOperators[op.toLowerCase()] : op;
  const isRange = known === 'within' || known === 'nwithin';
  const value = isRange && typeof rest.value === 'string' ? rest.value.replaceAll('_', ' ') : rest.value;
  return {
    ...rest,
    ...(known === undefined ? {} : { op: known }),
    ...(value === undefined ? {} : { value }),
  };
}

function nearGroup(given: unknown, fields: ReadonlySet<string>): unknown {
  if (typeof given !== 'string') return given;
  if (fields.has(given)) return { field: given };
  const unit = units.find((one) => [':', '__', '_', ' by '].some((joint) => given.endsWith(`${joint}${one}`)));
  if (unit === undefined) return { field: given };
  return { field: given.slice(0, -unit.length).replace(/(:|__|_| by )$/, ''), unit };
}

const nearFunctions: Record<string, string> = {
  average: 'avg',
  mean: 'avg',
  minimum: 'min',
  maximum: 'max',
  total: 'sum',
  count_distinct: 'distinct',
};

function nearMeasure(given: unknown, fields: ReadonlySet<string>): unknown {
  if (isObject(given)) {
    const { function: named, aggregate, ...rest } = given;
    const fn = rest.fn ?? named ?? aggregate;
    return fn === undefined ? rest : { ...rest, fn: nearFunction(fn) };
  }
  if (typeof given !== 'string') return given;
  const text = given.trim();
  const bare = nearFunction(text);
  if (bare !== text || (measureFunctions as readonly string[]).includes(text)) return { fn: bare };
  const parts = /^(?<fn>count_distinct|[a-z]+)\s*(\(\s*(?<inside>[\w.]+)\s*\)|[:_ ](?<after>[\w.]+))$/i.exec(
    text,
  )?.groups;
  if (parts === undefined) return { fn: text };
  const field = parts.inside ?? parts.after!;
  return field === '*' || !(fields.has(field) || parts.inside) ? { fn: text } : { fn: nearFunction(parts.fn), field };
}

function nearFunction(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const name = given.toLowerCase();
  return Object.hasOwn(nearFunctions, name)
    ? nearFunctions[name]
    : (measureFunctions as readonly string[]).includes(name)
      ? name
      : given;
}

function nearSort(given: unknown): unknown {
  if (isObject(given)) {
    const { field, direction, ...rest } = given;
    const by = rest.by ?? field;
    const dir = rest.dir ?? direction;
    return {
      ...rest,
      ...(by === undefined ? {} : { by }),
      ...(dir === undefined ? {} : { dir: typeof dir === 'string' ? dir.toLowerCase() : dir }),
    };
  }
  if (typeof given !== 'string') return given;
  const parts = /^(?<sign>[-+]?)(?<by>\S+?)(\s+(?<dir>asc|desc))?$/i.exec(given.trim())?.groups;
  if (parts === undefined) return { by: given };
  const dir = parts.dir?.toLowerCase() ?? (parts.sign === '-' ? 'desc' : parts.sign === '+' ? 'asc' : undefined);
  return { by: parts.by, ...(dir === undefined ? {} : { dir }) };
}

const listOf = (given: unknown): unknown[] => (Array.isArray(given) ? given : [given]);

/** The operators whose value identifies a record by its id. */
export const namingOperators: readonly string[] = operators.filter((operator) =>
  ['eq', 'ne', 'in', 'nin', 'has', 'hasAll', 'hasNone'].includes(operator),
);
