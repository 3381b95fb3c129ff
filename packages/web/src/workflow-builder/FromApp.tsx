import { Button, Text } from '@mantine/core';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useBeginWorkflow } from '../workflows/use-begin-workflow.ts';
import classes from './WorkflowBuilder.module.css';
import type { EditedWorkflow } from './tree.ts';

/** Says that a workflow came with an app, and makes a copy of it that can be changed. */
export function FromApp({ app, workflow, canCopy }: { app: string; workflow: EditedWorkflow; canCopy: boolean }) {
  const { begin, failure } = useBeginWorkflow();
  return (
    <div className={classes.fromApp}>
      <Text size="sm">It comes with the app {app} and is read-only here. It can be switched on and off.</Text>
      {canCopy && (
        <Button
          size="xs"
          variant="default"
          onClick={() => void begin({ ...workflow, name: `Copy of ${workflow.name}`.slice(0, 200) })}
        >
          Copy to edit
        </Button>
      )}
      {failure !== undefined && <ErrorNote title="Couldn't copy the workflow" error={failure} />}
    </div>
  );
}
