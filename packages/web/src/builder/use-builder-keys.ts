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
  /** Ctrl+Shift+Z, outside of fields. */
  redo: () => void;
}

/** Keyboard shortcuts of the builder (Cmd on a Mac). Inactive while a dialog is open. */
export function useBuilderKeys(keys: BuilderKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = pressedLetter(event);
      const { save, count, undo, redo } = latest.current;
      const actions: Record<string, () => void> = event.shiftKey ? { z: redo } : { s: save, Enter: count, z: undo };
      const action = actions[key];
      if (action === undefined || (key === 'z' && isTyping(event.target))) return;
      // Also while a dialog is open: otherwise the browser would save the page to a file or undo typed text.
      event.preventDefault();
      if (document.querySelector('[aria-modal="true"]') === null) action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
