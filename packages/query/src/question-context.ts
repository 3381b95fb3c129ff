import type { RecordType } from '@tallyhook/schemas';
import type { WeekStart } from './dates/days.ts';

/** What is needed to interpret a question: the branch's types and defaults, and the time of asking. */
export interface QuestionContext {
  types: readonly RecordType[];
  now: Date;
  /** Default IANA time zone. */
  timezone: string;
  weekStart: WeekStart;
  /** Id of the person asking, which `$me` stands for. Absent if no person is asking. */
  me?: string | undefined;
  /**
   * Choices found in records but not listed by their field, by the field's name in questions. Questions may use them.
   */
  choicesInUse?: ReadonlyMap<string, readonly string[]> | undefined;
}
