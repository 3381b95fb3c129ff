import { listNames, nearest } from '@tallyhook/schemas';

/** Advice for an unknown name: the nearest known one, or, after `lead`, all known names. */
export function adviseName(given: string, known: readonly string[], lead: 'It has' | 'There are'): string {
  const near = nearest(given, known);
  return near === undefined ? `${lead} ${listNames(known, given)}.` : `Did you mean "${near}"?`;
}
