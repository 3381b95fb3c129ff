import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';

/** The search parameters of the page. */
export interface LinkedSearch {
  signIn?: string;
  /** Why there is no sign-in to speak of. */
  problem?: string;
}

const problems: Record<string, string> = {
  unknown: 'This sign-in was finished before, has expired, or was begun by somebody else. Begin it again.',
  'signed-out': 'You are signed out here. Sign in, and begin to link the account again.',
};

/** What came of a sign-in at another service. The window closes by itself if all went well. */
export function LinkedPage() {
  const { signIn: id, problem } = useSearch({ from: '/linked' });
  const place = usePlace();
  const { data, error } = useQuery({
    queryKey: ['account-sign-in', id],
    queryFn: () => call(place, 'GET /api/account-sign-ins/:id', { path: { id: id! } }),
    enabled: id !== undefined,
  });
  const isGood = data?.status === 'done' || data?.status === 'choosing';
  useEffect(() => {
    if (isGood) window.close();
  }, [isGood]);
  const words =
    data === undefined
      ? (problems[problem ?? ''] ?? '')
      : data.status === 'done'
        ? 'The account is linked. You can close this window.'
        : data.status === 'choosing'
          ? 'You are signed in. Choose in the other window what to link.'
          : (data.reason ?? 'The sign-in goes on.');
  return (
    <>
      <PageHeading title={isGood ? 'Signed in' : 'Linking an account'} />
      <Stack maw={720}>
        {error !== null && <ErrorNote title="Couldn't ask what came of it" error={error} />}
        <Text role="status">{words}</Text>
        <Anchor component={Link} to="/integrations">
          Go to Integrations
        </Anchor>
      </Stack>
    </>
  );
}
