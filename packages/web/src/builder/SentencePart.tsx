import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './Sentence.module.css';

export interface SentencePartProps {
  /** The words before the pickers: `Grouped by`. */
  words: string;
  children: ReactNode;
}

/** One part of the question: some words, then pickers. */
export function SentencePart({ words, children }: SentencePartProps) {
  const id = useId();
  return (
    <div className={classes.part} role="group" aria-labelledby={id}>
      <div className={classes.words} id={id}>
        {words}
      </div>
      <div className={classes.pickers}>{children}</div>
    </div>
  );
}

export interface RemoveButtonProps {
  /** What goes: `the condition Status`. */
  what: string;
  onRemove: () => void;
}

/** Takes a part of the question away. */
export function RemoveButton({ what, onRemove }: RemoveButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Remove ${what}`} onClick={onRemove}>
      <IconX aria-hidden size={15} />
    </ActionIcon>
  );
}

/** Says under a part what is wrong with it. */
export function PartProblem({ children }: { children: ReactNode }) {
  return <p className={classes.problem}>{children}</p>;
}
