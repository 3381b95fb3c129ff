import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';

interface Steps {
  undo?: (() => void) | undefined;
  redo?: (() => void) | undefined;
}

/** Ctrl+Z undoes and Ctrl+Shift+Z redoes in a builder, except in fields. */
export function useUndoKeys({ undo, redo }: Steps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTyping(event.target)) return;
      event.preventDefault();
      (event.shiftKey ? redo : undo)?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}
