import type { Report } from '@tallyhook/schemas';
import type { ShownReport } from '../reports/shown-report.ts';
import type { OpenedDocument } from '../editor/editor.ts';
import { mistakeOfReport } from './question-shape.ts';

/** The search parameters of an edited report: the changed question and the revision it is based on. */
export interface ReportSearch {
  /** The definition as JSON. */
  q?: string;
  /** The revision of the saved report. */
  base?: string;
  /** The branch that the report is compared with. */
  against?: string;
  /** Whether the question of this branch is asked on both. */
  ask?: string;
}

/** The question in the address, or why it cannot belong to this report, whose type never changes. */
export function readSearch({ q, base }: ReportSearch, report: ShownReport): OpenedDocument<Report> {
  if (q === undefined) return {};
  const read = parseReport(q);
  if (!('definition' in read)) {
    const why = read.mistake === undefined ? '' : ` (${read.mistake})`;
    return { refusal: `The question in this link can't be read${why}` };
  }
  if (read.definition.type !== report.definition.type)
    return { refusal: 'The question in this link is about a different record type than this report' };
  return { document: read.definition, base: /^\d+$/.test(base ?? '') ? Number(base) : undefined };
}

/** The report in an address, or what is wrong with it; an undefined `mistake` means invalid JSON. */
export type ReadReport = { definition: Report } | { mistake: string | undefined };

/** Parses the report in an address, which may be truncated or hand-written. */
export function parseReport(text: string): ReadReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { mistake: undefined };
  }
  const mistake = mistakeOfReport(value);
  return mistake === undefined ? { definition: value as Report } : { mistake: `${mistake.pointer}: ${mistake.detail}` };
}
