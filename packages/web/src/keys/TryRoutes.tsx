import { Button, NativeSelect, Paper, PasswordInput, Stack, Text, TextInput, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { usePlace } from '../place.tsx';
import { send } from '../api/send.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './Keys.module.css';
import { addressOfRoute, listRoutes, type ApiRoute, type OpenApi } from './list-routes.ts';

/** Every address of the interface, each of which can be tried here as the signed-in person or with a key. */
export function TryRoutes() {
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => send<OpenApi>('/api/openapi.json', { signal }),
    staleTime: Infinity,
  });
  const [name, setName] = useState('GET /api/types');
  // Never stored: leaving the page forgets it.
  const [key, setKey] = useState('');
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
        {route !== undefined && <TryRoute key={route.name} route={route} apiKey={key} onApiKey={setKey} />}
      </Stack>
    </Paper>
  );
}

interface TryRouteProps {
  route: ApiRoute;
  apiKey: string;
  onApiKey: (key: string) => void;
}

function TryRoute({ route, apiKey, onApiKey }: TryRouteProps) {
  const place = usePlace();
  const [values, setValues] = useState<Record<string, string>>({});
  const { bodyType, takesKey, takesPerson } = route;
  const isJson = bodyType === 'application/json';
  const [body, setBody] = useState(isJson ? '{}' : '');
  const [answer, setAnswer] = useState<string>();
  const key = takesKey ? apiKey.trim() : '';
  const address = addressOfRoute(route, values, key === '' ? place : undefined);

  async function ask(event: FormEvent) {
    event.preventDefault();
    const response = await fetch(address, {
      method: route.method,
      credentials: key === '' ? 'same-origin' : 'omit',
      headers: {
        ...(bodyType !== undefined && { 'Content-Type': bodyType }),
        ...(key !== '' && { Authorization: `Bearer ${key}` }),
      },
      ...(bodyType !== undefined && { body }),
    }).catch(() => undefined);
    if (response === undefined) return setAnswer('Nothing answered.');
    const text = await response.text();
    setAnswer(`${response.status} ${response.statusText}\n\n${indented(text)}`);
  }

  return (
    <form onSubmit={(event) => void ask(event)}>
      <Stack gap="sm">
        <Text size="sm">{route.summary}</Text>
        {takesKey && (
          <PasswordInput
            label="Key"
            description={`${takesPerson ? 'Without one, it is sent as you.' : 'This address takes only keys.'} It is forgotten when you leave the page.`}
            autoComplete="off"
            required={!takesPerson}
            withAsterisk={false}
            value={apiKey}
            onChange={({ currentTarget }) => onApiKey(currentTarget.value)}
          />
        )}
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
        {bodyType !== undefined && (
          <Textarea
            label="Body"
            description={isJson ? undefined : `Sent as ${bodyType}. Send a file with curl or the command line.`}
            autosize
            minRows={3}
            maxRows={16}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={body}
            onChange={({ currentTarget }) => setBody(currentTarget.value)}
          />
        )}
        <div className={classes.row}>
          <Button type="submit">Send</Button>
          <Text size="sm" c="dimmed">
            Sent {key === '' ? 'as you' : 'with the key'}
            {route.method === 'GET' ? '' : ', and what it changes is really changed'}.
          </Text>
        </div>
        <CodeBlock label="Request" text={`${route.method} ${address}`} />
        {answer !== undefined && <CodeBlock label="Response" text={answer} maxHeight={320} />}
      </Stack>
    </form>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
