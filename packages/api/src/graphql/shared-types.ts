import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLOutputType,
} from 'graphql';
import { directions, fieldsOf, havingOperators, units } from '@tallyhook/query';
import {
  nameOfKey,
  questionSchema,
  type Answer,
  type AnswerMeta,
  type Question,
  type RecordType,
} from '@tallyhook/schemas';
import type { OperationContext } from './context.ts';
import type { Scalars } from './scalars.ts';

/** One part of a key, as `keys` returns it. */
export interface KeyPartSource {
  group: NonNullable<Question['groupBy']>[number];
  value: string | number | boolean | null;
  answer: Answer;
  type: RecordType;
}

/** Creates the types shared by the aggregates of all record types. */
export function createSharedTypes(scalars: Scalars, claim: (name: string) => string) {
  const enumOf = (name: string, values: readonly string[]) =>
    new GraphQLEnumType({ name: claim(name), values: Object.fromEntries(values.map((value) => [value, { value }])) });
  const text = new GraphQLNonNull(GraphQLString);
  const number = new GraphQLNonNull(GraphQLInt);
  const unit = enumOf('DateUnit', units);
  const weekStart = enumOf('WeekDay', questionSchema.properties.weekStart.enum);

  const keyPart = new GraphQLObjectType<KeyPartSource, OperationContext>({
    name: claim('GroupKeyPart'),
    fields: {
      field: { type: text, resolve: ({ group }) => group.field },
      name: { type: text, resolve: ({ group }) => group.as },
      unit: { type: unit, resolve: ({ group }) => group.unit },
      value: { type: scalars.groupValue },
      label: {
        type: GraphQLString,
        description: 'The display name of the value; null for no value and for a deleted record.',
        resolve: labelOf,
      },
      missing: {
        type: new GraphQLNonNull(GraphQLBoolean),
        description: 'Whether the value is a deleted record.',
        resolve: ({ group, value, answer }) => nameOfKey(answer.labels, group.as!, String(value)) === null,
      },
    },
  });

  const info = new GraphQLObjectType<AnswerMeta, OperationContext>({
    name: claim('QueryInfo'),
    description: 'How the question was interpreted and computed.',
    fields: {
      question: { type: new GraphQLNonNull(scalars.question), description: 'It can be asked again as it is.' },
      timezone: { type: text, resolve: ({ resolved }) => resolved.timezone },
      weekStart: { type: new GraphQLNonNull(weekStart), resolve: ({ resolved }) => resolved.weekStart },
      ranges: {
        type: listOf(objectOf('ResolvedRange', { pointer: text, ...optional('from', 'after', 'before', 'to') })),
        description: 'The resolved dates of the filter.',
        resolve: ({ resolved }) => resolved.ranges,
      },
      groups: {
        type: new GraphQLNonNull(
          objectOf('GroupCounts', {
            returned: number,
            total: number,
            truncated: new GraphQLNonNull(GraphQLBoolean),
            partial: new GraphQLNonNull(GraphQLBoolean),
          }),
        ),
        description: '`partial`: whether `limit` may have cut off groups with the same first key as one returned.',
        resolve: ({ groups: { partial = false, ...groups } }) => ({ ...groups, partial }),
      },
      overlap: {
        type: listOf(GraphQLString),
        description: 'Groups by a field with several values: a record can be in several of their groups.',
      },
      warnings: {
        type: listOf(objectOf('QueryWarning', { code: text, detail: text, pointer: GraphQLString })),
        resolve: ({ warnings }) => warnings ?? [],
      },
      countedAt: { type: text },
      tookMs: { type: number },
    },
  });

  const having = new GraphQLInputObjectType({
    name: claim('AggregateHaving'),
    fields: {
      measure: { type: text, description: 'A selected measure: `count`, or as in `sum_estimate`.' },
      op: { type: new GraphQLNonNull(enumOf('HavingOperator', havingOperators)) },
      value: { type: new GraphQLNonNull(scalars.measureValue) },
    },
  });
  const sort = new GraphQLInputObjectType({
    name: claim('AggregateSort'),
    fields: {
      by: { type: text, description: 'A group, or a selected measure: `count`, or as in `sum_estimate`.' },
      dir: { type: enumOf('SortDirection', directions) },
    },
  });
  return { unit, weekStart, keyPart, info, having, sort };

  function objectOf(name: string, fields: Record<string, GraphQLOutputType>) {
    const entries = Object.entries(fields).map(([key, type]) => [key, { type }]);
    return new GraphQLObjectType({
      name: claim(name),
      fields: Object.fromEntries(entries) as Record<string, { type: GraphQLOutputType }>,
    });
  }
}

export type SharedTypes = ReturnType<typeof createSharedTypes>;

function labelOf({ group, value, answer, type }: KeyPartSource): string | null {
  if (value === null) return null;
  const name = nameOfKey(answer.labels, group.as!, String(value));
  if (name !== undefined) return name;
  const option = fieldsOf(type)
    .find(({ name }) => name === group.field)
    ?.options?.find((one) => one.value === value);
  return option?.label ?? String(value);
}

const optional = (...names: string[]) => Object.fromEntries(names.map((name) => [name, GraphQLString]));

const listOf = (type: GraphQLOutputType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
