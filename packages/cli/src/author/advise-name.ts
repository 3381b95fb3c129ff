import { listNames, nearest } from '@tallyhook/schemas';

/** What to do about a name that is not there: the nearest known one, or after `lead` those that there are. */
export function adviseName(given: string, known: readonly string[], lead: 'It has' | 'There are'): string {
  const near = nearest(given, known);
  return near === undefined ? `${lead} ${listNames(known, given)}.` : `Did you mean "${near}"?`;
}
