import type { ImportedColumn, MatchedColumn } from './import-options.ts';
import type { PlannedColumn } from './plan-columns.ts';
import type { Survey } from './survey.ts';

type Surveyed = Pick<Survey, 'columns' | 'profiles'>;

/** What each column became, with the first texts in it. */
export function importedColumns(
  planned: readonly PlannedColumn[],
  { profiles }: Pick<Surveyed, 'profiles'>,
): ImportedColumn[] {
  return planned.map(({ column, field, reason, looksLike }) => ({
    column: column.header,
    field: field.name,
    kind: field.kind,
    ...(field.target === undefined ? {} : { target: field.target }),
    reason,
    ...(looksLike && { looksLike }),
    samples: profiles[column.index]!.samples,
  }));
}

/** Every column of the file in its order, so that a person can choose a field for those that have none. */
export function matchedColumns(
  planned: readonly PlannedColumn[],
  { columns, profiles }: Surveyed,
  unmatched: ReadonlyMap<string, string> = new Map(),
): MatchedColumn[] {
  return columns.flatMap(({ header, index }): MatchedColumn[] => {
    const own = planned.filter(({ column }) => column.index === index);
    if (own.length > 0) return importedColumns(own, { profiles });
    const reason = unmatched.get(header) ?? 'Left out.';
    return [{ column: header, reason, samples: profiles[index]!.samples }];
  });
}
