import type { Report } from '@tallyhook/schemas';
import type { ShownReport } from '../reports/shown-report.ts';
import type { OpenedDocument } from '../editor/editor.ts';
import { mistakeOfReport } from './question-shape.ts';

/** What the address of a report holds: the changed question and the revision it was made from. */
export interface TriedSearch {
  /** The definition as JSON. */
  q?: string;
  /** The revision of the saved report. */
  base?: string;
}

/** The question in the address, or why it cannot be one of this report, whose type never changes. */
export function readSearch({ q, base }: TriedSearch, report: ShownReport): OpenedDocument<Report> {
  if (q === undefined) return {};
  const read = readTried(q);
  if (!('definition' in read)) {
    const why = read.mistake === undefined ? '' : ` (${read.mistake})`;
    return { refusal: `The question in the address cannot be read${why}` };
  }
  if (read.definition.type !== report.definition.type)
    return { refusal: 'The question in the address is about records of another type than this report' };
  return { document: read.definition, base: /^\d+$/.test(base ?? '') ? Number(base) : undefined };
}

/** The report of an address, or what is wrong with it; undefined if it is not JSON. */
export type ReadReport = { definition: Report } | { mistake: string | undefined };

/** Reads the report that an address holds: an address can be cut short, or written by hand. */
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
