/** The objects that a stand-in keeps, by kind, in order of creation. */
export interface Keeper {
  add<Thing>(kind: string, thing: Thing): Thing;
  of<Thing>(kind: string): Thing[];
  /** A number that is unique in this stand-in. */
  nextNumber(): number;
  all(): Record<string, unknown[]>;
  clear(): void;
}

export function createKeeper(): Keeper {
  const things = new Map<string, unknown[]>();
  let last = 0;
  const listOf = (kind: string): unknown[] => {
    const list = things.get(kind) ?? [];
    things.set(kind, list);
    return list;
  };
  return {
    add(kind, thing) {
      listOf(kind).push(thing);
      return thing;
    },
    of: <Thing>(kind: string) => listOf(kind) as Thing[],
    nextNumber: () => ++last,
    all: () => Object.fromEntries(things),
    clear() {
      things.clear();
      last = 0;
    },
  };
}
