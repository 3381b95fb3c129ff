import type { FieldKind } from '@tallyhook/schemas';

/** What people call an order of values of a kind: `largest first`. */
export function directionWords(direction: 'asc' | 'desc', kind: FieldKind): string {
  const isUp = direction === 'asc';
  if (kind === 'number') return isUp ? 'smallest first' : 'largest first';
  if (kind === 'day' || kind === 'instant') return isUp ? 'earliest first' : 'latest first';
  if (kind === 'yesNo') return isUp ? 'no first' : 'yes first';
  return isUp ? 'A to Z' : 'Z to A';
}
