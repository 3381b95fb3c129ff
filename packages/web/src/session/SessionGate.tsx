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

/** The current session; only valid inside {@link SessionGate}. */
export function useSignedIn(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSignedIn must be used inside SessionGate');
  return session;
}

/**
 * Shows the pages to people who are signed in, and the sign-in form to everybody else, at any address; after signing
 * in, that address opens. When a session ends, the page keeps its state behind the form.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { data, error, failureReason } = useSession();
  const last = useRef<Session | undefined>(undefined);
  const mustSignIn = isSignInRequired(error);
  if (data !== undefined && !mustSignIn) last.current = data;
  const shown = last.current;

  const problem = useRef<Error | null>(null);
  // Keep the problem while its message is unchanged: otherwise screen readers would repeat it at every retry.
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

/** Ends the session here and in the service, and resets the pages. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await call({}, 'DELETE /api/session', {});
    queries.removeQueries({ queryKey: sessionKey });
    window.location.assign('/');
  };
}

/** Shown instead of the pages when even the session cannot be read. */
function Away({ problem, onRetry }: { problem: Error; onRetry: () => void }) {
  useEffect(() => {
    document.title = "Can't connect · Tallyhook";
    noteEarlierPage();
  }, []);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack maw={560}>
        <Title order={1}>Can't reach Tallyhook</Title>
        <ErrorNote title="Retrying every few seconds" error={problem} onRetry={onRetry} />
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
