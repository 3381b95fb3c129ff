import { useEffect } from 'react';
import { isTyping } from '../shell/is-typing.ts';
import type { Side } from './decisions.ts';

/** J and K walk through the conflicts, 1 and 2 choose a side, 3 types another value. */
export function useConflictKeys(keys: readonly string[], choose: (key: string, side: Side) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      const isRadio = event.target instanceof HTMLInputElement && event.target.type === 'radio';
      if (!isPlain || (isTyping(event.target) && !isRadio)) return;
      const cards = keys.map((key) => document.querySelector(`[data-conflict="${CSS.escape(key)}"]`));
      const at = cards.findIndex((card) => card?.contains(document.activeElement));
      const step = { j: 1, k: -1 }[event.key];
      if (step !== undefined && keys.length > 0) {
        event.preventDefault();
        const next = cards[Math.min(Math.max(at + step, 0), keys.length - 1)];
        next?.querySelector<HTMLInputElement>('input:checked, input')?.focus();
      }
      const side = { 1: 'into' as const, 2: 'from' as const }[event.key];
      if (side !== undefined && at >= 0) choose(keys[at]!, side);
      if (event.key !== '3') return;
      event.preventDefault();
      cards[at]?.querySelector<HTMLButtonElement>('button[data-other]')?.click();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
