import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import classes from './Find.module.css';
import type { Groups } from './FindDialog.tsx';
import { isTyping } from './is-typing.ts';
import { loadPart } from './load-part.tsx';
import { DialogNotLoaded } from './PartNotLoaded.tsx';

const FindDialog = lazy(async () => {
  const load = async () => (await import('./FindDialog.tsx')).FindDialog;
  return { default: await loadPart('FindDialog', load, DialogNotLoaded) };
});

/** Opens the search over pages, reports, dashboards, workflows and commands; so do Ctrl K and /. */
export function FindButton({ groups }: { groups: Groups }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isSlash = event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isChord && !isSlash) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className={classes.open} onClick={() => setIsOpen(true)}>
        <IconSearch aria-hidden size={16} stroke={1.75} />
        <span>Find or go to</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FindDialog groups={groups} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
