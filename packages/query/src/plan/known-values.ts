import type { PlanContext } from './facts-of.ts';
import type { AggregateRead, ReadResults } from './read.ts';
import { keysOf, type Key } from '../answer/keys.ts';
import { openZone, type Zone } from '../dates/zone.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { readIds } from './plan.ts';
import { collectionOf } from './related.ts';
import { storedKey } from './stored-kinds.ts';

/** So many related records are found in a command by fifteen comparisons; with more, each record is looked up. */
const mostRecords = 20_000;

/** So many characters of keys fit into a command with room to spare. */
const mostCharacters = 4_000_000;

type Facts = PlanContext;

/** The reads of all related records whose fields the question groups by. */
export function knownValueReads({ groups }: NormalizedQuestion, context: Facts, most = mostRecords): AggregateRead[] {
  return groups.flatMap(({ via, field }, index): AggregateRead[] => {
    if (via === undefined) return [];
    const pipeline = [{ $limit: Math.min(most, mostRecords) + 1 }, { $project: { _id: 1, v: `$${field.name}` } }];
    return [{ id: readIds.related(index), kind: 'aggregate', collection: collectionOf(via.target, context), pipeline }];
  });
}

/** The question with the keys of those records, for groups that have not too many of them. */
export function withKnownValues(
  question: NormalizedQuestion,
  results: ReadResults,
  most = mostRecords,
): NormalizedQuestion {
  const groups = question.groups.map((group, index) => {
    const result = results[readIds.related(index)];
    if (group.via === undefined || result?.kind !== 'aggregate') return group;
    if (result.rows.length > Math.min(most, mostRecords)) return group;
    const how = {
      group,
      form: group.field.kind === 'instant' ? 'instant' : 'stored',
      zone: openZone(question.timezone),
      weekStart: question.weekStart,
    } as const;
    const values = result.rows.map(
      ({ _id, v }) => [String(_id), keysOf(v, how).filter((key) => key !== null)] as const,
    );
    if (JSON.stringify(values).length > mostCharacters) return group;
    return { ...group, values: values.sort(([one], [other]) => (one < other ? -1 : 1)) };
  });
  return { ...question, groups };
}

/** Whether a record has at most one key in a group whose related records are known, and so no list of them. */
export const hasOneKey = (group: Group): boolean => !group.via!.field.many && isSingle(group);

const isSingle = ({ values = [] }: Group): boolean => values.every(([, keys]) => keys.length <= 1);

/**
 * The keys of a record in a group whose related records are known: a set, or one or null where it has at most one. They
 * are found by a search in halves over the ids, for each id of the record; looking up the related records of each takes
 * many times as long.
 */
export function knownKeys(group: Group, zone: Zone): unknown {
  const { field } = group.via!;
  const value = `$${field.name}`;
  if (!field.many) return search(value, group, zone);
  const list = { $cond: [{ $isArray: [value] }, value, [value]] };
  if (isSingle(group))
    return { $setDifference: [{ $map: { input: list, in: search('$$this', group, zone) } }, [null]] };
  return { $reduce: { input: list, initialValue: [], in: { $setUnion: ['$$value', search('$$this', group, zone)] } } };
}

/** The keys of one id: a set, or one or null where no related record has more. */
function search(id: string, group: Group, zone: Zone): unknown {
  const { values = [] } = group;
  const isOne = isSingle(group);
  const nothing = isOne ? null : [];
  const write = (keys: readonly Key[]): unknown => {
    const stored = keys.map((key) => storedKey(key, group, zone));
    return isOne ? (stored[0] ?? null) : stored;
  };
  const find = (low: number, high: number): unknown => {
    const [$oid, keys] = values[low]!;
    if (high - low === 1) return { $cond: [{ $eq: [id, { $oid }] }, { $literal: write(keys) }, nothing] };
    const middle = (low + high) >> 1;
    const isLater = { $gte: [id, { $oid: values[middle]![0] }] };
    return { $cond: [isLater, find(middle, high), find(low, middle)] };
  };
  return values.length === 0 ? nothing : find(0, values.length);
}
