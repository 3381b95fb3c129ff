import { Anchor, Button, Group, Loader, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccountSignIn } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';

const askEveryMs = 1_500;
const isUnderWay = (signIn: AccountSignIn | undefined) =>
  signIn === undefined || signIn.status === 'waiting' || signIn.status === 'finishing';

interface SignInWaitProps {
  id: string;
  /** The name of the service. */
  name: string;
  /** Where to sign in, if the browser blocked the window. */
  address: string | undefined;
  onDone: () => void;
  onAgain: () => void;
}

/** Waits for the outcome of a sign-in at another service, by asking the server: the window there cannot tell. */
export function SignInWait({ id, name, address, onDone, onAgain }: SignInWaitProps) {
  const place = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['account-sign-in', id],
    queryFn: () => call(place, 'GET /api/account-sign-ins/:id', { path: { id } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? askEveryMs : false),
    refetchIntervalInBackground: true,
  });
  const status = data?.status;
  useEffect(() => {
    if (status === 'done') onDone();
    // The callback is new on each render; only the status matters.
  }, [status]);

  if (data?.status === 'choosing') return <Choose signIn={data} onChosen={() => void refetch()} />;
  return (
    <Stack>
      {error !== null && <ErrorNote title="Couldn't ask for the outcome" error={error} />}
      {data?.status === 'failed' ? (
        <Text role="alert">{data.reason}</Text>
      ) : (
        <Group gap="sm" wrap="nowrap" role="status">
          <Loader size="sm" aria-hidden />
          <Text>
            {address === undefined ? `Waiting for you to sign in at ${name} …` : 'Your browser blocked the window.'}
          </Text>
        </Group>
      )}
      {address !== undefined && isUnderWay(data) && (
        <Anchor href={address} target="_blank" rel="noreferrer">
          Sign in at {name}
        </Anchor>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onAgain}>
          {data?.status === 'failed' ? 'Try again' : 'Begin again'}
        </Button>
      </Group>
    </Stack>
  );
}

function Choose({ signIn: { id, options }, onChosen }: { signIn: AccountSignIn; onChosen: () => void }) {
  const place = usePlace();
  const { isSending, error, send } = useSending();
  const [value, setValue] = useState(options[0]?.value ?? '');
  const choose = async () => {
    const path = { id };
    if (await send(() => call(place, 'POST /api/account-sign-ins/:id/choice', { path, body: { value } }))) onChosen();
  };
  return (
    <Stack>
      <NativeSelect
        label="Which one?"
        data-autofocus
        data={[...options]}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      {error !== undefined && <ErrorNote title="Couldn't choose it" error={error} />}
      <Group justify="flex-end">
        <BusyButton isBusy={isSending} onClick={() => void choose()}>
          Link it
        </BusyButton>
      </Group>
    </Stack>
  );
}
