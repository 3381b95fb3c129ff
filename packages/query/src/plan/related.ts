import type { PlanContext } from './facts-of.ts';
import type { AggregateRead, ReadDocument, ReadResults } from './read.ts';
import type { Filter, Group, NormalizedQuestion, RelatedTest } from '../normalize/normalized-question.ts';
import { compileMatch } from './match.ts';
import { readIds, type Plan } from './plan.ts';

/** Up to this many ids fit into a command and are found fast; beyond that, each record is looked up. */
const maxIds = 200_000;

type Facts = PlanContext;

/** The collection of a related type; null if it was never written. */
export function collectionOf(type: string, { facts }: Facts): string | null {
  if (Object.hasOwn(facts, type)) return facts[type]!.collection;
  throw new Error(`The facts about the type "${type}", which the question refers to, are missing.`);
}

/** Tests of related records in a filter. */
export function relatedTests(filter: Filter): RelatedTest[] {
  if ('all' in filter) return filter.all.flatMap(relatedTests);
  if ('any' in filter) return filter.any.flatMap(relatedTests);
  if ('not' in filter) return relatedTests(filter.not);
  return 'related' in filter ? [filter] : [];
}

/** Reads that find the related records that meet the filter's tests. */
export function relatedIdReads({ filter }: NormalizedQuestion, context: Facts, max = maxIds): AggregateRead[] {
  const tests = relatedTests(filter);
  const limit = Math.floor(max / Math.max(1, tests.length));
  return tests.map(({ name, target, related }) => ({
    id: name,
    kind: 'aggregate',
    collection: collectionOf(target, context),
    pipeline: [{ $match: compileMatch(related) }, { $limit: limit + 1 }, { $project: { _id: 1 } }],
  }));
}

/** Replaces those tests by the ids of the records found, unless there are too many. */
export function withRelatedIds(question: NormalizedQuestion, results: ReadResults, max = maxIds): NormalizedQuestion {
  const limit = Math.floor(max / Math.max(1, relatedTests(question.filter).length));
  const replace = (filter: Filter): Filter => {
    if ('all' in filter) return { all: filter.all.map(replace) };
    if ('any' in filter) return { any: filter.any.map(replace) };
    if ('not' in filter) return { not: replace(filter.not) };
    if (!('related' in filter)) return filter;
    const result = results[filter.name];
    const ids = result?.kind === 'aggregate' ? result.rows.map(({ _id }) => String(_id)) : [];
    if (ids.length > limit) return filter;
    return { field: filter.via, test: 'oneOf', values: ids.map(($oid) => ({ $oid })) };
  };
  return { ...question, filter: replace(question.filter) };
}

/** Stages for the remaining tests: look up whether a record has a related one that meets them. */
export function lookUpTests({ filter }: NormalizedQuestion, context: Facts): ReadDocument[] {
  return relatedTests(filter).map(({ name, via, target, related }) => {
    const pipeline = [{ $match: compileMatch(related) }, { $limit: 1 }, { $project: { _id: 1 } }];
    return lookUp({ name, field: via.name, from: collectionOf(target, context), pipeline });
  });
}

/** Stages that look up the related records whose fields the question groups by. */
export function lookUpGroups({ groups }: Pick<NormalizedQuestion, 'groups'>, context: Facts): ReadDocument[] {
  return groups.flatMap(({ via, field, values }, index) => {
    if (via === undefined || values !== undefined) return [];
    const pipeline = [{ $project: { _id: 0, v: `$${field.name}` } }];
    const from = collectionOf(via.target, context);
    return [lookUp({ name: relatedName(index), field: `_id.g${index}`, from, pipeline })];
  });
}

/** Whether a group's related records must be looked up, since their values were not loaded beforehand. */
export const isLookedUp = ({ via, values }: Group): boolean => via !== undefined && values === undefined;

/** The field with the looked-up records; no record field has such a name. */
export const relatedName = (group: number): string => `_related${group}`;

interface LookUp {
  name: string;
  field: string;
  from: string | null;
  pipeline: ReadDocument[];
}

function lookUp({ name, field, from, pipeline }: LookUp): ReadDocument {
  if (from === null) return { $set: { [name]: [] } };
  return { $lookup: { from, localField: field, foreignField: '_id', pipeline, as: name } };
}

/** Reads of the related records in a plan's rows: their values form the groups. */
export function relatedValueReads(
  { maker, question, isBareKey }: Plan,
  results: ReadResults,
  context: Facts,
): AggregateRead[] {
  const found = results[readIds.groups];
  if (maker !== 'folded' || found?.kind !== 'aggregate') return [];
  return question.groups.flatMap(({ via, field }, index): AggregateRead[] => {
    if (via === undefined) return [];
    const ids = new Set(
      found.rows.flatMap(({ _id }) => {
        const value = isBareKey ? _id : (_id as ReadDocument)[`g${index}`];
        return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isId);
      }),
    );
    const pipeline = [
      { $match: { _id: { $in: [...ids].map(($oid) => ({ $oid })) } } },
      { $project: { _id: 1, v: `$${field.name}` } },
    ];
    const collection = collectionOf(via.target, context);
    return [{ id: readIds.related(index), kind: 'aggregate', collection, pipeline }];
  });
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);
