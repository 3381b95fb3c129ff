import type { GraphQLResolveInfo } from 'graphql';
import { isCycle, type Answer, type Unit } from '@tallyhook/query';
import { Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import { askQuestion } from '../questions/ask-question.ts';
import { functionOf, type AggregateTypes, type MeasureSelection } from './aggregate-types.ts';
import type { OperationContext } from './context.ts';
import { filterDocument } from './filter-document.ts';
import type { FilterShape } from './filter-inputs.ts';
import { selectedFields } from './selection.ts';

interface GivenParts {
  field?: unknown;
  filter?: object;
  groupBy?: unknown;
  [name: string]: unknown;
}

/** The arguments of an aggregate; null counts as not given. */
export type AggregateArguments = Partial<Record<string, unknown>>;

/**
 * Runs an aggregate as a question: its arguments, with the selected fields as measures.
 * @throws as `askQuestion` does.
 */
export async function askAggregate(
  type: RecordType,
  { aggregate, filter: shape }: { aggregate: AggregateTypes; filter: FilterShape },
  given: AggregateArguments,
  context: OperationContext,
  info: GraphQLResolveInfo,
): Promise<Answer> {
  const { filter, groupBy, ...rest } = withoutNulls(given);
  const groups = ((groupBy ?? []) as object[]).map(withoutNulls);
  refuseUngrouped(groups, aggregate, info);
  const measures = selectedMeasures(aggregate, info);
  const read = filter === undefined ? undefined : filterDocument(filter, shape);
  const input = {
    type: type.name,
    ...(read === undefined ? {} : { filter: read.filter }),
    ...(groups.length === 0 ? {} : { groupBy: groups }),
    ...(measures.length === 0 ? {} : { measures }),
    ...withSortedParts(rest),
  };
  const labels = selectedFields(info, ['rows', 'keys']).some(
    ({ name }) => name.value === 'label' || name.value === 'missing',
  );
  const { deps, caller, turn } = context;
  try {
    return (await askQuestion(deps, caller, { input, labels, turn })).answer;
  } catch (error) {
    throw read === undefined ? error : read.asGiven(error);
  }
}

/** Lists each measure selected in the rows or in overall once, in document order. */
function selectedMeasures({ measured }: AggregateTypes, info: GraphQLResolveInfo): object[] {
  const names = new Map<string, object>();
  for (const path of [['rows', 'measures'], ['overall']]) {
    for (const { name } of selectedFields(info, path)) {
      if (name.value === 'count') names.set('count', { fn: 'count' });
      const selection = name.value as MeasureSelection;
      const fields = measured.get(selection);
      if (fields === undefined) continue;
      for (const { name: field } of selectedFields(info, [...path, selection])) {
        const fn = functionOf(selection);
        if (fields.has(field.value)) names.set(`${fn}_${field.value}`, { fn, field: field.value });
      }
    }
  }
  return [...names.values()];
}

/** Refuses parts of `key` that are not grouped by; they would be null in every row, as if no record had a value. */
function refuseUngrouped(
  groups: readonly { field?: unknown; unit?: unknown }[],
  { keyPaths }: AggregateTypes,
  info: GraphQLResolveInfo,
): void {
  const errors = selectedFields(info, ['rows', 'key']).flatMap(({ name }): ProblemDetail[] => {
    const asked = keyPaths.get(name.value);
    if (asked === undefined) return [];
    const { path, isNumber } = asked;
    if (groups.some(({ field, unit }) => field === path && (!isNumber || isCycle(unit as Unit)))) return [];
    const detail = isNumber
      ? `"key" asks for "${name.value}", which exists only in rows grouped by "${path}" with a recurring unit, such as "dayOfWeek"`
      : `"key" asks for "${name.value}", but the rows are not grouped by it: add it to "groupBy"`;
    return [{ pointer: '#/groupBy', code: 'not_grouped', detail, allowed: groups.map(({ field }) => field) }];
  });
  if (errors.length > 0) throw new Problem('invalid_question', `${errors[0]!.detail}.`, { errors });
}

function withSortedParts({ sort, ...rest }: Record<string, unknown>): object {
  return sort === undefined ? rest : { ...rest, sort: (sort as object[]).map(withoutNulls) };
}

function withoutNulls(given: object): GivenParts {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
}
