import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLScalarType, GraphQLString } from 'graphql';
import type { Field } from '@tallyhook/schemas';

/** A scalar for any JSON; the question parser validates it. */
function anything(name: string, description: string): GraphQLScalarType {
  return new GraphQLScalarType({ name, description });
}

/** Creates the scalars of one schema. */
export function createScalars() {
  return {
    dateKey: anything(
      'DateKey',
      'The key of a date: the first day of a period or an hour as text, or the number of a recurring unit. `within` accepts it as `at`.',
    ),
    dateRange: anything(
      'DateRange',
      'The text of a range, such as "last 30 days" or "2026-01-01..2026-01-31", or a period: {unit: "month", at: "2026-03-01"}, or one part of a recurring unit: {unit: "dayOfWeek", at: 1}, also as text: {unit: "dayOfWeek", at: "1"}.',
    ),
    groupValue: anything('GroupValue', 'The value of a group: text, a number, true or false, or null.'),
    measureValue: anything('MeasureValue', 'A number, the text of a day or an instant, or two of them in a list.'),
    question: anything('Question', 'A question in the form that /api/query accepts.'),
  };
}

export type Scalars = ReturnType<typeof createScalars>;

/** The scalar for a field's values. Days are YYYY-MM-DD; instants are ISO 8601 in UTC. */
export function scalarOf({ kind }: Pick<Field, 'kind'>): GraphQLScalarType {
  switch (kind) {
    case 'number':
      return GraphQLFloat;
    case 'yesNo':
      return GraphQLBoolean;
    case 'relation':
    case 'person':
    case 'file':
      return GraphQLID;
    default:
      return GraphQLString;
  }
}
