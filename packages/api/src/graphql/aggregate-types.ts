import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfig,
  type GraphQLOutputType,
} from 'graphql';
import { fieldsOf, isCycle, rulesOf, type Answer, type MeasureFunction } from '@tallyhook/query';
import type { Field, RecordType } from '@tallyhook/schemas';
import type { OperationContext } from './context.ts';
import { createNames, typeNameOf } from './names.ts';
import { loadReferences, type RecordSource } from './record-types.ts';
import { scalarOf, type Scalars } from './scalars.ts';
import { countSelected } from './selection.ts';
import type { SharedTypes } from './shared-types.ts';

/** A row together with its answer. */
export interface RowSource {
  row: Answer['rows'][number];
  answer: Answer;
}

type Measures = Readonly<Record<string, unknown>>;

/** The types of one record type's aggregate. */
export interface AggregateTypes {
  result: GraphQLObjectType<Answer, OperationContext>;
  groupBy: GraphQLInputObjectType;
  /** Maps the fields of `key` to what they are grouped by. */
  keyPaths: ReadonlyMap<string, KeyPath>;
  /** Maps the fields of each measure, such as `sum`, to record fields. */
  measured: ReadonlyMap<MeasureSelection, ReadonlyMap<string, Field>>;
}

/** Field names of a measures object: `count` counts records, `countOf` counts a field's values. */
export type MeasureSelection = Exclude<MeasureFunction, 'count'> | 'countOf';

const measureSelections: readonly MeasureSelection[] = ['countOf', 'distinct', 'sum', 'avg', 'min', 'max'];

export const functionOf = (selection: MeasureSelection): MeasureFunction =>
  selection === 'countOf' ? 'count' : selection;

/** The grouping behind one part of `key`. */
export interface KeyPath {
  /** For example `assignee.team`. */
  path: string;
  /** Whether it is the numeric key of a recurring unit, such as `dayOfWeek`; null with other units. */
  isNumber: boolean;
}

interface Surroundings {
  types: readonly RecordType[];
  shared: SharedTypes;
  dateKey: Scalars['dateKey'];
  objects: ReadonlyMap<string, GraphQLObjectType<RecordSource, OperationContext>>;
  claim: (name: string) => string;
}

/** Creates the arguments and result types of a record type's aggregate. */
export function createAggregateTypes(type: RecordType, surroundings: Surroundings): AggregateTypes {
  const { shared, claim } = surroundings;
  const prefix = typeNameOf(type.name);
  const paths = groupablePaths(type, surroundings.types);
  const numbers = numberPaths(paths);
  const groupField = new GraphQLEnumType({
    name: claim(`${prefix}GroupField`),
    values: Object.fromEntries([...paths].map(([key, { path }]) => [key, { value: path }])),
  });
  const groupBy = new GraphQLInputObjectType({
    name: claim(`${prefix}GroupBy`),
    fields: {
      field: { type: new GraphQLNonNull(groupField) },
      unit: { type: shared.unit },
      fill: {
        type: GraphQLBoolean,
        description: 'For periods: whether to add rows for periods without records, if all of them fit within `limit`.',
      },
      top: { type: GraphQLInt, description: 'Keeps this many groups, those with the largest first measure.' },
      other: { type: GraphQLBoolean, description: 'With `top`: whether all other values form one more group.' },
      as: { type: GraphQLString, description: 'Its name in `sort` and `keys`.' },
    },
  });
  const key = new GraphQLObjectType<RowSource, OperationContext>({
    name: claim(`${prefix}GroupKey`),
    fields: () => ({
      ...Object.fromEntries([...paths].map(([name, at]) => [name, keyField(at, surroundings)])),
      ...Object.fromEntries([...numbers].map(([name, path]) => [name, numberField(path)])),
    }),
  });
  const { measures, measured } = createMeasures(type, claim);
  const row = new GraphQLObjectType<RowSource, OperationContext>({
    name: claim(`${prefix}AggregateRow`),
    fields: {
      key: { type: new GraphQLNonNull(key), resolve: (source) => source },
      keys: {
        type: listOf(shared.keyPart),
        description: 'The same in the order of `groupBy`, for clients that do not know the fields in advance.',
        resolve: ({ row: { key: values }, answer }) =>
          (answer.meta.question.groupBy ?? [])
            .filter(({ as }) => Object.hasOwn(values, as!))
            .map((group) => ({ group, value: values[group.as!], answer, type })),
      },
      measures: { type: new GraphQLNonNull(measures), resolve: ({ row: values }) => values },
      filled: { type: new GraphQLNonNull(GraphQLBoolean), resolve: ({ row: { filled } }) => filled ?? false },
      other: { type: new GraphQLNonNull(GraphQLBoolean), resolve: ({ row: { other } }) => other ?? false },
    },
  });
  const result = new GraphQLObjectType<Answer, OperationContext>({
    name: claim(`${prefix}Aggregate`),
    fields: {
      rows: {
        type: listOf(row),
        resolve(answer, _args, { spend }, info) {
          spend(answer.rows.length * countSelected(info));
          return answer.rows.map((one) => ({ row: one, answer }));
        },
      },
      overall: {
        type: new GraphQLNonNull(measures),
        description: 'Over all matching records, each counted once.',
        resolve: ({ overall }) => overall,
      },
      info: { type: new GraphQLNonNull(shared.info), resolve: ({ meta }) => meta },
    },
  });
  const keyPaths = new Map<string, KeyPath>([
    ...[...paths].map(([name, { path }]) => [name, { path, isNumber: false }] as const),
    ...[...numbers].map(([name, path]) => [name, { path, isNumber: true }] as const),
  ]);
  return { result, groupBy, keyPaths, measured };
}

interface GroupPath {
  path: string;
  field: Field;
}

/** Maps GraphQL names to what records can be grouped by: own fields first, then fields of related records. */
function groupablePaths(type: RecordType, types: readonly RecordType[]): Map<string, GroupPath> {
  const name = createNames(['true', 'false', 'null']);
  const isGroupable = (field: Field) => rulesOf(field).groupable;
  const own = fieldsOf(type)
    .filter(isGroupable)
    .map((field): [string, GroupPath] => [name(field.name), { path: field.name, field }]);
  const related = type.fields.flatMap((relation) => {
    const target = relation.kind === 'relation' ? types.find((one) => one.name === relation.target) : undefined;
    return (target ? fieldsOf(target) : [])
      .filter(isGroupable)
      .map((field): [string, GroupPath] => [
        name(`${relation.name}_${field.name}`),
        { path: `${relation.name}.${field.name}`, field },
      ]);
  });
  return new Map([...own, ...related]);
}

/**
 * Names the numeric keys of recurring date units, for typed clients that distinguish numbers from text: the date key
 * itself may be either.
 */
function numberPaths(paths: ReadonlyMap<string, GroupPath>): Map<string, string> {
  const name = createNames([...paths.keys()]);
  const dates = [...paths].filter(([, { field }]) => isDate(field));
  return new Map(dates.map(([date, { path }]) => [name(`${date}_number`), path]));
}

const isDate = (field: Field): boolean => rulesOf(field).units.some(isCycle);

function numberField(path: string): GraphQLFieldConfig<RowSource, OperationContext> {
  return {
    type: GraphQLInt,
    description: 'The numeric key with a recurring unit, such as `dayOfWeek`.',
    resolve({ row, answer }) {
      const group = answer.meta.question.groupBy?.find(({ field, unit }) => field === path && isCycle(unit));
      return group === undefined ? undefined : row.key[group.as!];
    },
  };
}

function keyField(
  { path, field }: GroupPath,
  { objects, dateKey }: Pick<Surroundings, 'objects' | 'dateKey'>,
): GraphQLFieldConfig<RowSource, OperationContext> {
  const valueOf = ({ row, answer }: RowSource) => {
    const group = (answer.meta.question.groupBy ?? []).find((one) => one.field === path);
    return group === undefined ? undefined : row.key[group.as!];
  };
  const target = field.kind === 'relation' ? objects.get(field.target ?? '') : undefined;
  if (target === undefined) return { type: isDate(field) ? dateKey : scalarOf(field), resolve: valueOf };
  return {
    type: target,
    async resolve(source, _args, context) {
      const id = valueOf(source);
      return typeof id === 'string' ? (await loadReferences(context, field.target!, [id]))[0] : null;
    },
  };
}

function createMeasures(type: RecordType, claim: (name: string) => string) {
  const prefix = typeNameOf(type.name);
  const measured = new Map<MeasureSelection, ReadonlyMap<string, Field>>();
  const fields: Record<string, GraphQLFieldConfig<Measures, OperationContext>> = {
    count: {
      type: new GraphQLNonNull(GraphQLInt),
      description: `The number of ${type.plural}.`,
      resolve: ({ count }) => count,
    },
  };
  for (const selection of measureSelections) {
    const fn = functionOf(selection);
    const own = fieldsOf(type).filter((field) => rulesOf(field).functions.includes(fn));
    if (own.length === 0) continue;
    measured.set(selection, new Map(own.map((field) => [field.name, field])));
    const object = new GraphQLObjectType<Measures, OperationContext>({
      name: claim(`${prefix}${typeNameOf(selection)}`),
      fields: Object.fromEntries(own.map((field) => [field.name, measureField(fn, field)])),
    });
    fields[selection] = { type: object, resolve: (values) => values };
  }
  const measures = new GraphQLObjectType<Measures, OperationContext>({
    name: claim(`${prefix}Measures`),
    description: 'The selected fields are the measures, in that order: one to five.',
    fields,
  });
  return { measures, measured };
}

function measureField(fn: MeasureFunction, field: Field): GraphQLFieldConfig<Measures, OperationContext> {
  const isNumber = fn === 'sum' || fn === 'avg' || field.kind === 'number';
  const isCount = fn === 'count' || fn === 'distinct';
  const type = isCount ? GraphQLInt : isNumber ? GraphQLFloat : GraphQLString;
  return { type, description: field.label, resolve: (values) => values[`${fn}_${field.name}`] };
}

const listOf = (type: GraphQLOutputType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
