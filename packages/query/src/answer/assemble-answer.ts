import type { Answer, AnswerRow, ReadResults } from '@tallyhook/schemas';
import type { Measure, NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { Plan } from '../plan/plan.ts';
import { measureOf, type Cell, type Measured } from './cell.ts';
import { columnsOf } from './columns.ts';
import { orderGroups } from './order-groups.ts';
import { readTable } from './read-results.ts';
import type { TableGroup } from './table.ts';

/** Makes the answer out of what the reads of a plan gave. `tookMs` is for the caller to fill in. */
export function assembleAnswer(plan: Plan, results: ReadResults): Answer {
  const { question } = plan;
  const { groups, total, overall } = readTable(plan, results);
  const shown = orderGroups(groups, question).slice(0, question.limit);
  return {
    rows: shown.map((group) => rowOf(group, question)),
    overall: measuresOf(overall, question.measures),
    meta: {
      question: question.document,
      columns: columnsOf(question),
      resolved: { timezone: question.timezone, weekStart: question.weekStart, ranges: question.ranges },
      groups: { returned: shown.length, total, truncated: total > shown.length },
      overlap: question.groups.filter(({ field }) => field.many).map(({ name }) => name),
      countedAt: question.askedAt.toISOString(),
      tookMs: 0,
    },
  };
}

function rowOf({ keys, cell }: TableGroup, { groups, measures }: NormalizedQuestion): AnswerRow {
  const key = Object.fromEntries(groups.map(({ name }, index) => [name, keys[index]!]));
  return { key, ...measuresOf(cell, measures) };
}

function measuresOf(cell: Cell, measures: readonly Measure[]): Record<string, Measured> {
  return Object.fromEntries(measures.map((measure) => [measure.name, measureOf(cell, measure, measures)]));
}
