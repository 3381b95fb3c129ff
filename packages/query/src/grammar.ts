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
/** A unit whose groups come again: Mondays, Octobers, nine o'clock. */
export type Cycle = 'hourOfDay' | 'dayOfWeek' | 'dayOfMonth' | 'weekOfYear' | 'monthOfYear' | 'quarterOfYear';
/** A unit whose groups are stretches of whole days. */
export type Period = Exclude<Unit, Cycle | 'hour'>;
export type HavingOperator = QuestionHaving['op'];

/** What a question may do with a field. */
export interface FieldRules {
  operators: readonly Operator[];
  /** Measures of the field; the number of records needs no field. */
  functions: readonly MeasureFunction[];
  /** The periods and cycles that the field can be grouped by; where there are any, one is always used. */
  units: readonly Unit[];
  groupable: boolean;
}

/** What stands beside an operator as `value`. */
export type OperandShape = 'none' | 'one' | 'list' | 'listOrNone' | 'pair' | 'range';

/** They look for a part of a text. */
const parts: readonly Operator[] = ['contains', 'ncontains', 'startsWith', 'endsWith'];
const presence: readonly Operator[] = ['empty', 'nempty'];
const order: readonly Operator[] = ['gt', 'gte', 'lt', 'lte', 'between'];
const periods: readonly Period[] = ['day', 'week', 'month', 'quarter', 'year'];
const cycles: readonly Cycle[] = ['hourOfDay', 'dayOfWeek', 'dayOfMonth', 'weekOfYear', 'monthOfYear', 'quarterOfYear'];
const instant: FieldRules = {
  operators: ['eq', ...order, 'within', 'nwithin', ...presence],
  functions: ['count', 'distinct', 'min', 'max'],
  // The first is the usual one.
  units: [...periods, 'hour', ...cycles],
  groupable: true,
};
/** A day has no hour. */
const day: FieldRules = { ...instant, units: instant.units.filter((unit) => unit !== 'hour' && unit !== 'hourOfDay') };
const reference: FieldRules = {
  operators: ['eq', 'ne', 'in', 'nin', 'has', 'hasNone', ...presence],
  functions: ['count', 'distinct'],
  units: [],
  groupable: true,
};

/** The one table of questions: what fields with one value allow, by kind. */
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
 * The same for fields with several values: those that hold a list, and those of related records where there can be more
 * than one. `eq`, `in` and `has` all ask whether one of the values is, so the key of a group goes back with any of them.
 * Kinds that are not named have no operators of their own.
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

/** What a question may do with a field. */
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

/** What has to stand beside an operator; `has` and `hasNone` of a reference may stand alone. */
export function operandShapeOf(operator: Operator, { kind }: Pick<Field, 'kind'>): OperandShape {
  const isReference = kind === 'relation' || kind === 'person';
  return isReference && (operator === 'has' || operator === 'hasNone') ? 'listOrNone' : operandShapes[operator];
}

/** The most characters of a text beside an operator; none where it may be as long as that of a record. */
export function longestText(operator: Operator): number | undefined {
  return parts.includes(operator) ? limits.textLength : undefined;
}

export const operators = Object.keys(operandShapes) as Operator[];
/** What operators are called elsewhere, in small letters and without what joins words. */
export const otherOperators: Readonly<Partial<Record<string, Operator>>> = {
  ...{ equals: 'eq', equal: 'eq', equalto: 'eq', is: 'eq', '=': 'eq', '==': 'eq', '===': 'eq', $eq: 'eq' },
  ...{ notequals: 'ne', notequal: 'ne', neq: 'ne', not: 'ne', isnot: 'ne', '!=': 'ne', '<>': 'ne', $ne: 'ne' },
  ...{ oneof: 'in', anyof: 'in', $in: 'in', notin: 'nin', noneof: 'nin', $nin: 'nin' },
  ...{ greaterthan: 'gt', after: 'gt', '>': 'gt', $gt: 'gt', atleast: 'gte', '>=': 'gte', $gte: 'gte' },
  ...{ lessthan: 'lt', before: 'lt', '<': 'lt', $lt: 'lt', atmost: 'lte', '<=': 'lte', $lte: 'lte' },
  ...{ like: 'contains', includes: 'contains', notcontains: 'ncontains', beginswith: 'startsWith' },
  ...{ isempty: 'empty', null: 'empty', isnull: 'empty', notempty: 'nempty', isnotempty: 'nempty', exists: 'nempty' },
};

/** What functions of measures are called elsewhere. */
export const otherFunctions: Readonly<Partial<Record<string, MeasureFunction>>> = {
  ...{ average: 'avg', mean: 'avg', total: 'sum', minimum: 'min', smallest: 'min', maximum: 'max', largest: 'max' },
  ...{ unique: 'distinct', countdistinct: 'distinct', cardinality: 'distinct' },
};

/** What units are called elsewhere. */
export const otherUnits: Readonly<Partial<Record<string, Unit>>> = {
  ...{ h: 'hour', hr: 'hour', hrs: 'hour', hourly: 'hour', d: 'day', date: 'day', daily: 'day' },
  ...{ w: 'week', wk: 'week', weekly: 'week', m: 'month', mo: 'month', mon: 'month', mth: 'month', monthly: 'month' },
  ...{ q: 'quarter', qtr: 'quarter', quarterly: 'quarter', y: 'year', yr: 'year', yearly: 'year', annual: 'year' },
  ...{ weekday: 'dayOfWeek', dow: 'dayOfWeek', calendarweek: 'weekOfYear', isoweek: 'weekOfYear' },
};

export const measureFunctions: readonly MeasureFunction[] = ['count', 'sum', 'avg', 'min', 'max', 'distinct'];
export const units: readonly Unit[] = instant.units;

/** Whether the groups of a unit are made of whole days that follow each other. */
export const isPeriod = (unit: Unit | undefined): unit is Period => periods.some((period) => period === unit);

/** Whether the groups of a unit come again. */
export const isCycle = (unit: Unit | undefined): unit is Cycle => cycles.some((cycle) => cycle === unit);
export const havingOperators: readonly HavingOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'];
export const directions = ['asc', 'desc'] as const;

/** How large a question may be. */
export const limits = {
  levels: 4,
  /** With as many groupings as there can be; see `mostConditions`. */
  conditions: 50,
  groups: 2,
  measures: 5,
  having: 10,
  sort: 3,
  top: 1_000,
  operands: 1_000,
  /** Of what a text is asked to contain: long patterns take long. A text to be equal to may be as long as any. */
  textLength: 1_000,
  rows: 10_000,
  defaultRows: 1_000,
  /** Rows for periods without records. */
  filledRows: 2_000,
} as const;

/** How many conditions a filter has beside so many groupings: the key of a group can be sent back with the filter. */
export function mostConditions(groupings: number): number {
  return limits.conditions + Math.max(0, limits.groups - groupings);
}
