import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { isSignInRequired, sessionKey } from './api/queries.ts';
import { Refusal } from './api/send.ts';
import { createPages } from './router.tsx';
import { SessionGate } from './session/SessionGate.tsx';
import { LiveRegion } from './shell/LiveRegion.tsx';
import { AppBroken } from './shell/PageBroken.tsx';
import { UndoToasts } from './shell/UndoToasts.tsx';
import { cssVariables, theme } from './theme.ts';

/** Pages that the link of a mail, or a shared link, opens without a session. The token is behind the #, so it reaches no log. */
const linkPages: Record<string, ComponentType<{ token: string }>> = {
  '/invitation': lazy(async () => ({ default: (await import('./session/InvitationPage.tsx')).InvitationPage })),
  '/shared': lazy(async () => ({ default: (await import('./shares/SharedPage.tsx')).SharedPage })),
  '/password': lazy(async () => ({ default: (await import('./session/PasswordPage.tsx')).PasswordPage })),
};

/** All pages, with the providers they need. */
export function App() {
  const [queries] = useState(createQueries);
  const [pages] = useState(createPages);
  const LinkPage = linkPages[window.location.pathname];
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={readStyleNonce}
    >
      <CatchBoundary getResetKey={() => undefined} errorComponent={AppBroken}>
        <QueryClientProvider client={queries}>
          <LiveRegion>
            <UndoToasts>
              {LinkPage === undefined ? (
                <SessionGate>
                  <RouterProvider router={pages} />
                </SessionGate>
              ) : (
                <Suspense>
                  <LinkPage token={window.location.hash.slice(1)} />
                </Suspense>
              )}
            </UndoToasts>
          </LiveRegion>
        </QueryClientProvider>
      </CatchBoundary>
    </MantineProvider>
  );
}

/** Any 401 response, from whichever request, makes the session gate show the sign-in form. */
function createQueries(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, query) => {
      const isSession = query.queryKey[0] === sessionKey[0];
      if (!isSession && isSignInRequired(error)) void client.invalidateQueries({ queryKey: sessionKey });
    },
  });
  const client = new QueryClient({
    queryCache,
    defaultOptions: {
      // A browser that thinks it is offline may still reach a service on the same machine or local network.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: shouldRetry,
        refetchOnWindowFocus: false,
        staleTime: 1_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

function shouldRetry(failures: number, error: Error): boolean {
  const isPassing = error instanceof Refusal && ['unreachable', 'unavailable', 'internal'].includes(error.code);
  return isPassing && failures < 2;
}

/** The api writes this nonce into the page; the browser only accepts styles that carry it. */
function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}
