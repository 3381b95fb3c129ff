import {
  Anchor,
  Button,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { IconChevronUp, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { countKeptEdits } from '../session/kept-edits.ts';
import { useSignedIn, useSignOut } from '../session/SessionGate.tsx';
import classes from './AccountMenu.module.css';
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
  /** How many records have unsaved edits, while the person is asked about them. */
  const [unsaved, setUnsaved] = useState(0);

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
    <Popover position="top-start" width={260} trapFocus returnFocus withinPortal={false} shadow="md">
      <Popover.Target>
        <button type="button" className={classes.me}>
          <span className={classes.initials} aria-hidden>
            {initialsOf(person.name)}
          </span>
          <span className={classes.person}>{person.name}</span>
          <VisuallyHidden>: account and theme</VisuallyHidden>
          <IconChevronUp aria-hidden size={16} />
        </button>
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
          <Anchor size="sm" renderRoot={(props) => <Link to="/account" {...props} />}>
            Your name, password and sessions
          </Anchor>
          <Button variant="default" leftSection={<IconLogout aria-hidden size={16} />} onClick={leaveOrAsk}>
            Sign out
          </Button>
          {unsaved > 0 && (
            <div role="alert">
              <Text size="sm" mb={8}>
                {unsaved === 1 ? '1 record has' : `${unsaved} records have`} unsaved changes. They stay in this tab
                until you sign in here again.
              </Text>
              <Button size="xs" color="red" onClick={() => void leave()}>
                Sign out anyway
              </Button>
            </div>
          )}
          {failure !== undefined && <ErrorNote title="Couldn't sign out" error={failure} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
