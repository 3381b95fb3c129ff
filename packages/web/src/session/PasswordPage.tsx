import { Anchor, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { LinkForm } from './LinkForm.tsx';
import { NewPassword, passwordRule } from './NewPassword.tsx';

/** Asks for a link that resets the password; with the token of such a link, sets a new one. */
export function PasswordPage({ token }: { token: string }) {
  return token === '' ? <AskForLink /> : <SetPassword token={token} />;
}

function AskForLink() {
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  if (isSent)
    return (
      <LinkForm title="Check your mail">
        {() => (
          <Text size="sm">
            If somebody has the email {email}, a link is on its way. It works for an hour. Without a mail server, ask an
            operator of this installation.
          </Text>
        )}
      </LinkForm>
    );
  return (
    <LinkForm
      title="Forgot your password?"
      onSend={async () => {
        await call({}, 'POST /api/password/requests', { body: { email } });
        setIsSent(true);
      }}
    >
      {(isSending) => (
        <>
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <BusyButton type="submit" isBusy={isSending}>
            Send a link
          </BusyButton>
          <Anchor href="/" size="sm">
            Back to sign in
          </Anchor>
        </>
      )}
    </LinkForm>
  );
}

function SetPassword({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  return (
    <LinkForm
      title="Choose a new password"
      onSend={async () => {
        await call({}, 'POST /api/password/resets', { body: { token, password } });
        window.location.assign('/');
      }}
    >
      {(isSending) => (
        <>
          <Text size="sm">This signs you out everywhere.</Text>
          <NewPassword
            label="New password"
            description={passwordRule}
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
          <BusyButton type="submit" isBusy={isSending}>
            Set password
          </BusyButton>
        </>
      )}
    </LinkForm>
  );
}
