import {
  Alert,
  Anchor,
  Button,
  Center,
  Divider,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { sessionKey } from '../api/queries.ts';
import { Refusal } from '../api/send.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { noteEarlierPage } from '../shell/PageHeading.tsx';

/** The sign-in form. It keeps the typed text when sign-in fails. */
export function SignInPage({ hasEnded }: { hasEnded: boolean }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState(takeProviderProblem);
  const { data: methods } = useQuery({ queryKey: ['sign-in'], queryFn: () => call({}, 'GET /api/sign-in', {}) });
  const [isSending, setIsSending] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    document.title = 'Sign in · Tallyhook';
    noteEarlierPage();
  }, []);

  async function signIn(event: FormEvent) {
    event.preventDefault();
    setIsSending(true);
    setProblem(undefined);
    try {
      const session = await call({}, 'POST /api/session', { body: { email, password } });
      queries.setQueryData(sessionKey, session);
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    } catch (error) {
      setProblem(describeError(error));
      setIsSending(false);
      passwordInput.current?.select();
    }
  }

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400} shadow="sm">
        <form onSubmit={(event) => void signIn(event)}>
          <Stack>
            <Group gap="sm" wrap="nowrap">
              <img src="/icon.svg" alt="" width={32} height={32} />
              <Title order={1}>Sign in to Tallyhook</Title>
            </Group>
            {hasEnded && <Text size="sm">Your session has ended. Sign in again to continue where you left off.</Text>}
            {problem !== undefined && (
              <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
                {problem}
              </Alert>
            )}
            <TextInput
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              ref={passwordInput}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0, 'aria-hidden': false }}
            />
            <BusyButton type="submit" isBusy={isSending}>
              Sign in
            </BusyButton>
            {methods?.oidc && (
              <>
                <Divider label="or" />
                <Button component="a" variant="default" href={providerAddress()}>
                  Sign in with {methods.oidc.name}
                </Button>
              </>
            )}
            <Anchor href="/password" size="sm">
              Forgot your password?
            </Anchor>
            <Text size="sm" c="dimmed">
              npm start adds the first person and prints the email and password.
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}

/** Where the provider signs the person in, who then comes back to this page. */
function providerAddress(): string {
  const { pathname, search, hash } = window.location;
  return `/api/sign-in/oidc?${new URLSearchParams({ to: pathname + search + hash })}`;
}

const providerProblems: Record<string, string> = {
  unknown:
    'Nobody here has your email. Ask somebody in the workspace to invite you, accept the invitation, then sign in.',
  unverified: 'The sign-in provider has not verified your email. Verify it there, or use your password.',
  declined: 'Signing in was cancelled. Try again, or use your password.',
  expired: 'Signing in took too long, or it was finished in another browser. Try again.',
  unreachable: "The sign-in provider can't be reached. Try again in a moment, or use your password.",
  failed: 'The sign-in provider could not confirm who you are. Try again, or use your password.',
};

/** Why signing in at the provider failed; it is taken out of the address, so that it is shown once. */
function takeProviderProblem(): string | undefined {
  const address = new URL(window.location.href);
  const problem = address.searchParams.get('sign-in');
  if (problem === null) return undefined;
  address.searchParams.delete('sign-in');
  window.history.replaceState(window.history.state, '', address);
  return providerProblems[problem] ?? providerProblems['failed'];
}

function describeError(error: unknown): string {
  if (!(error instanceof Refusal)) return 'Something went wrong on this page. Reload it.';
  if (error.code === 'wrong_credentials') return 'The email or password is wrong. Check both and try again.';
  return error.message;
}
