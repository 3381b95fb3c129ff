import { holdsNoText } from './cell-readers.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { ImportResult, MarkerCount } from './import-options.ts';
import type { PlannedColumn } from './plan-columns.ts';
import { keyMapName, keyText, type KeyMaps } from './relation-keys.ts';

/** Finds the texts that mean "no value" in this file: those in columns of numbers, dates or booleans. */
export function findMarkers(
  columns: readonly PlannedColumn[],
  profiles: readonly ColumnProfile[],
): ReadonlySet<string> {
  const typed = columns.filter(({ field }) => holdsNoText(field));
  return new Set(typed.flatMap(({ column }) => [...profiles[column.index]!.markers.keys()]));
}

/** Counts per column the cells that were taken as "no value", and those with the same text that were kept. */
export function countMarkers(
  columns: readonly PlannedColumn[],
  profiles: readonly ColumnProfile[],
  keys: KeyMaps,
): Pick<ImportResult, 'emptyMarkers' | 'emptied' | 'kept'> {
  const markers = findMarkers(columns, profiles);
  const counts = columns.flatMap((planned) => countIn(planned, profiles[planned.column.index]!, { markers, keys }));
  const pick = (wanted: boolean) => counts.filter(({ isEmptied }) => isEmptied === wanted).map(({ count }) => count);
  const emptied = pick(true);
  return { emptyMarkers: [...new Set(emptied.map(({ text }) => text))], emptied, kept: pick(false) };
}

function countIn(
  { column, field, target }: PlannedColumn,
  profile: ColumnProfile,
  { markers, keys }: { markers: ReadonlySet<string>; keys: KeyMaps },
): { isEmptied: boolean; count: MarkerCount }[] {
  const known = target && keys.get(keyMapName(column.index, target));
  const countOf = ([text, cells]: [string, number]) => ({ column: column.header, field: field.name, text, cells });
  const isKey = (text: string) => known?.has(keyText(target!, text)) === true;
  const isEmptied = target !== undefined || holdsNoText(field);
  return [
    ...[...profile.emptied].map((entry) => ({ isEmptied: true, count: countOf(entry) })),
    ...[...profile.markers]
      .filter(([text]) => markers.has(text) && !isKey(text))
      .map((entry) => ({ isEmptied, count: countOf(entry) })),
  ];
}
