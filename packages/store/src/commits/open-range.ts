import { Problem } from '@tallyhook/schemas';
import type { Collection, Document } from 'mongodb';
import { changeIndexes, changes } from '../changes/change-log.ts';
import { countEarlier } from '../changes/keep-earlier.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import { typeDefinitions } from '../collections/hidden-types.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { rangeFilter, typesIn, type State } from '../history/states.ts';
import type { CommitDocument } from './commits.ts';

/** The changes that a commit names: a part of the change log, or the entries with these numbers. */
export type CommitRange = { after: State; upTo: State } | { numbers: number[] };

export const rangeOfCommit = ({ range, numbers = [] }: CommitDocument): CommitRange => range ?? { numbers };

export interface RangeOfType {
  range: CommitRange;
  type: string;
}

/** The entries of a range about one type. */
export interface OpenRange {
  /** The entries of single records. */
  single: { log: Collection; match: Document };
  /** The numbers of imports, and how many records they created. */
  imports: number[];
  imported: number;
  /** The numbers of changes and removals of the type with so many records that the log has one entry for all of them. */
  conversions: number[];
  removals: number[];
  /** How many records these changed. */
  changed: number;
}

/** Finds the entries of a range about one type; null if there are none. */
export async function openRange(
  store: Store,
  { workspaceId, id: branchId }: Pick<Branch, 'workspaceId' | 'id'>,
  { range, type }: RangeOfType,
): Promise<OpenRange | null> {
  const logged = (name: string, match: Document) => ({ log: store.workspaceDb(workspaceId).collection(name), match });
  const none = { imports: [], imported: 0, conversions: [], removals: [], changed: 0 };
  if ('numbers' in range) {
    const match = { branchId, type, number: { $in: range.numbers } };
    return { ...none, single: logged(mergedChangeIndexes.collection, match) };
  }
  const filter = rangeFilter({ branchId, ...range }, type);
  if (filter === undefined) return null;
  const match = { ...filter, kind: { $in: ['create', 'update', 'delete'] } };
  const many = await changes(store, workspaceId)
    .find({ ...filter, kind: { $in: ['import', 'bulk'] } })
    .toArray();
  const imports = many.flatMap((one) => (one.kind === 'import' ? [one] : []));
  const bulk = many.flatMap((one) => (one.kind === 'bulk' ? [one] : []));
  const numbersOf = (work: 'convert' | 'remove') => bulk.filter((one) => one.work === work).map(({ number }) => number);
  return {
    single: logged(changeIndexes.collection, match),
    imports: imports.map(({ number }) => number),
    imported: imports.reduce((sum, { count }) => sum + count, 0),
    conversions: numbersOf('convert'),
    removals: numbersOf('remove'),
    changed: bulk.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The types with entries in a range; the definitions of types come first. */
export async function typesOfRange(
  store: Store,
  { workspaceId, id: branchId }: Branch,
  range: CommitRange,
): Promise<string[]> {
  const types =
    'upTo' in range
      ? typesIn({ branchId, ...range })
      : await changes(store, workspaceId).distinct('type', { branchId, number: { $in: range.numbers } });
  return types.sort((one, other) => Number(other === typeDefinitions.name) - Number(one === typeDefinitions.name));
}

/**
 * Requires that all records which changed or were removed with their type are still known as they were before.
 * @throws Problem `invalid_input`
 */
export async function requireKept(store: Store, branch: Branch, wanted: RangeOfType): Promise<void> {
  const { workspaceId, id: branchId } = branch;
  const { conversions = [], removals = [] } = (await openRange(store, branch, wanted)) ?? {};
  const numbers = [...conversions, ...removals];
  if (numbers.length === 0) return;
  for (const entry of await changes(store, workspaceId)
    .find({ branchId, number: { $in: numbers } })
    .toArray()) {
    if (entry.kind !== 'bulk') continue;
    const kept = await countEarlier(store, workspaceId, { branchId, number: entry.number });
    if (kept >= entry.count) continue;
    const detail = `Of the records of "${entry.type}" that the commit changed together (${entry.count}), only ${kept} are still known as they were before, so it cannot be reverted: restore a backup, or change the records by hand.`;
    throw new Problem('invalid_input', detail);
  }
}
