import { Problem } from '@tallyhook/schemas';
import type { Outcome } from './outcomes.ts';

/** A record with parts to decide. */
export interface OpenConflict extends Outcome {
  type: string;
}

/** How many conflicts are listed together. */
export const maxConflictsShown = 200;

/** Counts conflicts and keeps those of one page, in the order of their types and ids. */
export interface ConflictList {
  readonly count: number;
  note(conflict: OpenConflict): void;
  /** The conflicts of the page; `nextCursor` is absent on the last one. */
  page(): { conflicts: OpenConflict[]; nextCursor?: string };
}

/**
 * Creates the list that follows a cursor.
 * @throws Problem `invalid_request` for a cursor of another list.
 */
export function createConflictList(cursor?: string): ConflictList {
  const after = readCursor(cursor);
  let count = 0;
  let kept: OpenConflict[] = [];
  const trim = () =>
    (kept = kept.sort((one, other) => compare(keyOf(one), keyOf(other))).slice(0, maxConflictsShown + 1));
  return {
    get count() {
      return count;
    },
    note(conflict) {
      count += 1;
      if (after !== undefined && compare(keyOf(conflict), after) <= 0) return;
      kept.push(conflict);
      if (kept.length > 2 * maxConflictsShown) trim();
    },
    page() {
      const conflicts = trim().slice(0, maxConflictsShown);
      const last = conflicts.at(-1);
      return { conflicts, ...(kept.length > conflicts.length && last && { nextCursor: keyOf(last).join('/') }) };
    },
  };
}

type Key = readonly [type: string, id: string];

const keyOf = ({ type, id }: OpenConflict): Key => [type, id.toHexString()];

function compare([type, id]: Key, [otherType, otherId]: Key): number {
  if (type !== otherType) return type < otherType ? -1 : 1;
  return id === otherId ? 0 : id < otherId ? -1 : 1;
}

function readCursor(cursor: string | undefined): Key | undefined {
  if (cursor === undefined) return undefined;
  const [, type, id] = /^(.+)\/([0-9a-f]{24})$/.exec(cursor) ?? [];
  if (type !== undefined && id !== undefined) return [type, id];
  throw new Problem('invalid_request', 'The cursor is not from this list: start without a cursor.');
}
