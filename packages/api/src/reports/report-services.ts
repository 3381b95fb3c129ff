import type { Answer, Timings } from '@tallyhook/query';
import type { QuestionServices } from '../questions/question-services.ts';
import type { SharedCounts } from './shared-counts.ts';

/** An answer to a report, and how long its parts took. As it is counted and kept it names no records. */
export interface Counted {
  answer: Answer;
  timings: Timings;
}

/** What answering a saved report needs. */
export interface ReportServices extends QuestionServices {
  /** The answers of reports that are being counted. */
  counts: SharedCounts<Counted>;
}
