import type { ColumnKeeper } from '@tallyhook/columns';
import type { ApiLimits, ApiParts } from '../parts.ts';
import type { UsageNotes } from '../speed/usage-notes.ts';
import type { PlanCalls } from './plan-calls.ts';
import type { QuestionGate } from './question-gate.ts';
import type { TimedOut } from './timed-out.ts';

/** What asking a question needs. */
export interface QuestionServices
  extends Pick<ApiParts, 'store' | 'logger'>, Pick<ApiLimits, 'now' | 'questions' | 'keepAnswersOverMs'> {
  questionGate: QuestionGate;
  /** For questions about few records, which do not wait behind long ones. */
  quickGate: QuestionGate;
  /** Questions that timed out recently. */
  timedOut: TimedOut;
  planCalls: PlanCalls;
  usage: UsageNotes;
  /** Undefined if columns are off. */
  keptColumns: ColumnKeeper | undefined;
}
