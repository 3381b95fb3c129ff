import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './Sentence.module.css';

export interface SentencePartProps {
  /** The label before the pickers: `Grouped by`. */
  label: string;
  children: ReactNode;
}

/** One part of the question: a label, then pickers. */
export function SentencePart({ label, children }: SentencePartProps) {
  const id = useId();
  return (
    <div className={classes.part} role="group" aria-labelledby={id}>
      <div className={classes.words} id={id}>
        {label}
      </div>
      <div className={classes.pickers}>{children}</div>
    </div>
  );
}

export interface RemoveButtonProps {
  /** What is removed: `the condition Status`. */
  what: string;
  onRemove: () => void;
}

/** Removes a part of the question. */
export function RemoveButton({ what, onRemove }: RemoveButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Remove ${what}`} onClick={onRemove}>
      <IconX aria-hidden size={15} />
    </ActionIcon>
  );
}

/** A problem message under a part. */
export function PartProblem({ children }: { children: ReactNode }) {
  return <p className={classes.problem}>{children}</p>;
}
