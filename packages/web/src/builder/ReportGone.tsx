import { Button, Paper, Text, Title } from '@mantine/core';
import classes from './Builder.module.css';

/** Somebody deleted the report meanwhile: what one changed is still there, and can be saved under a name of its own. */
export function ReportGone({ onSaveAsNew }: { onSaveAsNew: () => void }) {
  return (
    <Paper withBorder p="md" className={classes.conflict} role="alert">
      <Title order={2}>Somebody deleted this report while you changed it</Title>
      <Text size="sm" my="xs">
        Your question is still here, and nowhere else: it is lost when you leave this page without saving it.
      </Text>
      <Button onClick={onSaveAsNew}>Save as a new report</Button>
    </Paper>
  );
}
