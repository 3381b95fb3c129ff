import type { Report } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import type { EditorRules } from '../editor/editor.ts';
import { draftOf, followingDraft, isSameQuestion, isSameReport, isWhole, reportOf, type Draft } from './draft.ts';

/** The editor rules of reports, given the fields of their type. */
export function reportRules(fields: AskedField[]): EditorRules<Draft, Report> {
  return {
    draftOf,
    documentOf: (draft) => reportOf(draft, fields),
    isSame: (one, other) => isSameReport(one, other, fields),
    follow(draft, before, after) {
      // An incomplete condition is a change only if the rest of the question changed.
      if (isSameQuestion(before, after, fields)) return { ...draft, chart: after.chart };
      return isWhole(draft, fields) ? followingDraft(draft, after) : undefined;
    },
  };
}
