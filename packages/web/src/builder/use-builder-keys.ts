import { useEffect } from 'react';
import { isTyping } from '../shell/is-typing.ts';
import { pressedLetter } from '../shell/pressed-letter.ts';
import { useLatest } from '../shell/use-latest.ts';

export interface BuilderKeys {
  /** Ctrl+S. */
  save: () => void;
  /** Ctrl+Enter. */
  count: () => void;
  /** Ctrl+Z, outside of fields. */
  undo: () => void;
}

/** The keys of the builder; with the command key on a Mac. What they are about lies behind a dialog that is open. */
export function useBuilderKeys(keys: BuilderKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const key = pressedLetter(event);
      const action = { s: latest.current.save, Enter: latest.current.count, z: latest.current.undo }[key];
      if (action === undefined || (key === 'z' && isTyping(event.target))) return;
      // Of the browser itself too: it would save the page to a file, and take back what was typed behind a dialog.
      event.preventDefault();
      if (document.querySelector('[aria-modal="true"]') === null) action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
