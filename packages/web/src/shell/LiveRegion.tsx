import { VisuallyHidden } from '@mantine/core';
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** How long a sentence stays readable in the region. */
const readableMs = 10_000;

/** Announces a text to screen readers without moving the focus. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}

/**
 * The only live region of the pages; it is polite. Each sentence is an element of its own, so that simultaneous
 * announcements are read one after another; identical ones are read once.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [announcements, setAnnouncements] = useState<{ id: number; text: string }[]>([]);
  const last = useRef(0);
  const announce = useCallback((text: string) => {
    const id = (last.current += 1);
    setAnnouncements((before) => (before.at(-1)?.text === text ? before : [...before, { id, text }]));
    setTimeout(() => setAnnouncements((before) => before.filter((one) => one.id !== id)), readableMs);
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite" aria-atomic="false">
        {announcements.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </VisuallyHidden>
    </AnnounceContext>
  );
}
