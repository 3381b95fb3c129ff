import type { ClientSession, Collection } from 'mongodb';
import type { Finder } from '../database/finder.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { laterState, type LogRange, type State } from './states.ts';

/** Which parts of the logs of other branches a branch contains. */
export interface Lineage {
  branchId: string;
  /** The branches it was copied from, nearest first, with their state at the copy. */
  above: { branchId: string; state: State }[];
  /** By branch, the state whose changes it contains, from copies and merges. */
  knows: Record<string, State>;
  /** Raised by each merge into the branch, so that two do not overlap. */
  merges: number;
}

interface LineageDocument extends Omit<Lineage, 'branchId'> {
  _id: string;
}

export const lineageIndexes: CollectionIndexes = {
  collection: 'branch_lineages',
  // The copies of a branch.
  indexes: [{ key: { 'above.branchId': 1 } }],
};

const name = lineageIndexes.collection;

export const lineages = (store: Store, workspaceId: string): Collection<LineageDocument> =>
  store.workspaceDb(workspaceId).collection(name);

/** Reads the lineage of a branch. */
export async function readLineage(find: Finder, branchId: string): Promise<Lineage> {
  const [found] = await find<LineageDocument>(name, { filter: { _id: branchId } });
  const { above = [], knows = {}, merges = 0 } = found ?? {};
  return { branchId, above, knows, merges };
}

/** The lineage of a copy that is made of a branch in a state. */
export function lineageOfCopy(source: Lineage, state: State, branchId: string): Lineage {
  return {
    branchId,
    above: [{ branchId: source.branchId, state }, ...source.above],
    knows: { ...source.knows, [source.branchId]: state },
    merges: 0,
  };
}

/** What a branch knows once it contains another one in a state. */
export function knowsAfterMerge(into: Lineage, from: Lineage, state: State): Lineage['knows'] {
  const knows = { ...into.knows };
  for (const [branchId, known] of [...Object.entries(from.knows), [from.branchId, state] as const]) {
    if (branchId !== into.branchId) knows[branchId] = laterState(knows[branchId] ?? {}, known);
  }
  return knows;
}

/**
 * The parts of the logs that a branch in a state contains and another one does not contain yet: also of the branches that
 * it was copied from or merged, because what it took over need not have left an entry in its own log.
 */
export function rangesToTake(from: Lineage, state: State, into: Lineage): LogRange[] {
  return Object.entries({ ...from.knows, [from.branchId]: state })
    .filter(([branchId]) => branchId !== into.branchId)
    .map(([branchId, upTo]) => ({ branchId, after: into.knows[branchId] ?? {}, upTo }));
}

export async function putLineage(
  store: Store,
  workspaceId: string,
  { branchId, ...lineage }: Lineage,
  session: ClientSession,
): Promise<void> {
  await lineages(store, workspaceId).replaceOne({ _id: branchId }, lineage, { session, upsert: true });
}
