import { people } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { readLabels } from '@tallyhook/store/questions';
import type { RecordPage } from '@tallyhook/store/records';

/** The key for files in maps by record type; no type can have this name. */
const files = 'file';

/** A page of records; with `labels`, the names of related records by type and id, null for deleted ones. */
export interface NamedPage extends RecordPage {
  labels?: Record<string, Record<string, string | null>>;
}

/** Adds the names of related records to a page, and of `others` (ids by type). */
export async function nameRelated(
  store: Store,
  branch: Branch,
  page: RecordPage,
  others: Record<string, readonly string[]> = {},
): Promise<NamedPage> {
  const wanted = wantedIds(branch, page, others);
  const found = await readLabels(store, branch, wanted);
  const named = Object.entries(wanted).map(([type, ids]) => [
    type,
    Object.fromEntries(ids.map((id) => [id, found[type]?.[id] ?? null])),
  ]);
  return { ...page, labels: Object.fromEntries(named) as NamedPage['labels'] };
}

/**
 * The distinct ids by type. The target type of a field may have been removed from the branch; its records have no name.
 */
function wantedIds({ types }: Branch, { records }: RecordPage, others: Record<string, readonly string[]>) {
  const type = types.find(({ name }) => name === records[0]?.type);
  const relations = type?.fields.filter(({ kind }) => ['relation', 'person', 'file'].includes(kind)) ?? [];
  const own = relations.flatMap(({ name, kind, target = kind === 'file' ? files : people }) =>
    records.flatMap(({ fields }) => idsOf(fields[name]).map((id) => ({ target, id }))),
  );
  const asked = Object.entries(others).flatMap(([target, ids]) => ids.map((id) => ({ target, id })));
  const known = [...own, ...asked].filter(
    ({ target }) => target === people || target === files || types.some(({ name }) => name === target),
  );
  const byType = Map.groupBy(known, ({ target }) => target);
  return Object.fromEntries([...byType].map(([target, those]) => [target, [...new Set(those.map(({ id }) => id))]]));
}

function idsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}
