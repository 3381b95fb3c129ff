import { Anchor, Button, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { countKeptEdits } from '../session/kept-edits.ts';
import { useSignedIn, useSignOut } from '../session/SessionGate.tsx';
import { ErrorNote } from './ErrorNote.tsx';

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] satisfies { value: MantineColorScheme; label: string }[];

/** Who is signed in, the colour scheme, and signing out. It takes the focus: it may arrive after its menu has opened. */
export function AccountPanel() {
  const { person } = useSignedIn();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const coloursId = useId();
  const [failure, setFailure] = useState<unknown>();
  /** How many records have unsaved edits, while the person is asked about them. */
  const [unsaved, setUnsaved] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);

  async function leave() {
    setFailure(undefined);
    try {
      await signOut();
    } catch (error) {
      setFailure(error);
    }
  }
  function leaveOrAsk() {
    const count = countKeptEdits(person.id);
    setUnsaved(count);
    if (count === 0) void leave();
  }
  return (
    <Stack gap="sm" ref={panel}>
      <Text size="sm">
        Signed in as <b>{person.email}</b>
      </Text>
      <div>
        <Text size="sm" fw={600} mb={4} id={coloursId}>
          Theme
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby={coloursId}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
          data={schemes}
        />
      </div>
      <Anchor size="sm" renderRoot={(props) => <Link to="/account" {...props} />}>
        Your name, password and sessions
      </Anchor>
      <Button variant="default" leftSection={<IconLogout aria-hidden size={16} />} onClick={leaveOrAsk}>
        Sign out
      </Button>
      {unsaved > 0 && (
        <div role="alert">
          <Text size="sm" mb={8}>
            {unsaved === 1 ? '1 record has' : `${unsaved} records have`} unsaved changes. They stay in this tab until
            you sign in here again.
          </Text>
          <Button size="xs" color="red" onClick={() => void leave()}>
            Sign out anyway
          </Button>
        </div>
      )}
      {failure !== undefined && <ErrorNote title="Couldn't sign out" error={failure} />}
    </Stack>
  );
}
