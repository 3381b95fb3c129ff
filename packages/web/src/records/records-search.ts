import type { QuestionFilter, QuestionGroup, View, ViewSort } from '@tallyhook/schemas';
import { mistakeOfFilter } from '../builder/question-shape.ts';
import type { RecordsSearch } from './search-names.ts';

/** What the page shows: the saved view with the changes in the address. */
export function shownView(type: string, saved: View | undefined, search: RecordsSearch): View {
  const filter = search.filter === undefined ? saved?.filter : readFilter(search.filter);
  const sort = search.sort === undefined ? saved?.sort : readSort(search.sort);
  const group = search.group === undefined ? saved?.group : readGroup(search.group);
  const fields = search.fields !== undefined && search.only === '1' ? readFields(search.fields) : saved?.fields;
  return {
    type,
    ...(filter !== undefined && !isEmptyFilter(filter) && { filter }),
    ...(sort !== undefined && sort.length > 0 && { sort }),
    ...(group !== undefined && { group }),
    ...(fields !== undefined && fields.length > 0 && { fields: fields }),
  };
}

/** Parses a filter; undefined for invalid JSON or another shape. */
export function readFilter(text: string | undefined): QuestionFilter | undefined {
  try {
    if (text === undefined) return undefined;
    const filter = JSON.parse(text) as QuestionFilter;
    return mistakeOfFilter(filter) === undefined ? filter : undefined;
  } catch {
    return undefined;
  }
}

export function readSort(text: string): ViewSort {
  const steps = text.split(',').filter(Boolean);
  return steps.map((step) => (step.startsWith('-') ? { field: step.slice(1), dir: 'desc' } : { field: step }));
}

export function writeSort(sort: ViewSort): string {
  return sort.map(({ field, dir }) => (dir === 'desc' ? `-${field}` : field)).join(',');
}

export function readGroup(text: string): QuestionGroup | undefined {
  const [field = '', unit] = text.split(':');
  if (field === '') return undefined;
  return unit === undefined ? { field } : ({ field, unit } as QuestionGroup);
}

export function writeGroup(group: QuestionGroup | undefined): string {
  if (group === undefined) return '';
  return group.unit === undefined ? group.field : `${group.field}:${group.unit}`;
}

export const readFields = (text: string): string[] => text.split(',').filter(Boolean);

/** Whether a filter keeps every record. */
export const isEmptyFilter = (filter: QuestionFilter): boolean => 'and' in filter && filter.and.length === 0;
