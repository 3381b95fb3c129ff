import { useEffect, useRef } from 'react';
import { isTyping } from '../shell/is-typing.ts';

export interface BuilderKeys {
  /** Ctrl+S. */
  save: () => void;
  /** Ctrl+Enter. */
  count: () => void;
  /** Ctrl+Z, outside of fields. */
  undo: () => void;
}

/** The keys of the builder; with the command key on a Mac. */
export function useBuilderKeys(keys: BuilderKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const action = { s: latest.current.save, Enter: latest.current.count, z: latest.current.undo }[event.key];
      if (action === undefined || (event.key === 'z' && isTyping(event.target))) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
