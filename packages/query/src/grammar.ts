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
export type HavingOperator = QuestionHaving['op'];

/** What a question may do with a field. */
export interface FieldRules {
  operators: readonly Operator[];
  /** Measures of the field; the number of records needs no field. */
  functions: readonly MeasureFunction[];
  /** The periods that the field can be grouped by; where there are any, one is always used. */
  units: readonly Unit[];
  groupable: boolean;
}

/** What stands beside an operator as `value`. */
export type OperandShape = 'none' | 'one' | 'list' | 'listOrNone' | 'pair' | 'range';

const presence: readonly Operator[] = ['empty', 'nempty'];
const order: readonly Operator[] = ['gt', 'gte', 'lt', 'lte', 'between'];
const periods: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year'];
const date: FieldRules = {
  operators: ['eq', ...order, 'within', 'nwithin', ...presence],
  functions: ['count', 'distinct', 'min', 'max'],
  units: periods,
  groupable: true,
};
const reference: FieldRules = {
  operators: ['eq', 'ne', 'in', 'nin', 'has', 'hasNone', ...presence],
  functions: ['count', 'distinct'],
  units: [],
  groupable: true,
};

/** The one table of questions: what fields with one value allow, by kind. */
const rulesOfOne: Record<FieldKind, FieldRules> = {
  text: {
    operators: ['eq', 'ne', 'in', 'nin', 'contains', 'ncontains', 'startsWith', 'endsWith', ...presence],
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
  day: date,
  instant: date,
  yesNo: { operators: ['eq', 'ne', ...presence], functions: ['count'], units: [], groupable: true },
  relation: reference,
  person: reference,
  file: { operators: presence, functions: ['count'], units: [], groupable: false },
};

const listOfReferences: FieldRules = {
  ...reference,
  operators: ['in', 'nin', 'has', 'hasAll', 'hasNone', ...presence],
};

/** The same for fields that hold a list; kinds that are not named cannot. */
const rulesOfMany: Partial<Record<FieldKind, FieldRules>> = {
  choice: { ...rulesOfOne.choice, operators: ['in', 'nin', 'has', 'hasAll', 'hasNone', ...presence] },
  relation: listOfReferences,
  person: listOfReferences,
  file: rulesOfOne.file,
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

export const operators = Object.keys(operandShapes) as Operator[];
export const measureFunctions: readonly MeasureFunction[] = ['count', 'sum', 'avg', 'min', 'max', 'distinct'];
export const units = periods;
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
