import type { FieldKind } from '@tallyhook/schemas';

/** The label of a sort direction: `largest first`. */
export function directionLabel(direction: 'asc' | 'desc', kind: FieldKind): string {
  const isUp = direction === 'asc';
  if (kind === 'number') return isUp ? 'smallest first' : 'largest first';
  if (kind === 'day' || kind === 'instant') return isUp ? 'earliest first' : 'latest first';
  if (kind === 'yesNo') return isUp ? 'no first' : 'yes first';
  return isUp ? 'A to Z' : 'Z to A';
}

/** The values that come last in that order: `smallest`. */
export function lastGroupsLabel(direction: 'asc' | 'desc', kind: FieldKind): string {
  const isUp = direction === 'asc';
  if (kind === 'number') return isUp ? 'largest' : 'smallest';
  if (kind === 'day' || kind === 'instant') return isUp ? 'latest' : 'earliest';
  if (kind === 'yesNo') return isUp ? 'ones with yes' : 'ones with no';
  return isUp ? 'ones nearest to Z' : 'ones nearest to A';
}
