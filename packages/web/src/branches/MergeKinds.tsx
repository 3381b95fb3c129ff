import {
  IconAlertTriangle,
  IconBolt,
  IconChartBar,
  IconColumns3,
  IconLayoutDashboard,
  IconListDetails,
  IconPaperclip,
  IconTable,
} from '@tabler/icons-react';
import type { ChangeCounts } from '@tallyhook/schemas/api';
import { useTypes } from '../api/queries.ts';
import { useFormats } from '../use-formats.ts';
import classes from './Branches.module.css';
import { describeCounts, nameOfType, totalOf } from './describe-changes.ts';

/** Stands for the conflicts among the kinds of changes; never the name of a type. */
export const conflictsKind = '(conflicts)';

const icons: Record<string, typeof IconTable> = {
  [conflictsKind]: IconAlertTriangle,
  report: IconChartBar,
  dashboard: IconLayoutDashboard,
  workflow: IconBolt,
  view: IconColumns3,
  file: IconPaperclip,
  '(type)': IconListDetails,
};

export interface MergeKindsProps {
  kinds: readonly string[];
  counts: Record<string, ChangeCounts>;
  chosen: string | undefined;
  conflicts: { open: number; all: number };
  onChoose: (kind: string) => void;
}

/** What a merge brings, by kind, with counts: a column beside the changes, or a line above them on narrow pages. */
export function MergeKinds({ kinds, counts, chosen, conflicts, onChoose }: MergeKindsProps) {
  const types = useTypes().data ?? [];
  const formats = useFormats();
  if (kinds.length === 0) return null;
  return (
    <nav className={classes.kindsColumn} aria-label="Kinds of changes">
      <ul className={classes.kinds}>
        {kinds.map((kind) => {
          const Icon = icons[kind] ?? IconTable;
          const isConflicts = kind === conflictsKind;
          const { open, all } = conflicts;
          return (
            <li key={kind}>
              <button
                type="button"
                aria-current={kind === chosen ? 'true' : undefined}
                title={isConflicts ? undefined : describeCounts(counts[kind]!, formats)}
                onClick={() => onChoose(kind)}
              >
                <Icon aria-hidden size={16} stroke={1.75} />
                <span className={classes.kindName}>{isConflicts ? 'Conflicts' : nameOfType(kind, types)}</span>{' '}
                {isConflicts ? (
                  <span className={classes.kindCount} data-open={open > 0 || undefined}>
                    {open > 0 ? `${formats.value(open)} of ${formats.value(all)} open` : formats.value(all)}
                  </span>
                ) : (
                  <span className={classes.kindCount}>{formats.value(totalOf({ [kind]: counts[kind]! }))}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
