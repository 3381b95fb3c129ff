import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Builder.module.css';

export interface ReportActionsProps {
  canWrite: boolean;
  /** Whether what is changed can be saved over the report. */
  canSave: boolean;
  isChanged: boolean;
  /** Whether there is a saved report to go back to. */
  hasSaved: boolean;
  isSaving: boolean;
  onSave: () => void;
  onReset: () => void;
  onSaveAsNew: () => void;
  /** What stands beside the buttons: the report's menu. */
  children: ReactNode;
}

/** What can be done to a report as a whole. */
export function ReportActions(props: ReportActionsProps) {
  const { canWrite, canSave, isChanged, hasSaved, isSaving, children } = props;
  return (
    <div className={classes.actions} data-noprint>
      {isChanged && hasSaved && (
        <Button variant="default" onClick={props.onReset}>
          Reset
        </Button>
      )}
      {isChanged && canSave && (
        <Button loading={isSaving} onClick={props.onSave}>
          Save
        </Button>
      )}
      {canWrite && (
        <Button variant="default" onClick={props.onSaveAsNew}>
          Save as new
        </Button>
      )}
      {children}
    </div>
  );
}
