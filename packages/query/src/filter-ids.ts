import type { Filter, NormalizedQuestion } from './normalize/normalized-question.ts';

/** The ids that a question's filter compares relations with, by record type, without duplicates. */
export function filterIds({ filter }: Pick<NormalizedQuestion, 'filter'>): Record<string, string[]> {
  const byType = Map.groupBy(idsIn(filter), ({ target }) => target);
  return Object.fromEntries([...byType].map(([target, those]) => [target, [...new Set(those.map(({ id }) => id))]]));
}

function idsIn(filter: Filter): { target: string; id: string }[] {
  if ('all' in filter) return filter.all.flatMap(idsIn);
  if ('any' in filter) return filter.any.flatMap(idsIn);
  if ('not' in filter) return idsIn(filter.not);
  if ('related' in filter) return idsIn(filter.related);
  const { target } = filter.field;
  if (target === undefined || !('values' in filter)) return [];
  return filter.values.flatMap((value) => (typeof value === 'object' ? [{ target, id: value.$oid }] : []));
}
