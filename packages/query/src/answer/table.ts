import type { Cell, Measured } from './cell.ts';
import type { GroupKey } from './keys.ts';

/** What a source returns for a question: its groups and the overall measures, before conditions, order and limit. */
export interface Table {
  /** Includes at least the groups that the answer shows; empty for a question without groups. */
  groups: TableGroup[];
  /** Number of all groups that meet the question's conditions on groups. */
  total: number;
  /** Number of all groups regardless of those conditions, if `groups` may be incomplete. */
  all?: number;
  overall: Cell;
}

export interface TableGroup {
  keys: readonly GroupKey[];
  cell: Cell;
  /** The first measure over all parts of its first group, if `groups` may lack some of them. */
  total?: Measured;
  /** Set for a group without records. */
  filled?: true;
}
