import { Popover, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useSignedIn } from '../session/SessionGate.tsx';
import classes from './AccountMenu.module.css';
import { loadPart } from './load-part.tsx';
import { BlockNotLoaded } from './PartNotLoaded.tsx';

const AccountPanel = lazy(async () => {
  const load = async () => (await import('./AccountPanel.tsx')).AccountPanel;
  return { default: await loadPart('AccountPanel', load, BlockNotLoaded) };
});

/** The signed-in person, the colour scheme, and signing out. */
export function AccountMenu() {
  const { person } = useSignedIn();

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
        <Suspense fallback={<Skeleton height={150} />}>
          <AccountPanel />
        </Suspense>
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
