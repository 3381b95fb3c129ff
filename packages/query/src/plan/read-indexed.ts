import type { ReadResults } from './read.ts';
import { readIds, type Plan } from './plan.ts';
import { emptyCell, type Cell } from '../answer/cell.ts';
import type { Table } from '../answer/table.ts';

/** Builds the groups from the results of an indexed plan: record counts, or distinct values by group. */
export function readIndexed(plan: Plan, results: ReadResults): Table {
  const [{ fn, field } = { fn: 'count', field: undefined }] = plan.question.measures;
  return fn === 'distinct' && field ? readDifferent(plan, results) : readCounts(plan, results);
}

function readCounts({ question, cells = [] }: Plan, results: ReadResults): Table {
  const countOf = (id: string): number => {
    const result = results[id];
    return result?.kind === 'count' ? result.count : 0;
  };
  const counted = cells.reduce((sum, { read }) => sum + (read === undefined ? 0 : countOf(read)), 0);
  const hasRest = cells.some(({ read }) => read === undefined);
  const all = hasRest ? countOf(readIds.overall) : counted;
  const cellOf = (count: number): Cell => ({ ...emptyCell(question.measures), count });
  const groups = cells
    .map(({ keys, read }) => ({ keys, cell: cellOf(read === undefined ? all - counted : countOf(read)) }))
    .filter(({ cell }) => cell.count > 0);
  return { groups, total: groups.length, overall: cellOf(all) };
}

/** Every group found has records, even one without values to count. */
function readDifferent({ question, cells = [] }: Plan, results: ReadResults): Table {
  const everything = new Set<unknown>();
  const groups = cells.map(({ keys, read }) => {
    const result = results[read ?? ''];
    // A read returns no duplicates and only valid values, so only the overall set must be united.
    const values = result?.kind === 'distinct' ? result.values : [];
    for (const value of values) everything.add(value);
    return { keys, cell: { ...emptyCell(question.measures), different: [values.length] } };
  });
  return {
    groups,
    total: groups.length,
    overall: { ...emptyCell(question.measures), different: [everything.size] },
  };
}
