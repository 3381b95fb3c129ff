import { listNames, nearest } from '@tallyhook/schemas';

/** Advice for an unknown name: the nearest known one, or else all known names. */
export function adviseName(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === undefined ? `Available: ${listNames(known, given)}.` : `Did you mean "${near}"?`;
}
