import { people, type Answer, type Field } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';

/** Display names of records by type and id; people are under the type `people`. */
export type LabelsByType = Record<string, Record<string, string | null | undefined>>;

/** The ids in an answer's keys by record type, without duplicates. */
export function wantedLabels({ groups }: NormalizedQuestion, { rows }: Answer): Record<string, string[]> {
  const wanted = new Map<string, Set<string>>();
  for (const { name, field } of groups) {
    const target = targetOf(field);
    if (target === undefined) continue;
    const ids = wanted.get(target) ?? new Set();
    for (const { key } of rows) if (typeof key[name] === 'string') ids.add(key[name]);
    wanted.set(target, ids);
  }
  return Object.fromEntries([...wanted].map(([type, ids]) => [type, [...ids]]));
}

/** Labels for the ids in an answer's keys, by group and id; null for a deleted record. */
export function labelsOf(
  { groups }: NormalizedQuestion,
  { rows }: Answer,
  found: LabelsByType,
): NonNullable<Answer['labels']> {
  const labels = groups.flatMap(({ name, field }) => {
    const target = targetOf(field);
    if (target === undefined) return [];
    const ids = rows.map(({ key }) => key[name]).filter((id) => typeof id === 'string');
    return [[name, Object.fromEntries(ids.map((id) => [id, found[target]?.[id] ?? null]))] as const];
  });
  return Object.fromEntries(labels);
}

/** Marks rows whose key is the id of a deleted record. Its label is null; an unnamed record's label is empty. */
export function withMissing(rows: Answer['rows'], labels: NonNullable<Answer['labels']>): Answer['rows'] {
  const isGone = (key: Answer['rows'][number]['key']) =>
    Object.entries(labels).some(([name, byId]) => typeof key[name] === 'string' && byId[key[name]] === null);
  return rows.map((row) => (isGone(row.key) ? { ...row, missing: true } : row));
}

function targetOf({ kind, target }: Field): string | undefined {
  return kind === 'person' ? people : target;
}
