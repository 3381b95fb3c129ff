import type { Question } from './generated/question.ts';
import type { Report } from './generated/report.ts';

/** The keys of a report that are no part of its question: how its answer is drawn, compared and found. */
export const drawingKeys = ['$schema', 'chart', 'compare', 'goal', 'description', 'tags'] as const;

const isDrawing = (key: string): boolean => drawingKeys.some((one) => one === key);

/** The question of a report, without the periods that only its chart adds. `report` may be unvalidated. */
export function questionPartOf(report: Report): Question {
  const parts = Object.entries(report).filter(([key]) => !isDrawing(key));
  return Object.fromEntries(parts) as unknown as Question;
}
