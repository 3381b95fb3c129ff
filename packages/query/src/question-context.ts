import type { BranchFacts, RecordType } from '@tallyhook/schemas';
import type { WeekStart } from './dates/days.ts';

/** What a question is understood by: the branch's types and defaults, and the moment that it is asked at. */
export interface QuestionContext {
  types: readonly RecordType[];
  now: Date;
  /** The IANA time zone of a question that names none. */
  timezone: string;
  weekStart: WeekStart;
  facts: BranchFacts;
}
