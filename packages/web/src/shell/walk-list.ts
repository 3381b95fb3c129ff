import type { KeyboardEvent } from 'react';

/** A list below the field that it is searched in. */
export interface WalkedList<Item> {
  items: readonly Item[];
  chosen: Item | undefined;
  /** Takes the place of the item that an arrow leads to; the last one is followed by the first. */
  onWalk: (at: number) => void;
  onChoose: (item: Item) => void;
}

/** Lets arrows and Enter in the field walk its list and choose from it. */
export function walkList<Item>(event: KeyboardEvent, { items, chosen, onWalk, onChoose }: WalkedList<Item>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && items.length > 0) {
    event.preventDefault();
    onWalk((items.indexOf(chosen!) + step + items.length) % items.length);
  }
  if (event.key === 'Enter') {
    event.preventDefault();
    if (chosen !== undefined) onChoose(chosen);
  }
}
