import type { Answer, QuestionFilter } from '@tallyhook/schemas';

/** The fields of the type that an answer groups by and measures, in that order; for related records, the relation. */
export function fieldsOfAnswer({ meta: { columns } }: Answer): string[] {
  return ownFields(columns.flatMap(({ field }) => (field === undefined ? [] : [field])));
}

/** The fields of the type that a filter uses. */
export function fieldsOfFilter(filter: QuestionFilter): string[] {
  if ('field' in filter) return ownFields([filter.field]);
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : [filter.not];
  return ownFields(parts.flatMap(fieldsOfFilter));
}

function ownFields(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split('.')[0]!))];
}
