import { Code, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { listRefreshMs } from '../api/queries.ts';
import { useSignedIn } from '../session/SessionGate.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { Moment } from '../shell/Moment.tsx';

/** The mails of an installation without a mail server; its operators pass them on. */
export function OutboxPage() {
  const { isOperator } = useSignedIn();
  return (
    <>
      <PageHeading title="Outbox" />
      {isOperator ? <Mails /> : <Text>Only operators of this installation can see this page.</Text>}
    </>
  );
}

function Mails() {
  const { data, error, refetch } = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => call({}, 'GET /api/outbox', { signal }),
    refetchInterval: listRefreshMs,
  });
  if (error !== null)
    return <ErrorNote title="Couldn't load the outbox" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={240} />;
  return (
    <Stack gap="md" maw={720}>
      <Text c="dimmed">
        No mail server is set (TALLYHOOK_SMTP_URL), so nothing leaves by itself. The links work like passwords: pass
        each on to its receiver alone. Mails stay here for seven days.
      </Text>
      {data.length === 0 && <Text>No mail has been written in the last seven days.</Text>}
      {data.map(({ id, to, subject, text, createdAt, error: failure }) => (
        <Paper key={id} component="article" withBorder p="lg" aria-labelledby={id}>
          <Title order={2} id={id}>
            {subject}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            To {to}, <Moment at={createdAt} />
            {failure !== null && `. ${failure}`}
          </Text>
          <Code block tabIndex={0}>
            {text}
          </Code>
        </Paper>
      ))}
    </Stack>
  );
}
