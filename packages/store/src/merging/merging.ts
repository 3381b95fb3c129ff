import { createHash } from 'node:crypto';
import { BSON, type ObjectId } from 'mongodb';
import type { Branch, BranchDocument } from '../database/branches.ts';
import type { CollectionEntry } from '../collections/collections.ts';
import { typeDefinitions } from '../collections/hidden-types.ts';
import { findInSnapshot, type Finder } from '../database/finder.ts';
import { openSnapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { changedIds } from '../history/changed-ids.ts';
import { rangesToTake, readLineage, type Lineage } from '../history/lineages.ts';
import { readState, typesIn, type LogRange, type State } from '../history/states.ts';
import { Problem } from '@tallyhook/schemas';
import type { Decide } from './outcomes.ts';
import type { PartConflict, Side } from './three-way.ts';

/** One side of a merge at its snapshot. */
export interface MergeSide {
  branch: Branch;
  find: Finder;
  lineage: Lineage;
  /** The collection of each type. */
  collections: Map<string, string>;
}

/** A merge of one branch into another, seen at one moment. */
export interface Merge {
  into: MergeSide;
  from: MergeSide & { state: State };
  /** What of the logs `into` does not have yet. */
  ranges: LogRange[];
  /** The types with something to take; the definitions of types come first. */
  types: string[];
}

/** Opens a merge at the present moment, without changing anything. */
export async function openMerge(store: Store, { into, from }: { into: Branch; from: Branch }): Promise<Merge> {
  if (into.id === from.id) {
    throw new Problem('invalid_input', `A branch cannot be merged with itself: name two branches.`);
  }
  const find = findInSnapshot(await openSnapshot(store, into.workspaceId));
  const [target, source] = await Promise.all([openSide(find, into), openSide(find, from)]);
  const state = await readState(find, from.id);
  const ranges = rangesToTake(source.lineage, state, target.lineage);
  const types = [...new Set(ranges.flatMap(typesIn))].sort();
  const first = types.filter((type) => type === typeDefinitions.name);
  return {
    into: target,
    from: { ...source, state },
    ranges,
    types: [...first, ...types.filter((type) => type !== typeDefinitions.name)],
  };
}

async function openSide(find: Finder, branch: Branch): Promise<MergeSide> {
  const [lineage, entries, [document]] = await Promise.all([
    readLineage(find, branch.id),
    find<CollectionEntry>('collections', { filter: { branchId: branch.id } }),
    find<BranchDocument>('branches', { filter: { _id: branch.id } }),
  ]);
  if (!document) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  const collections = new Map(entries.map(({ type, collection }) => [type, collection]));
  return { branch: { ...branch, types: document.types }, find, lineage, collections };
}

/** The records of a type that a merge has to look at. */
export async function idsToMerge({ from, ranges }: Merge, type: string): Promise<ObjectId[]> {
  return changedIds(from.find, { ranges, type, collection: from.collections.get(type) });
}

/** A choice between the two sides of a conflict, or a value that neither has. */
export interface Decision {
  type: string;
  id: string;
  /** The part in conflict; the empty text for a whole record. */
  part: string;
  take: Side | 'value';
  /** With `take: 'value'`, the value as callers write it; null or absent empties the field. */
  value?: unknown;
  /** The `seen` of the conflict that was decided: a conflict that has changed since is decided again. */
  seen: string;
}

export interface Decisions {
  decisions?: readonly Decision[];
  /** The side for all conflicts without a decision. */
  rest?: Side;
}

/** Identifies the values of a conflict. */
export function seenOf({ base, into, from }: PartConflict): string {
  const bytes = BSON.serialize({ base, into, from }, { ignoreUndefined: true });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/**
 * Looks up decisions; `values` has those that neither side has. One about values that have changed since does not count,
 * and neither does `rest`: somebody looked at this conflict and has to look again.
 */
export function decideWith(
  { decisions = [], rest }: Decisions,
  values: ReadonlyMap<Decision, { value: unknown }> = new Map(),
): Decide {
  const known = new Map(decisions.map((one) => [`${one.type}/${one.id}/${one.part}`, one]));
  return (type, id, conflict) => {
    const decision = known.get(`${type}/${id.toHexString()}/${conflict.name}`);
    if (decision === undefined) return rest;
    if (decision.seen !== seenOf(conflict)) return undefined;
    return decision.take === 'value' ? values.get(decision) : decision.take;
  };
}
