import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { BusyButton } from '../shell/BusyButton.tsx';
import classes from './Builder.module.css';

export interface ReportActionsProps {
  canWrite: boolean;
  /** Whether the changes can be saved over the report. */
  canSave: boolean;
  isChanged: boolean;
  /** Whether there is a saved report to return to. */
  hasSaved: boolean;
  isSaving: boolean;
  onSave: () => void;
  onReset: () => void;
  onSaveAsNew: () => void;
  /** Shown next to the buttons: the report's menu. */
  children: ReactNode;
}

/** Actions for the report as a whole. */
export function ReportActions(props: ReportActionsProps) {
  const { canWrite, canSave, isChanged, hasSaved, isSaving, children } = props;
  const actions = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // The save button disappears after saving; move the focus to its neighbour.
  useEffect(() => {
    if (isSaving || !isPressed.current) return;
    isPressed.current = isChanged;
    if (document.activeElement !== document.body) return;
    const next = actions.current?.querySelector<HTMLElement>('[data-save], [aria-haspopup="menu"]');
    next?.focus({ preventScroll: true });
  }, [isSaving, isChanged]);
  return (
    <div className={classes.actions} ref={actions} data-noprint>
      {isChanged && hasSaved && (
        <Button variant="default" onClick={props.onReset}>
          Reset
        </Button>
      )}
      {isChanged && canSave && (
        <BusyButton
          data-save
          isBusy={isSaving}
          onClick={() => {
            isPressed.current = true;
            props.onSave();
          }}
        >
          Save
        </BusyButton>
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
