import type { CollectionFacts } from '../read.ts';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { compileMatch, isRestricting } from '../match.ts';
import { measuredFields } from '../plan.ts';
import { isOrdered } from './served.ts';

/**
 * The index with exactly the grouped fields first and the measured fields after them, for a question of all records.
 * Reading only the index takes a tenth less time than reading the records (`bench/README.md`, sums and averages).
 * Undefined if there is none or it is no faster: a single value is found as fast in a record, and a date even faster.
 */
export function coveringIndex(
  { filter, groups, measures }: NormalizedQuestion,
  { indexes }: Pick<CollectionFacts, 'indexes'>,
): string | undefined {
  const measured = measuredFields(measures);
  const isPlain = groups.every(({ via, unit, keep }) => !via && !unit && !keep);
  const isAdded = measures.every(({ fn }) => fn !== 'distinct') && measured.length > 0;
  if (groups.length === 0 || !isPlain || !isAdded || isRestricting(compileMatch(filter))) return undefined;
  const grouped = new Set(groups.map(({ field }) => field.name));
  const needed = new Set([...grouped, ...measured.map(({ name }) => name)]);
  if (needed.size === grouped.size || [...groups.map(({ field }) => field), ...measured].some(({ many }) => many)) {
    return undefined;
  }
  return indexes.find(({ key }) => {
    const names = Object.keys(key);
    const isWhole = names.length === needed.size && names.every((name) => needed.has(name));
    return isWhole && isOrdered(key) && names.slice(0, grouped.size).every((name) => grouped.has(name));
  })?.name;
}
