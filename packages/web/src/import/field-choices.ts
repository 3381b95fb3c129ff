import type { ImportedColumn, MatchedColumn } from '@tallyhook/schemas/api';

/** What a person corrected about one column. */
export interface Correction {
  field?: string;
  kind?: ImportedColumn['kind'];
  isLeftOut?: boolean;
}

/** The corrections as the interface takes them, by column. Without a field, a column is not corrected. */
export function fieldChoices(
  corrections: Readonly<Record<string, Correction>>,
  columns: readonly MatchedColumn[],
): string[] {
  return Object.entries(corrections).flatMap(([column, { field, kind, isLeftOut }]) => {
    if (isLeftOut === true) return [`${column}=`];
    const proposed = columns.find((one) => one.column === column);
    const name = field || proposed?.field;
    if (name === undefined) return [];
    return [kind === undefined ? `${column}=${name}` : `${column}=${name}:${kind}`];
  });
}
