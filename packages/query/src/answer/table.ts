import type { Cell, Measured } from './cell.ts';
import type { GroupKey } from './keys.ts';

/** What a source returns for a question: its groups and the overall measures, before conditions, order and limit. */
export interface Table {
  /**
   * Includes at least the groups within the limit and, if there are two groupings, the next one. Empty for a question
   * without groups.
   */
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
  /** Measures over all rows of its first group by name, if `groups` may lack some of them. */
  totals?: Record<string, Measured>;
  /** Set for a group without records. */
  filled?: true;
}
