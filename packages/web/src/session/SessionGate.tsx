import { Center, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useRef, type ReactNode } from 'react';
import { sessionKey, useSession } from '../api/queries.ts';
import { Refusal, send } from '../api/send.ts';
import type { Session } from '../api/shapes.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
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
  const { data, error, isPending } = useSession();
  const last = useRef<Session | undefined>(undefined);
  const mustSignIn = error instanceof Refusal && error.code === 'sign_in_required';
  if (data !== undefined && !mustSignIn) last.current = data;
  const shown = last.current;

  if (shown === undefined && isPending) return <Waiting />;
  if (shown === undefined && !mustSignIn) {
    return (
      <Center component="main" mih="100dvh" p="md">
        <ErrorNote title="Tallyhook cannot be reached" error={error} />
      </Center>
    );
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
    await send('/api/session', { method: 'DELETE' });
    queries.removeQueries({ queryKey: sessionKey });
    window.location.assign('/');
  };
}

function Waiting() {
  return (
    <Center component="main" mih="100dvh" aria-busy="true">
      <Loader aria-label="Loading" />
    </Center>
  );
}
