import { Button, Group, Paper, Text, Title } from '@mantine/core';
import type { RecordType, Report } from '@tallyhook/schemas';
import { chartNames } from '@tallyhook/schemas/chart-fits';
import type { ShownReport } from '../reports/shown-report.ts';
import { describeReport } from '../reports/describe-report.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { useFocusFallback } from '../shell/use-focus-fallback.ts';
import classes from './Builder.module.css';

export interface ConflictProps {
  mine: Report;
  theirs: ShownReport;
  types: readonly RecordType[];
  /** Whether my version is being saved. */
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onSaveAsNew: () => void;
}

/** Shown when somebody else saved the report meanwhile. Shows both versions; nothing is lost until one is chosen. */
export function Conflict({ mine, theirs, types, isSaving, onKeepMine, onTakeTheirs, onSaveAsNew }: ConflictProps) {
  const focus = useFocusFallback();
  return (
    <Paper withBorder p="md" className={classes.conflict} role="alert" {...focus}>
      <Title order={2}>Somebody saved this report while you were editing it</Title>
      <div className={classes.versions}>
        <Version title="Your version, not saved" report={mine} types={types} />
        <Version title="Their version, saved" report={theirs.definition} types={types} />
      </div>
      <Group gap="sm">
        <BusyButton isBusy={isSaving} onClick={onKeepMine}>
          Save mine over theirs
        </BusyButton>
        <Button variant="default" aria-disabled={isSaving} onClick={() => isSaving || onTakeTheirs()}>
          Take theirs
        </Button>
        <Button variant="default" onClick={onSaveAsNew}>
          Save mine as a new report
        </Button>
      </Group>
    </Paper>
  );
}

function Version({ title, report, types }: { title: string; report: Report; types: readonly RecordType[] }) {
  return (
    <div className={classes.version}>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Text size="sm">{describeReport(report, types)}</Text>
      <Text size="sm" c="dimmed">
        Shown as {chartNames[report.chart].label.toLowerCase()}.
      </Text>
    </div>
  );
}
