import type { RecordType, Report } from '@tallyhook/schemas';

/** The types of reports with only the fields whose values the reports show. */
export function shownTypes(reports: readonly Report[], types: readonly RecordType[]): RecordType[] {
  const names = new Map<string, Set<string>>();
  const note = (type: string, field: string) => names.set(type, (names.get(type) ?? new Set()).add(field));
  for (const { type, groupBy = [], measures = [] } of reports) {
    names.set(type, names.get(type) ?? new Set());
    const fields = [...groupBy.map(({ field }) => field), ...measures.flatMap(({ field }) => field ?? [])];
    for (const path of fields) {
      const [first, second] = path.split('.');
      note(type, first!);
      const target = types.find(({ name }) => name === type)?.fields.find(({ name }) => name === first)?.target;
      if (second !== undefined && target !== undefined) note(target, second);
    }
  }
  return types.flatMap((type) => {
    const shown = names.get(type.name);
    if (shown === undefined) return [];
    return [{ ...type, fields: type.fields.filter(({ name }) => shown.has(name)) }];
  });
}
