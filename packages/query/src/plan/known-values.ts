import type { PlanContext } from './facts-of.ts';
import type { AggregateRead, ReadResults } from './read.ts';
import { keysOf, type Key } from '../answer/keys.ts';
import { openZone, type Zone } from '../dates/zone.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { readIds } from './plan.ts';
import { collectionOf } from './related.ts';
import { storedKey } from './stored-kinds.ts';

/**
 * Up to this many related records, fifteen comparisons in an expression find one; beyond that, records are looked up.
 */
const maxRecords = 20_000;

/** Keys of this length fit into a command with room to spare. */
const maxCharacters = 4_000_000;

type Facts = PlanContext;

/** Reads of all related records whose fields the question groups by. */
export function knownValueReads({ groups }: NormalizedQuestion, context: Facts, max = maxRecords): AggregateRead[] {
  return groups.flatMap(({ via, field }, index): AggregateRead[] => {
    if (via === undefined) return [];
    const pipeline = [{ $limit: Math.min(max, maxRecords) + 1 }, { $project: { _id: 1, v: `$${field.name}` } }];
    return [{ id: readIds.related(index), kind: 'aggregate', collection: collectionOf(via.target, context), pipeline }];
  });
}

/** Adds the keys of those records to each group that does not have too many of them. */
export function withKnownValues(
  question: NormalizedQuestion,
  results: ReadResults,
  max = maxRecords,
): NormalizedQuestion {
  const groups = question.groups.map((group, index) => {
    const result = results[readIds.related(index)];
    if (group.via === undefined || result?.kind !== 'aggregate') return group;
    if (result.rows.length > Math.min(max, maxRecords)) return group;
    const how = {
      group,
      form: group.field.kind === 'instant' ? 'instant' : 'stored',
      zone: openZone(question.timezone),
      weekStart: question.weekStart,
    } as const;
    const values = result.rows.map(
      ({ _id, v }) => [String(_id), keysOf(v, how).filter((key) => key !== null)] as const,
    );
    if (JSON.stringify(values).length > maxCharacters) return group;
    return { ...group, values: values.sort(([one], [other]) => (one < other ? -1 : 1)) };
  });
  return { ...question, groups };
}

/** Whether a record has at most one key, not a list, in a group of known related records. */
export const hasOneKey = (group: Group): boolean => !group.via!.field.many && isSingle(group);

const isSingle = ({ values = [] }: Group): boolean => values.every(([, keys]) => keys.length <= 1);

/**
 * A record's keys in a group of known related records: a set, or one key or null if there is at most one. A binary
 * search over the ids finds them for each id of the record; looking up each record's related records takes many times
 * as long.
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

/** The keys of one id: a set, or one key or null if no related record has more. */
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
