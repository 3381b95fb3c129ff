import type { Report } from '@tallyhook/schemas';
import { nameOfGroup } from '@tallyhook/schemas/report-periods';
import { draftOf, reportOf } from './draft.ts';

/**
 * The report that an address holds. What is JSON and no report is none either: an address can be cut, or written by
 * hand.
 */
export function readTried(text: string): Report | undefined {
  try {
    const value = JSON.parse(text) as Report;
    if (typeof value.type !== 'string' || typeof value.chart !== 'string') return undefined;
    const lists: unknown[] = [value.groupBy, value.measures, value.having, value.sort];
    if (!lists.every((list) => list === undefined || Array.isArray(list))) return undefined;
    // Parts of another shape cannot be taken apart.
    const draft = draftOf(value);
    reportOf(draft);
    draft.groups.forEach(nameOfGroup);
    draft.rest.sort?.forEach(({ by }) => by);
    return value;
  } catch {
    return undefined;
  }
}
