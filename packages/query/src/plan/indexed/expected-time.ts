import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { factsOf, type PlanContext } from '../facts-of.ts';
import { makePlan } from '../make-plan.ts';
import { recordsPerCell } from './asked.ts';
import { timeByIndex } from './index-hint.ts';

/** The expected time of the plan for a question, relative to scanning all records: from 0 to 1. */
export function expectedTime(question: NormalizedQuestion, context: PlanContext): number {
  const { maker, reads } = makePlan(question, context);
  const facts = factsOf(question, context);
  if (maker === 'counted') return 0;
  if (maker !== 'looking') return Math.min(1, timeByIndex(question, facts));
  const guessed = reads.filter(({ follows }) => follows).length;
  // With no guess, there are too many groups to read one by one.
  return guessed === 0 ? 1 : Math.min(1, (guessed * recordsPerCell) / facts.approximateCount);
}
