import { ActionIcon, Button, Popover, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useSignedIn, useSignOut } from '../session/SessionGate.tsx';
import { ErrorNote } from './ErrorNote.tsx';

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] satisfies { value: MantineColorScheme; label: string }[];

/** The signed-in person, the colour scheme, and signing out. */
export function AccountMenu() {
  const { person } = useSignedIn();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const coloursId = useId();
  const [failure, setFailure] = useState<unknown>();

  async function leave() {
    setFailure(undefined);
    try {
      await signOut();
    } catch (error) {
      setFailure(error);
    }
  }
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus withinPortal={false} shadow="md">
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Account and theme: ${person.email}`}>
          <IconUserCircle aria-hidden size={24} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Account and theme">
        <Stack gap="sm">
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
          <Button variant="default" leftSection={<IconLogout aria-hidden size={16} />} onClick={() => void leave()}>
            Sign out
          </Button>
          {failure !== undefined && <ErrorNote title="Couldn't sign out" error={failure} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
