import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Field } from '@tallyhook/schemas';
import { useEffect, useId, useRef, useState } from 'react';
import { FieldEditor } from '../grid/FieldEditor.tsx';
import classes from './Branches.module.css';

export interface OtherValueProps {
  field: Field;
  /** What the value is for: `Price of Trail pack 40`. */
  label: string;
  /** The value that was typed; undefined if a side or nothing is chosen. */
  chosen: { value: unknown } | undefined;
  /** The value as text. */
  shown: string;
  names: Readonly<Record<string, string>>;
  /** Why the service refused the value. */
  problem: string | undefined;
  onChoose: (value: unknown, names: Record<string, string>) => void;
}

/** A value that neither branch has, edited as in the records. */
export function OtherValue({ field, label, chosen, shown, names, problem, onChoose }: OtherValueProps) {
  const [isEditing, setIsEditing] = useState(false);
  const problemId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  useEffect(() => {
    if (isEditing || !returns.current) return;
    returns.current = false;
    button.current?.focus();
  }, [isEditing]);
  const end = (isByKey: boolean) => {
    returns.current = isByKey;
    setIsEditing(false);
  };
  return (
    <div className={classes.other} data-chosen={chosen !== undefined || undefined}>
      <span className={classes.muted}>{chosen === undefined ? 'Neither?' : 'Another value:'}</span>
      {isEditing ? (
        <div className={classes.editor}>
          <FieldEditor
            field={field}
            value={chosen?.value}
            label={`Another value for ${label}`}
            names={names}
            onCommit={(value, key, chosenNames = {}) => {
              end(key !== 'blur');
              // Leaving an empty editor is no decision; Enter is.
              if (value !== null || key !== 'blur') onChoose(value, chosenNames);
            }}
            onCancel={() => end(true)}
          />
        </div>
      ) : (
        <>
          {chosen !== undefined && <b className={classes.value}>{shown}</b>}
          <Button
            ref={button}
            data-other
            size="xs"
            variant="default"
            aria-label={`${chosen === undefined ? 'Type another value for' : 'Change the other value of'} ${label}`}
            aria-describedby={problem === undefined ? undefined : problemId}
            onClick={() => setIsEditing(true)}
          >
            {chosen === undefined ? 'Type another value' : 'Change'}
          </Button>
          <kbd>3</kbd>
        </>
      )}
      {problem !== undefined && (
        <p id={problemId} className={classes.problem} role="alert">
          <IconAlertTriangle aria-hidden size={14} /> {problem}
        </p>
      )}
    </div>
  );
}
