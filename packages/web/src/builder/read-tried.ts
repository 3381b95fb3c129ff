import type { Report } from '@tallyhook/schemas';
import { mistakeOfReport } from './question-shape.ts';

/** The report of an address, or why there is none, with its place where it is JSON. */
export type ReadReport = { definition: Report } | { mistake: string | undefined };

/**
 * The report that an address holds. What is JSON and no report is none either: an address can be cut, or written by
 * hand.
 */
export function readTried(text: string): ReadReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { mistake: undefined };
  }
  const mistake = mistakeOfReport(value);
  return mistake === undefined ? { definition: value as Report } : { mistake: `${mistake.pointer}: ${mistake.detail}` };
}
