import type { Answer, Timings } from '@tallyhook/query';
import type { QuestionServices } from '../questions/question-services.ts';
import type { SharedCounts } from './shared-counts.ts';

/** An answer to a report with its timings. It is computed and cached without record names. */
export interface Counted {
  answer: Answer;
  timings: Timings;
}

/** What answering a saved report needs. */
export interface ReportServices extends QuestionServices {
  /** The reports whose answers are being computed. */
  counts: SharedCounts<Counted>;
}
