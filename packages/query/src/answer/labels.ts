import type { Answer } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../normalize/normalized-question.ts';

/** What records are called, by type and id. */
export type LabelsByType = Record<string, Record<string, string | null | undefined>>;

/** The ids in the keys of an answer, by the record type that they belong to; each once. */
export function wantedLabels({ groups }: NormalizedQuestion, { rows }: Answer): Record<string, string[]> {
  const wanted = new Map<string, Set<string>>();
  for (const { name, field } of groups) {
    if (field.kind !== 'relation' || field.target === undefined) continue;
    const ids = wanted.get(field.target) ?? new Set();
    for (const { key } of rows) if (typeof key[name] === 'string') ids.add(key[name]);
    wanted.set(field.target, ids);
  }
  return Object.fromEntries([...wanted].map(([type, ids]) => [type, [...ids]]));
}

/** Names the records behind the keys of an answer, by group and id; null for a record that is gone. */
export function labelsOf(
  { groups }: NormalizedQuestion,
  { rows }: Answer,
  found: LabelsByType,
): NonNullable<Answer['labels']> {
  const related = groups.filter(({ field }) => field.kind === 'relation');
  return Object.fromEntries(
    related.map(({ name, field }) => {
      const ids = rows.map(({ key }) => key[name]).filter((id) => typeof id === 'string');
      return [name, Object.fromEntries(ids.map((id) => [id, found[field.target!]?.[id] ?? null]))];
    }),
  );
}
