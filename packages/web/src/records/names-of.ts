import { recordLabel } from '@tallyhook/schemas/record-label';
import type { RecordPage } from '@tallyhook/schemas/api';

/** The names of related records in all pages of a list and in its filter, by id. */
export function namesOf(pages: readonly RecordPage[]): Record<string, string> {
  const labels = pages.flatMap((page) => Object.values(page.labels ?? {}).flatMap((byId) => Object.entries(byId)));
  return Object.fromEntries(labels.map(([id, label]) => [id, recordLabel(label, id.slice(-6))]));
}
