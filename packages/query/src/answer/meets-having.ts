import type { Having, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { measureOf, type Cell, type Measured } from './cell.ts';

/** Whether a group meets the `having` conditions, compared with the measures as the answer shows them. */
export function meetsHaving(cell: Cell, { having, measures }: NormalizedQuestion): boolean {
  return having.every((condition) => {
    const measure = measures.find(({ name }) => name === condition.measure)!;
    return isWithin(measureOf(cell, measure, measures), condition) !== condition.isNot;
  });
}

/** A missing value is never within bounds. */
function isWithin(measured: Measured, { bounds: { gt, gte, lt, lte } }: Having): boolean {
  if (measured === null) return false;
  const value = typeof measured === 'string' ? Date.parse(measured) : measured;
  return (
    (gt === undefined || value > Number(gt)) &&
    (gte === undefined || value >= Number(gte)) &&
    (lt === undefined || value < Number(lt)) &&
    (lte === undefined || value <= Number(lte))
  );
}
