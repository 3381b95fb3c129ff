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
      if (isSameQuestion(before, after, fields)) {
        const { chart, goal, description, tags } = after;
        return { ...draft, chart, rest: { ...draft.rest, ...definedOrGone(draft, { goal, description, tags }) } };
      }
      return isWhole(draft, fields) ? followingDraft(draft, after) : undefined;
    },
  };
}

type Words = Partial<Pick<Draft['rest'], 'goal' | 'description' | 'tags'>>;

/** The parts that the other version has, or no longer has. */
function definedOrGone({ rest }: Draft, words: { [Key in keyof Words]: Words[Key] | undefined }): Words {
  const followed = Object.entries(words).filter(([key, value]) => value !== undefined || key in rest);
  return Object.fromEntries(followed);
}
