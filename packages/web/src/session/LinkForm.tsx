import { Alert, Center, Group, Paper, Stack, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { Refusal } from '../api/send.ts';
import { noteEarlierPage } from '../shell/PageHeading.tsx';

interface LinkFormProps {
  title: string;
  children: (isSending: boolean) => ReactNode;
  /** Sends the form; a refusal is shown above it, and what was typed stays. */
  onSend?: () => Promise<void>;
}

/** The frame of a page that a link in a mail opens, without a session. */
export function LinkForm({ title, children, onSend }: LinkFormProps) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  useEffect(() => {
    document.title = `${title} · Tallyhook`;
    noteEarlierPage();
  }, [title]);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (onSend === undefined) return;
    setIsSending(true);
    setProblem(undefined);
    try {
      await onSend();
    } catch (error) {
      setProblem(error instanceof Refusal ? error.message : 'Something went wrong on this page. Reload it.');
    }
    setIsSending(false);
  }

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={440} shadow="sm">
        <form onSubmit={(event) => void send(event)}>
          <Stack>
            <Group gap="sm" wrap="nowrap">
              <img src="/icon.svg" alt="" width={32} height={32} />
              <Title order={1}>{title}</Title>
            </Group>
            {problem !== undefined && (
              <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
                {problem}
              </Alert>
            )}
            {children(isSending)}
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
