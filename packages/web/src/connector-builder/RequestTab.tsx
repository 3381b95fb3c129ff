import { Stack } from '@mantine/core';
import { useContext } from 'react';
import { JsonAt, ListAt, SwitchAt, TextAt } from './fields.tsx';
import { FileContext, useFieldAt } from './file-context.ts';
import { RequestFields } from './RequestFields.tsx';

/** The action's own request, and what it does at the service. */
export function RequestTab() {
  return (
    <Stack>
      <RequestFields at={['request']} />
      <SwitchAt
        at={['repeatable']}
        label="Sending it twice does no more than sending it once"
        hint="Then it may be sent again after a failure. GET, HEAD, PUT and DELETE are repeatable unless this is said otherwise in JSON."
      />
      <TextAt at={['idempotencyHeader']} label="Header for an idempotency key" isCode />
      <NeededScopes />
      <JsonAt at={['annotations']} label="Effects" hint="readOnly, destructive, idempotent: for people and agents." />
    </Stack>
  );
}

/** Only a sign-in with OAuth 2 has scopes; those of an action that came from elsewhere can be removed. */
function NeededScopes() {
  const { signInScopes } = useContext(FileContext);
  const { value } = useFieldAt(['scopes']);
  if (signInScopes === undefined && value === undefined) return null;
  const known = signInScopes?.length ? ` The sign-in has ${signInScopes.join(', ')}.` : '';
  return (
    <ListAt
      at={['scopes']}
      label="Scopes it needs"
      hint={`If the account lacks an optional one, the action is refused before anything is sent.${known}`}
    />
  );
}
