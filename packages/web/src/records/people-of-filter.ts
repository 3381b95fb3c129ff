import type { QuestionFilter, RecordType } from '@tallyhook/schemas';
import { findField } from '../chart/find-field.ts';
import { viewer } from '../reports/viewer.ts';

export interface TypeOfFilter {
  type: string;
  types: readonly RecordType[];
}

/** The ids of people in a filter, by the field they are compared with; the placeholder for the viewer is not an id. */
export function peopleOfFilter(filter: QuestionFilter, of: TypeOfFilter): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { field, ids } of namedIn(filter, of)) found.set(field, [...(found.get(field) ?? []), ...ids]);
  return found;
}

function namedIn(filter: QuestionFilter, of: TypeOfFilter): { field: string; ids: string[] }[] {
  if ('and' in filter) return filter.and.flatMap((one) => namedIn(one, of));
  if ('or' in filter) return filter.or.flatMap((one) => namedIn(one, of));
  if ('not' in filter) return namedIn(filter.not, of);
  const { field, value } = filter;
  if (findField(field, of.type, of.types)?.kind !== 'person') return [];
  const ids = [value].flat().filter((one) => typeof one === 'string' && one !== viewer.value) as string[];
  return ids.length === 0 ? [] : [{ field, ids }];
}
