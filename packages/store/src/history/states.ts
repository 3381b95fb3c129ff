import { slotCount, type CounterDocument } from '../collections/write-counter.ts';
import type { Finder } from '../database/finder.ts';

/**
 * How far the change log of a branch goes at one moment: by type, the last tick of each slot of its write counter. An
 * entry is in the state if its tick is not above that of its slot.
 */
export type State = Record<string, number[]>;

/** Part of the change log of a branch: what is in `upTo` and not in `after`. */
export interface LogRange {
  branchId: string;
  after: State;
  upTo: State;
}

/** Reads the state of a branch. */
export async function readState(find: Finder, branchId: string): Promise<State> {
  const filter = { _id: { $gt: `${branchId}/`, $lt: `${branchId}0` } };
  const state: State = {};
  for (const { _id, value } of await find<CounterDocument>('write_counters', { filter })) {
    const [, type, slot] = /^[^/]*\/(.*)\/(\d+)$/.exec(_id)!;
    if (!Object.hasOwn(state, type!)) state[type!] = Array.from({ length: slotCount }, () => 0);
    state[type!]![Number(slot)] = value;
  }
  return state;
}

/** The slots of a type; a type may have the name of something that every object has, such as `constructor`. */
const slotsOf = (state: State, type: string): readonly number[] => (Object.hasOwn(state, type) ? state[type]! : []);

/** The state that contains both; two states of one branch are ordered, so this is the later one. */
export function laterState(one: State, other: State): State {
  const types = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...types].map((type) => {
      const [here, there] = [slotsOf(one, type), slotsOf(other, type)];
      return [type, Array.from({ length: slotCount }, (_, slot) => Math.max(here[slot] ?? 0, there[slot] ?? 0))];
    }),
  );
}

/** Whether an entry is in a state. */
export function isInState(state: State, { type, slot, tick }: { type: string; slot: number; tick: number }): boolean {
  return tick <= (slotsOf(state, type)[slot] ?? 0);
}

/** The types that have entries in a range. */
export function typesIn({ after, upTo }: LogRange): string[] {
  return Object.keys(upTo).filter((type) =>
    slotsOf(upTo, type).some((tick, slot) => tick > (slotsOf(after, type)[slot] ?? 0)),
  );
}

/** The filter of the change log for the entries of a type in a range; undefined if there are none. */
export function rangeFilter({ branchId, after, upTo }: LogRange, type: string) {
  const slots = slotsOf(upTo, type).flatMap((last, slot) => {
    const first = slotsOf(after, type)[slot] ?? 0;
    return last > first ? [{ branchId, type, slot, tick: { $gt: first, $lte: last } }] : [];
  });
  return slots.length === 0 ? undefined : { $or: slots };
}
