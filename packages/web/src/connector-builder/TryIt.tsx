import { Alert, Button, Group, NativeSelect, Stack, Tabs, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconFlask,
  IconSend,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ConnectorFolder, FolderTry } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { CodeBlock } from '../keys/CodeBlock.tsx';
import { CopyButton } from '../keys/CopyButton.tsx';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { readJson, valueAt } from './edit-json.ts';
import { LinkFirst } from './LinkFirst.tsx';
import { describeAnswer, describeRequest } from './show-exchange.ts';
import { TryInputs } from './TryInputs.tsx';
import { usableAccounts } from './usable-accounts.ts';
import classes from './ConnectorBuilder.module.css';

interface TryItProps {
  id: string;
  /** The name of the action's file. */
  action: string;
  text: string;
  /** Whether accounts of the connector have credentials. */
  hasSignIn: boolean;
  save: () => Promise<ConnectorFolder | undefined>;
  /** Adds a fixture, and says where. */
  onKeep: (fixture: unknown) => string;
}

const readers = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'];

/** Sends the action with a linked account: what went out, what came back, and what a workflow would get. */
export function TryIt({ id, action, text, hasSignIn, save, onKeep }: TryItProps) {
  const place = usePlace();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  const [inputs, setInputs] = useState<Record<string, unknown>>({});
  const [account, setAccount] = useState<string>();
  const [outcome, setOutcome] = useState<FolderTry>();
  const [keptAt, setKeptAt] = useState<string>();
  const { person } = useSignedIn();
  const { data: accounts } = useQuery({
    queryKey: ['integrations', place.workspace, 'accounts'],
    queryFn: () => call(place, 'GET /api/accounts', {}),
  });
  const usable = usableAccounts(accounts ?? [], { connector: id, personId: person.id });
  const chosen = account ?? usable[0]?.id;
  const value = readJson(text)?.value;
  const method = valueAt(value, ['request', 'method']);
  const fileInput = valueAt(value, ['upload', 'file']);
  const hasFile = valueAt(value, ['upload']) !== undefined;

  const sendIt = () =>
    send(async () => {
      setKeptAt(undefined);
      // What is tried is what is saved.
      if ((await save()) === undefined) throw new Error('The connector could not be saved, so nothing was sent.');
      const body = { action, inputs, ...(chosen !== undefined && chosen !== '' && { account: chosen }) };
      setOutcome(await call(place, 'POST /api/connector-folders/:id/tries', { path: { id }, body }));
      announce('The answer is here');
    });

  return (
    <div
      className={classes.sidePart}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        if (!isSending) void sendIt();
      }}
    >
      <Title order={2} size="h3">
        Try it
      </Title>
      {hasFile && (
        <p className={classes.note}>
          Send has no file. It makes the first request only and shows where the file would go; values of the file are
          those of an example. To send a file, <Link to="/workflows">test it in a workflow</Link>.
        </p>
      )}
      {usable.length > 0 && (
        <NativeSelect
          label="Account"
          data={[{ value: '', label: 'None' }, ...usable.map(({ id: value_, label }) => ({ value: value_, label }))]}
          value={chosen ?? ''}
          onChange={({ currentTarget }) => setAccount(currentTarget.value)}
        />
      )}
      {hasSignIn && accounts !== undefined && usable.length === 0 && <LinkFirst id={id} />}
      <TryInputs
        input={valueAt(value, ['input'])}
        leaveOut={typeof fileInput === 'string' ? fileInput : undefined}
        values={inputs}
        onChange={setInputs}
      />
      <Group gap="sm">
        <BusyButton
          size="xs"
          leftSection={<IconSend aria-hidden size={15} />}
          isBusy={isSending}
          onClick={() => void sendIt()}
        >
          Send
        </BusyButton>
        <kbd className={classes.keys}>Ctrl Enter</kbd>
        {typeof method === 'string' && !readers.includes(method) && (
          <span className={classes.writes}>
            <IconAlertTriangle aria-hidden size={14} />
            {method}, writes
          </span>
        )}
      </Group>
      {error !== undefined && <ErrorNote title="Couldn't send it" error={error} />}
      {outcome !== undefined && (
        <Outcome outcome={outcome} keptAt={keptAt} onKeep={() => setKeptAt(onKeep(outcome.fixture))} />
      )}
    </div>
  );
}

interface OutcomeProps {
  outcome: FolderTry;
  keptAt: string | undefined;
  onKeep: () => void;
}

function Outcome({ outcome, keptAt, onKeep }: OutcomeProps) {
  const { steps, notMade, request, answer, output, error, fixture, fixtureProblem, uploadWouldGoTo } = outcome;
  const sent = describeRequest(request);
  const isSent = steps.length > 0;
  const mapped = error === undefined ? JSON.stringify(output ?? null, null, 2) : `${error.code}: ${error.message}`;
  return (
    <Stack gap="sm" role="group" aria-label="What happened">
      <ul className={classes.stages}>
        {steps.map(({ name, detail, isOk }) => (
          <li key={name} data-failed={!isOk || undefined}>
            {isOk ? <IconCircleCheck aria-hidden size={16} /> : <IconCircleX aria-hidden size={16} />}
            <b>{name}</b>
            <span>
              {!isOk && 'Failed: '}
              {detail}
            </span>
          </li>
        ))}
        {notMade.map(({ name, reason }) => (
          <li key={name} data-off>
            <IconCircleDashed aria-hidden size={16} />
            <b>{name}</b>
            <span>Not made: {reason}</span>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <Alert variant="outline" title={error.code}>
          {error.message}
        </Alert>
      )}
      {uploadWouldGoTo !== undefined && (
        <Text size="sm">
          The file would go to <code>{uploadWouldGoTo}</code>
        </Text>
      )}
      <Tabs defaultValue="sent" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="sent">{isSent ? 'Sent' : 'Not sent'}</Tabs.Tab>
          <Tabs.Tab value="answer">Answer</Tabs.Tab>
          <Tabs.Tab value="mapped">Mapped</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sent" pt="sm">
          <CodeBlock label={isSent ? 'Request as sent' : 'Request that was not sent'} text={sent} maxHeight={320} />
        </Tabs.Panel>
        <Tabs.Panel value="answer" pt="sm">
          <CodeBlock label="Answer" text={describeAnswer(answer)} maxHeight={320} />
        </Tabs.Panel>
        <Tabs.Panel value="mapped" pt="sm">
          <CodeBlock label="Output" text={mapped} maxHeight={320} />
        </Tabs.Panel>
      </Tabs>
      <Group gap="sm">
        {fixture !== null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFlask aria-hidden size={15} />}
            data-control
            aria-disabled={keptAt !== undefined}
            onClick={() => keptAt === undefined && onKeep()}
          >
            Keep as fixture
          </Button>
        )}
        <CopyButton what="request" text={sent} />
      </Group>
      {fixtureProblem !== undefined && (
        <Text size="sm" c="dimmed">
          It cannot be kept as a fixture: {fixtureProblem}
        </Text>
      )}
      {keptAt !== undefined && (
        <Text size="sm" role="status">
          Kept as {keptAt}
        </Text>
      )}
    </Stack>
  );
}
