import { useState } from 'react';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import type { FolderState } from './use-edited-folder.ts';
import classes from './ConnectorBuilder.module.css';

/** A save that failed, or somebody else's: what was typed is still here, and so is a way out. */
export function NotSaved({ folder: { state, save, readAgain } }: { folder: FolderState }) {
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<unknown>();
  if (state.saving !== 'failed' && state.saving !== 'conflict') return null;
  const isConflict = state.saving === 'conflict';
  const shown =
    error ?? (isConflict ? new Error('Somebody else saved this connector. Your changes are kept here.') : state.error);
  const read = () => {
    setIsReading(true);
    readAgain()
      .catch(setError)
      .finally(() => setIsReading(false));
  };
  return (
    <div className={classes.notSaved}>
      <ErrorNote
        title="Couldn't save the connector"
        error={shown}
        onRetry={isConflict ? undefined : () => void save()}
      />
      <BusyButton variant="default" size="xs" isBusy={isReading} onClick={read}>
        Drop my changes and read it again
      </BusyButton>
    </div>
  );
}
