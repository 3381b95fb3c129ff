import { VisuallyHidden } from '@mantine/core';
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** How long a sentence stands where it can be read again. */
const standsMs = 10_000;

/** Says something to people who hear the page, without moving their focus. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}

/**
 * The one polite live region of the pages. Each sentence is a part of its own, so that what several say at the same time
 * is heard one after another; what two say alike is heard once.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ id: number; text: string }[]>([]);
  const last = useRef(0);
  const announce = useCallback((text: string) => {
    const id = (last.current += 1);
    setSaid((before) => (before.at(-1)?.text === text ? before : [...before, { id, text }]));
    setTimeout(() => setSaid((before) => before.filter((one) => one.id !== id)), standsMs);
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite" aria-atomic="false">
        {said.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </VisuallyHidden>
    </AnnounceContext>
  );
}
