import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { BusyButton } from './BusyButton.tsx';
import { Dialog } from './Dialog.tsx';

export interface NameDialogProps<Done> {
  title: string;
  /** The button text. */
  action: string;
  name?: string;
  /** Further fields, below the name. */
  children?: ReactNode;
  onClose: () => void;
  /** Submits the name; errors are shown and the dialog stays open. */
  onSubmit: (name: string) => Promise<Done>;
  /** Called after success, unless the person has left the page by then. */
  onDone?: (done: Done) => void;
}

/** Asks for a name. The dialog stays open while submitting: closing it would look like cancelling. */
export function NameDialog<Done>(props: NameDialogProps<Done>) {
  const { title, action, name: given = '', children, onClose, onSubmit, onDone } = props;
  const [name, setName] = useState(given);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const text = name.trim();
    if (text === '') return setProblem('Enter a name.');
    setIsSending(true);
    setProblem(undefined);
    try {
      const done = await onSubmit(text);
      if (isHere.current) onDone?.(done);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Couldn't save it. Try again.");
      setIsSending(false);
    }
  }

  const close = () => isSending || onClose();

  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {children}
          {problem !== undefined && (
            <Alert color="red" variant="outline">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" aria-disabled={isSending} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSending}>
              {action}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
