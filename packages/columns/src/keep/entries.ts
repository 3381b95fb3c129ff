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
  /** What questions cost since the last build. */
  spentMs: number;
  /** What MongoDB's answers cost, from which follows what columns save. */
  withoutColumns: { answers: number; totalMs: number };
  /** After a failure, not built again before this time. */
  restsUntil: number;
}

/** The key of a branch's turns. */
export const turnOf = ({ workspaceId, id }: Branch) => `${workspaceId}/${id}`;

/** The entries of all types that were asked about. */
export interface Entries {
  of(branch: Branch, type: string): Entry;
  /** The entry of a type, if it was asked about. */
  find(branch: Branch, type: string): Entry | undefined;
  ofBranch(branch: Branch): Entry[];
  all(): Entry[];
}

/** @param max How many entries there may be without columns; the ones asked about first go. */
export function createEntries(max = 2_000): Entries {
  const entries = new Map<string, Entry>();
  const keyOf = (branch: Branch, type: string) => `${turnOf(branch)}/${type}`;
  const forgetOldest = () => {
    for (const [key, { kept, building }] of entries) {
      if (entries.size < max) return;
      if (kept === undefined && building === undefined) entries.delete(key);
    }
  };
  return {
    of(branch, type) {
      const known = entries.get(keyOf(branch, type));
      if (known) return known;
      forgetOldest();
      const made: Entry = {
        type,
        turn: turnOf(branch),
        wanted: new Map(),
        spentMs: 0,
        withoutColumns: { answers: 0, totalMs: 0 },
        restsUntil: 0,
      };
      entries.set(keyOf(branch, type), made);
      return made;
    },
    find: (branch, type) => entries.get(keyOf(branch, type)),
    ofBranch: (branch) => [...entries].flatMap(([key, entry]) => (key.startsWith(keyOf(branch, '')) ? [entry] : [])),
    all: () => [...entries.values()],
  };
}
