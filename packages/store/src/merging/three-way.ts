import { isDeepStrictEqual } from 'node:util';
import { mergeFieldKeys } from './merge-fields.ts';
import type { Parts } from './parts.ts';

/** The side of a merge whose value stays: of the branch that is merged into, or of the one that is merged. */
export type Side = 'into' | 'from';

/** What a part in conflict gets: the value of a side, or one that neither has; undefined empties it. */
export type Choice = Side | { value: unknown };

/** Both sides changed a part since the base, differently. A value is undefined where the part is empty. */
export interface PartConflict {
  name: string;
  base: unknown;
  into: unknown;
  from: unknown;
}

export interface ThreeWay {
  parts: Parts;
  /** Conflicts without a decision; their parts have the value of `into`. */
  conflicts: PartConflict[];
}

/**
 * Merges the parts of a record: a part that only one side changed since the base has the value of that side. `decide`
 * chooses for a part that both changed, and for an `unclear` one, which had no common value; without a choice it is a
 * conflict.
 */
export function mergeParts(
  { base, into, from, unclear }: { base: Parts; into: Parts; from: Parts; unclear: ReadonlySet<string> },
  decide: (conflict: PartConflict) => Choice | undefined,
): ThreeWay {
  const parts: Parts = new Map();
  const conflicts: PartConflict[] = [];
  for (const name of new Set([...into.keys(), ...from.keys(), ...base.keys()])) {
    const conflict = { name, base: base.get(name), into: into.get(name), from: from.get(name) };
    const side = unclear.has(name) ? sameSide(conflict) : sideOf(conflict);
    if (name.endsWith('#order')) {
      parts.set(name, mergeOrder(conflict, side));
      continue;
    }
    const joined = side === undefined && !unclear.has(name) ? mergeFieldKeys(conflict) : undefined;
    if (joined !== undefined) {
      parts.set(name, joined);
      continue;
    }
    const choice = side ?? decide(conflict);
    if (choice === undefined) conflicts.push(conflict);
    const value = typeof choice === 'object' ? choice.value : conflict[choice ?? 'into'];
    if (value !== undefined) parts.set(name, value);
  }
  return { parts, conflicts };
}

const sameSide = ({ into, from }: PartConflict): Side | undefined =>
  isDeepStrictEqual(into, from) ? 'into' : undefined;

function sideOf({ base, into, from }: PartConflict): Side | undefined {
  if (isDeepStrictEqual(into, from) || isDeepStrictEqual(base, from)) return 'into';
  return isDeepStrictEqual(base, into) ? 'from' : undefined;
}

/**
 * Merges the order of named items. If both sides changed it, that of `into` stays, and items that only `from` has come
 * after the item that they follow there. Items that are gone are left out when the list is put together.
 */
function mergeOrder(conflict: PartConflict, side: Side | undefined): string[] {
  const [into = [], from = []] = [conflict.into, conflict.from] as (string[] | undefined)[];
  const [kept, others] = side === 'from' ? [from, into] : [into, from];
  const order = [...kept];
  for (const [index, item] of others.entries()) {
    if (order.includes(item)) continue;
    const previous = others.slice(0, index).findLast((one) => order.includes(one));
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, item);
  }
  return order;
}
