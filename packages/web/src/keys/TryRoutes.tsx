import { Button, NativeSelect, Paper, Stack, Text, TextInput, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../place.tsx';
import { send } from '../api/send.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './Keys.module.css';
import { addressOfRoute, listRoutes, type ApiRoute, type OpenApi } from './list-routes.ts';

/** Every address of the interface, each of which can be tried here as the signed-in person. */
export function TryRoutes() {
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => send<OpenApi>('/api/openapi.json', { signal }),
    staleTime: Infinity,
  });
  const [name, setName] = useState('GET /api/types');
  if (error !== null)
    return <ErrorNote title="Couldn't load the addresses" error={error} onRetry={() => void refetch()} />;
  const routes = data === undefined ? [] : listRoutes(data);
  const route = routes.find((one) => one.name === name);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="routes">
      <Title order={2} id="routes" mb="sm">
        All addresses
      </Title>
      <Stack gap="sm" maw={720}>
        <NativeSelect
          label="Address"
          value={name}
          data={routes.map((one) => one.name)}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {route !== undefined && <TryRoute key={route.name} route={route} />}
      </Stack>
    </Paper>
  );
}

function TryRoute({ route }: { route: ApiRoute }) {
  const place = usePlace();
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState('{}');
  const [answer, setAnswer] = useState<string>();
  const address = addressOfRoute(route, values, place);

  async function ask() {
    const response = await fetch(address, {
      method: route.method,
      credentials: 'same-origin',
      ...(route.takesJson && { headers: { 'Content-Type': 'application/json' }, body }),
    }).catch(() => undefined);
    if (response === undefined) return setAnswer('Nothing answered.');
    const text = await response.text();
    setAnswer(`${response.status} ${response.statusText}\n\n${indented(text)}`);
  }

  return (
    <>
      <Text size="sm">{route.summary}</Text>
      {route.parameters.map(({ name, isRequired, description }) => (
        <TextInput
          key={name}
          label={name}
          description={description}
          required={isRequired}
          withAsterisk={false}
          value={values[name] ?? ''}
          onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
        />
      ))}
      {route.takesJson && (
        <Textarea
          label="Body"
          autosize
          minRows={3}
          maxRows={16}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
      )}
      {route.takesFile && <Text size="sm">Its body is a file: send that with curl or the command line.</Text>}
      <div className={classes.row}>
        <Button onClick={() => void ask()}>Send</Button>
        <Text size="sm" c="dimmed">
          Sent as you{route.method === 'GET' ? '' : ', and what it changes is really changed'}.
        </Text>
      </div>
      <CodeBlock label="Request" text={`${route.method} ${address}`} />
      {answer !== undefined && <CodeBlock label="Response" text={answer} maxHeight={320} />}
    </>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
