import { VisuallyHidden } from '@mantine/core';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Says something to people who hear the page, without moving their focus. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}

/** The one polite live region of the pages. */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [text, setText] = useState('');
  const announce = useCallback((said: string) => setText(said), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite">
        {text}
      </VisuallyHidden>
    </AnnounceContext>
  );
}
