import { addMistake, type Mistakes } from './mistakes.ts';
import type { Filter, NormalizedQuestion } from './normalized-question.ts';

type Parts = Pick<NormalizedQuestion, 'filter' | 'groups' | 'having' | 'sort'>;

/** Refuses what is understood but cannot be answered yet, so that no answer leaves a part of its question out. */
export function refuseUnavailable({ filter, groups, having, sort }: Parts, mistakes: Mistakes): void {
  const refuse = (path: (string | number)[], what: string) =>
    addMistake(mistakes, path, 'not_available', `${what} cannot be answered yet: leave it out`);
  if (followsRelation(filter)) refuse(['filter'], 'a condition on a field of a related record');
  if (having.length > 0) refuse(['having'], '"having"');
  if (sort.length > 0) refuse(['sort'], '"sort"');
  groups.forEach(({ via, fill, top }, index) => {
    if (via !== undefined) refuse(['groupBy', index, 'field'], 'a group by a field of a related record');
    if (fill !== undefined) refuse(['groupBy', index, 'fill'], '"fill"');
    if (top !== undefined) refuse(['groupBy', index, 'top'], '"top"');
  });
}

function followsRelation(filter: Filter): boolean {
  if ('all' in filter) return filter.all.some(followsRelation);
  if ('any' in filter) return filter.any.some(followsRelation);
  return 'not' in filter ? followsRelation(filter.not) : 'related' in filter;
}
