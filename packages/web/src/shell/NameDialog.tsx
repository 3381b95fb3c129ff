import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

export interface NameDialogProps {
  title: string;
  /** What the button says. */
  action: string;
  name?: string;
  /** Further fields, below the name. */
  children?: ReactNode;
  onClose: () => void;
  /** Does it; what it throws is shown, and the dialog stays. */
  onSubmit: (name: string) => Promise<unknown>;
}

/** Asks for a name. */
export function NameDialog({ title, action, name: given = '', children, onClose, onSubmit }: NameDialogProps) {
  const [name, setName] = useState(given);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const text = name.trim();
    if (text === '') return setProblem('Give it a name.');
    setIsSending(true);
    setProblem(undefined);
    try {
      await onSubmit(text);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'It could not be done. Try again.');
      setIsSending(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
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
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
