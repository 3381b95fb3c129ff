import { Center, Loader, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { isSignInRequired, sessionKey, useSession } from '../api/queries.ts';
import type { Session } from '@tallyhook/schemas/api';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { noteEarlierPage } from '../shell/PageHeading.tsx';
import { SignInPage } from './SignInPage.tsx';

const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in; only inside of {@link SessionGate}. */
export function useSignedIn(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSignedIn is used outside of SessionGate');
  return session;
}

/**
 * Shows the pages to people who are signed in and the sign-in to all others, at whatever address: after signing in one
 * is where one wanted to go. When a session ends, the page stays as it was behind the sign-in.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { data, error, failureReason } = useSession();
  const last = useRef<Session | undefined>(undefined);
  const mustSignIn = isSignInRequired(error);
  if (data !== undefined && !mustSignIn) last.current = data;
  const shown = last.current;

  const problem = useRef<Error | null>(null);
  // While the same is the matter nothing is shown anew, or it would be read aloud at every try.
  if (failureReason !== null && failureReason.message !== problem.current?.message) problem.current = failureReason;

  if (shown === undefined && !mustSignIn) {
    if (problem.current === null) return <Waiting />;
    return <Away problem={problem.current} onRetry={() => void queries.resetQueries({ queryKey: sessionKey })} />;
  }
  return (
    <>
      {shown !== undefined && (
        <SessionContext value={shown}>
          <div key={shown.person.id} hidden={mustSignIn}>
            {children}
          </div>
        </SessionContext>
      )}
      {mustSignIn && <SignInPage hasEnded={shown !== undefined} />}
    </>
  );
}

/** Ends the session here and at the service, and starts the pages afresh. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await call({}, 'DELETE /api/session', {});
    queries.removeQueries({ queryKey: sessionKey });
    window.location.assign('/');
  };
}

/** In place of the pages, when it cannot even be found out who is there. */
function Away({ problem, onRetry }: { problem: Error; onRetry: () => void }) {
  useEffect(() => {
    document.title = 'Cannot be reached · Tallyhook';
    noteEarlierPage();
  }, []);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack maw={560}>
        <Title order={1}>Tallyhook cannot be reached</Title>
        <ErrorNote title="It is asked again by itself every few seconds" error={problem} onRetry={onRetry} />
      </Stack>
    </Center>
  );
}

function Waiting() {
  return (
    <Center component="main" mih="100dvh" aria-busy="true">
      <Loader aria-label="Loading" />
    </Center>
  );
}
