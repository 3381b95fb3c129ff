import type { RecordType } from '@tallyhook/schemas';
import type { WeekStart } from './dates/days.ts';

/** What a question is understood by: the branch's types and defaults, and the moment that it is asked at. */
export interface QuestionContext {
  types: readonly RecordType[];
  now: Date;
  /** The IANA time zone of a question that names none. */
  timezone: string;
  weekStart: WeekStart;
  /** The id of the person who asks, for whom `$me` stands; absent where nobody in particular does. */
  me?: string | undefined;
  /** Choices that no type lists and that records have, by the field as a question names it: these can be asked for. */
  choicesInUse?: ReadonlyMap<string, readonly string[]> | undefined;
}
