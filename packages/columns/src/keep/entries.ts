import type { Field } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';
import type { KeptType } from './kept-type.ts';

/** What is known about the questions of one type of a branch, and what is kept for them. */
export interface Entry {
  type: string;
  /** The key of the turns of its branch. */
  turn: string;
  kept?: KeptType | undefined;
  building?: Promise<void> | undefined;
  /** Fields that questions asked for. */
  wanted: Map<string, Field>;
  /** Names of fields with too many different values to keep. */
  refused: Set<string>;
  /** What questions cost since the last build. */
  spentMs: number;
  /** What MongoDB's answers cost, from which follows what columns save. */
  withoutColumns: { answers: number; totalMs: number };
  /** After a failure, not built again before this time. */
  restsUntil: number;
}

/** A branch by its ids. */
export interface BranchPlace {
  workspaceId: string;
  branchId: string;
}

export const placeOf = ({ workspaceId, id: branchId }: Pick<Branch, 'workspaceId' | 'id'>): BranchPlace => ({
  workspaceId,
  branchId,
});

/** The key of a branch's turns. */
export const turnOf = ({ workspaceId, branchId }: BranchPlace) => `${workspaceId}/${branchId}`;

/** The entries of all types that were asked about. */
export interface Entries {
  of(branch: BranchPlace, type: string): Entry;
  /** The entry of a type, if it was asked about. */
  find(branch: BranchPlace, type: string): Entry | undefined;
  ofBranch(branch: BranchPlace): Entry[];
  all(): Entry[];
}

/** @param max How many entries there may be without columns; those of the branch asked about first go. */
export function createEntries(max = 2_000): Entries {
  const branches = new Map<string, Map<string, Entry>>();
  let count = 0;
  const forgetOldest = () => {
    for (const [turn, entries] of branches) {
      for (const [type, { kept, building }] of entries) {
        if (count < max) return;
        if (kept !== undefined || building !== undefined) continue;
        entries.delete(type);
        count -= 1;
      }
      if (entries.size === 0) branches.delete(turn);
    }
  };
  const find = (branch: BranchPlace, type: string) => branches.get(turnOf(branch))?.get(type);
  return {
    find,
    of(branch, type) {
      const known = find(branch, type);
      if (known) return known;
      forgetOldest();
      const turn = turnOf(branch);
      const made: Entry = {
        ...{ type, turn },
        wanted: new Map(),
        refused: new Set(),
        spentMs: 0,
        withoutColumns: { answers: 0, totalMs: 0 },
        restsUntil: 0,
      };
      const entries = branches.get(turn) ?? new Map<string, Entry>();
      branches.set(turn, entries.set(type, made));
      count += 1;
      return made;
    },
    ofBranch: (branch) => [...(branches.get(turnOf(branch))?.values() ?? [])],
    all: () => [...branches.values()].flatMap((entries) => [...entries.values()]),
  };
}
