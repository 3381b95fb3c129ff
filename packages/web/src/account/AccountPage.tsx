import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { sessionKey } from '../api/queries.ts';
import { NewPassword, passwordRule } from '../session/NewPassword.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useSending } from '../shell/use-sending.ts';
import { describeAgent } from './describe-agent.ts';
import { Moment } from '../shell/Moment.tsx';

/** The settings of the signed-in person: name, password and open sessions. */
export function AccountPage() {
  return (
    <>
      <PageHeading title="Your account" />
      <Stack gap="xl" maw={720}>
        <NameForm />
        <PasswordForm />
        <Sessions />
      </Stack>
    </>
  );
}

interface SectionFormProps {
  title: string;
  /** What could not be done, for the refusal. */
  failure: string;
  /** Said after success. */
  done: string;
  action: string;
  onSend: () => Promise<unknown>;
  children: ReactNode;
}

/** One section, which saves itself. */
function SectionForm({ title, failure, done, action, onSend, children }: SectionFormProps) {
  const { isSending, error, send } = useSending();
  const [isDone, setIsDone] = useState(false);
  const announce = useAnnounce();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsDone(false);
    const isSent = await send(onSend);
    setIsDone(isSent);
    if (isSent) announce(done);
  }

  return (
    <form onSubmit={(event) => void submit(event)} aria-label={title}>
      <Stack gap="sm" align="stretch">
        <Title order={2}>{title}</Title>
        {children}
        {error !== undefined && <ErrorNote title={failure} error={error} />}
        <Group gap="sm">
          <BusyButton type="submit" isBusy={isSending}>
            {action}
          </BusyButton>
          {isDone && <Text size="sm">{done}</Text>}
        </Group>
      </Stack>
    </form>
  );
}

function NameForm() {
  const { person } = useSignedIn();
  const queries = useQueryClient();
  const [name, setName] = useState(person.name);
  return (
    <SectionForm
      title="Name"
      failure="Couldn't change your name"
      done="Saved"
      action="Save name"
      onSend={async () => {
        await call({}, 'PATCH /api/person', { body: { name } });
        await queries.invalidateQueries({ queryKey: sessionKey });
      }}
    >
      <TextInput
        label="Name"
        description={`You sign in as ${person.email}.`}
        required
        withAsterisk={false}
        maxLength={200}
        autoComplete="name"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </SectionForm>
  );
}

function PasswordForm() {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  return (
    <SectionForm
      title="Password"
      failure="Couldn't change your password"
      done="Changed. Your other sessions have ended."
      action="Change password"
      onSend={async () => {
        await call({}, 'PUT /api/person/password', { body: { current, password } });
        setCurrent('');
        setPassword('');
        await queries.invalidateQueries({ queryKey: ['sessions'] });
      }}
    >
      <NewPassword label="Current password" autoComplete="current-password" value={current} onChange={setCurrent} />
      <NewPassword
        label="New password"
        description={passwordRule}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
    </SectionForm>
  );
}

function Sessions() {
  const queries = useQueryClient();
  const { error, send } = useSending();
  const {
    data,
    error: loadError,
    refetch,
  } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call({}, 'GET /api/sessions', { signal }),
  });
  if (loadError !== null)
    return <ErrorNote title="Couldn't load your sessions" error={loadError} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={140} />;

  async function end(work: () => Promise<unknown>) {
    await send(work);
    await queries.invalidateQueries({ queryKey: ['sessions'] });
  }

  const others = data.filter(({ isCurrent }) => !isCurrent);
  return (
    <Stack gap="sm">
      {error !== undefined && <ErrorNote title="Couldn't end the session" error={error} />}
      <List
        title="Sessions"
        hint="Where you are signed in."
        count={data.length}
        empty="No session is open."
        columns={[
          { label: 'Device' },
          { label: 'Address', isLess: true },
          { label: 'Last seen' },
          { label: 'Actions', isActions: true },
        ]}
      >
        {data.map(({ id, isCurrent, userAgent, address, lastSeenAt }) => (
          <tr key={id}>
            <th scope="row">
              <span className={classes.name}>{describeAgent(userAgent)}</span>
              {isCurrent && <span className={classes.sub}>This one</span>}
            </th>
            <td className={`${classes.muted} ${classes.less}`}>{address ?? '–'}</td>
            <td className={classes.muted}>
              <Moment at={lastSeenAt} />
            </td>
            <td className={classes.actions}>
              {!isCurrent && (
                <Button
                  variant="subtle"
                  color="red"
                  size="xs"
                  onClick={() => void end(() => call({}, 'DELETE /api/sessions/:id', { path: { id } }))}
                >
                  End
                </Button>
              )}
            </td>
          </tr>
        ))}
      </List>
      {others.length > 0 && (
        <Button variant="default" w="max-content" onClick={() => void end(() => call({}, 'DELETE /api/sessions', {}))}>
          End the {others.length === 1 ? 'other session' : `${others.length} other sessions`}
        </Button>
      )}
    </Stack>
  );
}
