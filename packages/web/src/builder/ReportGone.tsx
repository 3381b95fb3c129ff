import { Button, Paper, Text, Title } from '@mantine/core';
import classes from './Builder.module.css';

/** Shown when somebody else deleted the report: the changes are still there and can be saved under a new name. */
export function ReportGone({ onSaveAsNew }: { onSaveAsNew: () => void }) {
  return (
    <Paper withBorder p="md" className={classes.conflict} role="alert">
      <Title order={2}>Somebody deleted this report while you were editing it</Title>
      <Text size="sm" my="xs">
        Your question is now only on this page. You'll lose it if you leave without saving it.
      </Text>
      <Button onClick={onSaveAsNew}>Save as a new report</Button>
    </Paper>
  );
}
