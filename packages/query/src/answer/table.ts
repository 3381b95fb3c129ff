import type { Cell } from './cell.ts';
import type { Key } from './keys.ts';

/** What the reads of a plan gave, whichever plan it was. */
export interface Table {
  /** At least the groups that the answer shows; empty for a question without groups. */
  groups: TableGroup[];
  /** How many groups there are in all. */
  total: number;
  overall: Cell;
}

export interface TableGroup {
  keys: readonly Key[];
  cell: Cell;
}
