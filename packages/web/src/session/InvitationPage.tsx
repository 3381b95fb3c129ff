import { Anchor, Button, Text, TextInput } from '@mantine/core';
import type { InvitationPreview } from '@tallyhook/schemas/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { LinkForm } from './LinkForm.tsx';
import { NewPassword, passwordRule } from './NewPassword.tsx';

/** What the link of an invitation opens: accept as a new person or as somebody who exists, or decline. */
export function InvitationPage({ token }: { token: string }) {
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation'],
    queryFn: () => call({}, 'POST /api/invitations/preview', { body: { token } }),
    retry: false,
    staleTime: Infinity,
  });
  const [isDeclined, setIsDeclined] = useState(false);
  if (isDeclined)
    return (
      <LinkForm title="Invitation declined">
        {() => <Text size="sm">Nothing was changed. You can close this page.</Text>}
      </LinkForm>
    );
  if (invitation === undefined)
    return (
      <LinkForm title={error === null ? 'Invitation' : 'This invitation does not work'}>
        {() => <Text size="sm">{error === null ? 'Loading…' : error.message}</Text>}
      </LinkForm>
    );
  return <Accept token={token} invitation={invitation} onDeclined={() => setIsDeclined(true)} />;
}

interface AcceptProps {
  token: string;
  invitation: InvitationPreview;
  onDeclined: () => void;
}

function Accept({ token, invitation: { workspace, email, role, isKnown }, onDeclined }: AcceptProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');

  async function accept() {
    if (isKnown) await call({}, 'POST /api/session', { body: { email, password } });
    const chosen = isKnown ? {} : { name, password };
    const { workspaceId } = await call({}, 'POST /api/invitations/accept', { body: { token, ...chosen } });
    window.location.assign(`/reports?workspace=${workspaceId}`);
  }

  async function decline() {
    await call({}, 'POST /api/invitations/decline', { body: { token } });
    onDeclined();
  }

  return (
    <LinkForm title={`Join ${workspace}`} onSend={accept}>
      {(isSending) => (
        <>
          <Text size="sm">
            You are invited as {role}, with the email {email}.{isKnown && ' Sign in to accept.'}
          </Text>
          {!isKnown && (
            <TextInput
              label="Your name"
              name="name"
              autoComplete="name"
              required
              withAsterisk={false}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <NewPassword
            label={isKnown ? 'Your password' : 'New password'}
            {...(isKnown ? {} : { description: passwordRule })}
            autoComplete={isKnown ? 'current-password' : 'new-password'}
            value={password}
            onChange={setPassword}
          />
          <BusyButton type="submit" isBusy={isSending}>
            Accept invitation
          </BusyButton>
          <Button variant="default" onClick={() => void decline()}>
            Decline
          </Button>
          {isKnown && (
            <Anchor href="/password" size="sm">
              Forgot your password?
            </Anchor>
          )}
        </>
      )}
    </LinkForm>
  );
}
