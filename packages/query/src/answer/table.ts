import type { Cell } from './cell.ts';
import type { GroupKey } from './keys.ts';

/** What a source answers a question with: its groups and what everything comes to, before conditions, order and limit. */
export interface Table {
  /** At least the groups that the answer shows; empty for a question without groups. */
  groups: TableGroup[];
  /** How many groups there are in all that meet the question's conditions on groups. */
  total: number;
  /** How many groups there are besides those conditions, where `groups` may not have them all. */
  all?: number;
  overall: Cell;
}

export interface TableGroup {
  keys: readonly GroupKey[];
  cell: Cell;
  /** There where no record is in the group. */
  filled?: true;
}
