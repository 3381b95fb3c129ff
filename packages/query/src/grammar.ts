import type {
  Field,
  FieldKind,
  QuestionCondition,
  QuestionGroup,
  QuestionHaving,
  QuestionMeasure,
} from '@tallyhook/schemas';

export type Operator = QuestionCondition['op'];
export type MeasureFunction = QuestionMeasure['fn'];
export type Unit = NonNullable<QuestionGroup['unit']>;
/** A unit whose groups recur: Mondays, Octobers, nine o'clock. */
export type Cycle = 'hourOfDay' | 'dayOfWeek' | 'dayOfMonth' | 'weekOfYear' | 'monthOfYear' | 'quarterOfYear';
/** A unit whose groups are runs of whole days. */
export type Period = Exclude<Unit, Cycle | 'hour'>;
export type HavingOperator = QuestionHaving['op'];

/** What questions can do with a field. */
export interface FieldRules {
  operators: readonly Operator[];
  /** Measures of the field. Counting records needs no field. */
  functions: readonly MeasureFunction[];
  /** The periods and cycles to group by. If there are any, one is always used. */
  units: readonly Unit[];
  groupable: boolean;
}

/** The form of an operator's `value`. */
export type OperandShape = 'none' | 'one' | 'list' | 'listOrNone' | 'pair' | 'range';

/** Operators that search for part of a text. */
const parts: readonly Operator[] = ['contains', 'ncontains', 'startsWith', 'endsWith'];
const presence: readonly Operator[] = ['empty', 'nempty'];
const order: readonly Operator[] = ['gt', 'gte', 'lt', 'lte', 'between'];
const periods: readonly Period[] = ['day', 'week', 'month', 'quarter', 'year'];
const cycles: readonly Cycle[] = ['hourOfDay', 'dayOfWeek', 'dayOfMonth', 'weekOfYear', 'monthOfYear', 'quarterOfYear'];
const instant: FieldRules = {
  operators: ['eq', ...order, 'within', 'nwithin', ...presence],
  functions: ['count', 'distinct', 'min', 'max'],
  // The first one is the default.
  units: [...periods, 'hour', ...cycles],
  groupable: true,
};
/** Days have no hours. */
const day: FieldRules = { ...instant, units: instant.units.filter((unit) => unit !== 'hour' && unit !== 'hourOfDay') };
const reference: FieldRules = {
  operators: ['eq', 'ne', 'in', 'nin', 'has', 'hasNone', ...presence],
  functions: ['count', 'distinct'],
  units: [],
  groupable: true,
};

/** The question grammar: what single-valued fields allow, by kind. */
const rulesOfOne: Record<FieldKind, FieldRules> = {
  text: {
    operators: ['eq', 'ne', 'in', 'nin', ...parts, ...presence],
    functions: ['count', 'distinct'],
    units: [],
    groupable: true,
  },
  choice: {
    operators: ['eq', 'ne', 'in', 'nin', ...presence],
    functions: ['count', 'distinct'],
    units: [],
    groupable: true,
  },
  number: {
    operators: ['eq', 'ne', 'in', 'nin', ...order, ...presence],
    functions: ['count', 'distinct', 'sum', 'avg', 'min', 'max'],
    units: [],
    groupable: true,
  },
  day,
  instant,
  yesNo: { operators: ['eq', 'ne', ...presence], functions: ['count'], units: [], groupable: true },
  relation: reference,
  person: reference,
  file: { operators: presence, functions: ['count'], units: [], groupable: false },
};

const listOfReferences: FieldRules = {
  ...reference,
  operators: ['eq', 'in', 'nin', 'has', 'hasAll', 'hasNone', ...presence],
};

/**
 * The same for multi-valued fields: list fields, and fields of related records if a record can have several of those.
 * `eq`, `in` and `has` all match if any value matches, so a group's key can be sent back with any of them. Kinds
 * missing here use the rules of single-valued fields.
 */
const rulesOfMany: Partial<Record<FieldKind, FieldRules>> = {
  text: {
    ...rulesOfOne.text,
    operators: ['eq', 'ne', 'in', 'nin', 'has', ...parts, ...presence],
  },
  choice: { ...rulesOfOne.choice, operators: ['eq', 'in', 'nin', 'has', 'hasAll', 'hasNone', ...presence] },
  number: { ...rulesOfOne.number, operators: ['eq', 'ne', 'in', 'nin', 'has', ...order, ...presence] },
  yesNo: { ...rulesOfOne.yesNo, operators: ['eq', 'ne', 'in', 'has', ...presence] },
  relation: listOfReferences,
  person: listOfReferences,
};

/** The rules of a field. */
export function rulesOf({ kind, many }: Pick<Field, 'kind' | 'many'>): FieldRules {
  return (many ? rulesOfMany[kind] : undefined) ?? rulesOfOne[kind];
}

const operandShapes: Record<Operator, OperandShape> = {
  eq: 'one',
  ne: 'one',
  in: 'list',
  nin: 'list',
  gt: 'one',
  gte: 'one',
  lt: 'one',
  lte: 'one',
  between: 'pair',
  within: 'range',
  nwithin: 'range',
  contains: 'one',
  ncontains: 'one',
  startsWith: 'one',
  endsWith: 'one',
  has: 'list',
  hasAll: 'list',
  hasNone: 'list',
  empty: 'none',
  nempty: 'none',
};

/** The form of an operator's value. `has` and `hasNone` of a reference may omit it. */
export function operandShapeOf(operator: Operator, { kind }: Pick<Field, 'kind'>): OperandShape {
  const isReference = kind === 'relation' || kind === 'person';
  return isReference && (operator === 'has' || operator === 'hasNone') ? 'listOrNone' : operandShapes[operator];
}

/** Maximum length of an operator's text; undefined if it may be as long as a record's text. */
export function longestText(operator: Operator): number | undefined {
  return parts.includes(operator) ? limits.textLength : undefined;
}

export const operators = Object.keys(operandShapes) as Operator[];
/** Names of operators in other tools, in lower case without separators. */
export const otherOperators: Readonly<Partial<Record<string, Operator>>> = {
  ...{ equals: 'eq', equal: 'eq', equalto: 'eq', is: 'eq', '=': 'eq', '==': 'eq', '===': 'eq', $eq: 'eq' },
  ...{ notequals: 'ne', notequal: 'ne', neq: 'ne', not: 'ne', isnot: 'ne', '!=': 'ne', '<>': 'ne', $ne: 'ne' },
  ...{ oneof: 'in', anyof: 'in', $in: 'in', notin: 'nin', noneof: 'nin', $nin: 'nin' },
  ...{ greaterthan: 'gt', after: 'gt', '>': 'gt', $gt: 'gt', atleast: 'gte', '>=': 'gte', $gte: 'gte' },
  ...{ lessthan: 'lt', before: 'lt', '<': 'lt', $lt: 'lt', atmost: 'lte', '<=': 'lte', $lte: 'lte' },
  ...{ like: 'contains', includes: 'contains', notcontains: 'ncontains', beginswith: 'startsWith' },
  ...{ isempty: 'empty', null: 'empty', isnull: 'empty', notempty: 'nempty', isnotempty: 'nempty', exists: 'nempty' },
};

/** Names of measure functions in other tools. */
export const otherFunctions: Readonly<Partial<Record<string, MeasureFunction>>> = {
  ...{ average: 'avg', mean: 'avg', total: 'sum', minimum: 'min', smallest: 'min', maximum: 'max', largest: 'max' },
  ...{ unique: 'distinct', countdistinct: 'distinct', cardinality: 'distinct' },
};

/** Names of units in other tools. */
export const otherUnits: Readonly<Partial<Record<string, Unit>>> = {
  ...{ h: 'hour', hr: 'hour', hrs: 'hour', hourly: 'hour', d: 'day', date: 'day', daily: 'day' },
  ...{ w: 'week', wk: 'week', weekly: 'week', m: 'month', mo: 'month', mon: 'month', mth: 'month', monthly: 'month' },
  ...{ q: 'quarter', qtr: 'quarter', quarterly: 'quarter', y: 'year', yr: 'year', yearly: 'year', annual: 'year' },
  ...{ weekday: 'dayOfWeek', dow: 'dayOfWeek', calendarweek: 'weekOfYear', isoweek: 'weekOfYear' },
};

export const measureFunctions: readonly MeasureFunction[] = ['count', 'sum', 'avg', 'min', 'max', 'distinct'];
export const units: readonly Unit[] = instant.units;

/** Whether a unit's groups are consecutive runs of whole days. */
export const isPeriod = (unit: Unit | undefined): unit is Period => periods.some((period) => period === unit);

/** Whether a unit's groups recur. */
export const isCycle = (unit: Unit | undefined): unit is Cycle => cycles.some((cycle) => cycle === unit);
export const havingOperators: readonly HavingOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'];
export const directions = ['asc', 'desc'] as const;

/** Size limits of questions. */
export const limits = {
  levels: 4,
  /** With the maximum number of groups; see `maxConditions`. */
  conditions: 50,
  groups: 2,
  measures: 5,
  having: 10,
  sort: 3,
  top: 1_000,
  operands: 1_000,
  /** For substring searches, since long patterns are slow. Text compared for equality may be longer. */
  textLength: 1_000,
  rows: 10_000,
  defaultRows: 1_000,
  /** Rows of periods without records. */
  filledRows: 2_000,
} as const;

/**
 * How many conditions a filter can have with this many groups. Unused groups add room, so that a group's key can be
 * added to the filter.
 */
export function maxConditions(groupings: number): number {
  return limits.conditions + Math.max(0, limits.groups - groupings);
}
