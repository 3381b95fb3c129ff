import { Skeleton, Stack } from '@mantine/core';
import type { ConflictPages } from './use-branches.ts';
import { choiceOf, decide, partsOf, type Decisions } from './decisions.ts';
import { ConflictCard } from './ConflictCard.tsx';
import { MoreConflicts } from './MoreConflicts.tsx';

export interface RevertConflictsProps {
  branch: string;
  preview: ConflictPages;
  decisions: Decisions;
  /** Why the service refused values that were typed, by the keys of their parts. */
  problems: Readonly<Record<string, string>>;
  onDecide: (decisions: Decisions) => void;
}

/** What was changed again since a commit: each value as the commit left it, as it is now, and as it was before. */
export function RevertConflicts({ branch, preview, decisions, problems, onDecide }: RevertConflictsProps) {
  if (preview.data === undefined) return <Skeleton height={160} />;
  const { conflicts, conflictCount, labels } = preview.data;
  return (
    <Stack gap="sm">
      {partsOf(conflicts).map((part) => (
        <ConflictCard
          key={part.key}
          open={part}
          base="After the commit"
          from="Before the commit"
          into={`${branch} now`}
          labels={labels}
          choice={choiceOf(decisions, part)}
          problem={problems[part.key]}
          onChoose={(choice) => onDecide(decide(decisions, [part], choice))}
        />
      ))}
      <MoreConflicts pages={preview} listed={conflicts.length} all={conflictCount} />
    </Stack>
  );
}
