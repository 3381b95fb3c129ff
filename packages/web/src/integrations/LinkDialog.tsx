import { Button, Checkbox, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ConnectorSignIn, InstalledConnector, LinkedAccount } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { isTakenOver } from './may-connect.ts';
import { SignInWait } from './SignInWait.tsx';
import { useRefresh } from './use-integrations.ts';

interface LinkDialogProps {
  connector: InstalledConnector;
  /** The account that is connected again; undefined for a new one. */
  account: LinkedAccount | undefined;
  /** Whether there is an OAuth client for the connector. */
  hasClient: boolean;
  onClose: () => void;
  /** Undefined for those who may not set a client. */
  onSetClient: (() => void) | undefined;
}

/** Links an account of a connector: with what the person enters, or by signing in at the service. */
export function LinkDialog({ connector, account, hasClient, onClose, onSetClient }: LinkDialogProps) {
  const place = usePlace();
  const refresh = useRefresh();
  const { isSending, error, send } = useSending();
  const [values, setValues] = useState<Record<string, string>>({});
  const [isShared, setIsShared] = useState(true);
  const [label, setLabel] = useState('');
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [signInId, setSignInId] = useState<string>();
  const [blocked, setBlocked] = useState<string>();
  const { signIn, name } = connector;
  const lacksClient = signIn.needsClient && signIn.hasPage && !hasClient;
  const title =
    account === undefined
      ? `Link an account of ${name}`
      : isTakenOver(account)
        ? `Take over ${account.label}`
        : `Connect ${account.label} again`;
  const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

  const named = label.trim() === '' ? {} : { label: label.trim() };

  async function beginSignIn() {
    // The window is opened within the click: browsers block one that is opened later.
    const popup = window.open('', 'tallyhook-sign-in', 'popup,width=640,height=760');
    const scopes = signIn.optionalScopes.map(({ scope }) => scope).filter((scope) => !leftOut.includes(scope));
    const body = {
      connector: connector.id,
      fields,
      ...named,
      shared: isShared,
      scopes,
      ...(account && { account: account.id }),
    };
    const isBegun = await send(async () => {
      const { id, address } = await call(place, 'POST /api/account-sign-ins', { body });
      setSignInId(id);
      if (popup === null) setBlocked(address!);
      else popup.location.href = address!;
    });
    if (!isBegun) popup?.close();
  }

  async function linkWithFields() {
    const isLinked = await send(() =>
      account === undefined
        ? call(place, 'POST /api/accounts', { body: { connector: connector.id, fields, ...named, shared: isShared } })
        : call(place, 'PUT /api/accounts/:id/credentials', { path: { id: account.id }, body: { fields } }),
    );
    if (isLinked) await done();
  }

  async function done() {
    await refresh();
    onClose();
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (signIn.hasPage ? beginSignIn() : linkWithFields());
  };

  return (
    <Dialog title={title} onClose={() => isSending || onClose()}>
      {signInId !== undefined ? (
        <SignInWait
          id={signInId}
          name={name}
          address={blocked}
          onDone={() => void done()}
          onAgain={() => setSignInId(undefined)}
        />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            {signIn.hasPage && !lacksClient && <Text>A window opens, in which you sign in at {name}.</Text>}
            {lacksClient && (
              <Text>
                There is no OAuth client for {name} yet.{' '}
                {onSetClient === undefined ? 'An owner or admin of this workspace sets one here.' : 'Set one first.'}
              </Text>
            )}
            {!lacksClient &&
              signIn.fields.map((field) => (
                <AccountField
                  key={field.name}
                  field={field}
                  value={values[field.name] ?? ''}
                  onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
                />
              ))}
            {!lacksClient && signIn.hasPage && (
              <OptionalScopes offered={signIn.optionalScopes} leftOut={leftOut} onChange={setLeftOut} />
            )}
            {!lacksClient && account === undefined && (
              <TextInput
                label="Label (optional)"
                description="To tell several accounts apart."
                value={label}
                onChange={({ currentTarget }) => setLabel(currentTarget.value)}
                autoComplete="off"
                maxLength={200}
              />
            )}
            {!lacksClient && account === undefined && (
              <Checkbox
                label="Everybody in this workspace may use it in workflows"
                checked={isShared}
                onChange={({ currentTarget }) => setIsShared(currentTarget.checked)}
              />
            )}
            {error !== undefined && <ErrorNote title="Couldn't link the account" error={error} />}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              {lacksClient ? (
                onSetClient !== undefined && <Button onClick={onSetClient}>Set the OAuth client</Button>
              ) : (
                <BusyButton type="submit" isBusy={isSending}>
                  {signIn.hasPage ? `Sign in at ${name}` : account === undefined ? 'Link account' : 'Connect again'}
                </BusyButton>
              )}
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

interface OptionalScopesProps {
  offered: ConnectorSignIn['optionalScopes'];
  leftOut: readonly string[];
  onChange: (leftOut: readonly string[]) => void;
}

/** What the person may leave out of what the service is asked for. */
function OptionalScopes({ offered, leftOut, onChange }: OptionalScopesProps) {
  if (offered.length === 0) return null;
  const chosen = offered.map(({ scope }) => scope).filter((scope) => !leftOut.includes(scope));
  return (
    <Checkbox.Group
      label="What it may do"
      description="You can leave these out. Actions that need them then ask you to link the account again."
      value={chosen}
      onChange={(values) => onChange(offered.map(({ scope }) => scope).filter((scope) => !values.includes(scope)))}
    >
      <Stack gap="xs" mt="xs">
        {offered.map(({ scope, description }) => (
          <Checkbox key={scope} value={scope} label={description} description={scope} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface AccountFieldProps {
  field: ConnectorSignIn['fields'][number];
  value: string;
  onChange: (value: string) => void;
}

function AccountField({
  field: { label, description, secret, optional, choices },
  value,
  onChange,
}: AccountFieldProps) {
  const common = {
    ...{ label: optional ? `${label} (optional)` : label, description, value, required: !optional },
    withAsterisk: false,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  if (choices.length > 0) {
    const empty = choices.find((choice) => choice.value === '') ?? { value: '', label: optional ? 'None' : 'Choose …' };
    return <NativeSelect {...common} data={[empty, ...choices.filter((choice) => choice !== empty)]} />;
  }
  if (secret) return <PasswordInput {...common} autoComplete="off" maxLength={10_000} />;
  return <TextInput {...common} autoComplete="off" maxLength={10_000} />;
}
