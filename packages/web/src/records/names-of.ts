import { recordLabel } from '@tallyhook/schemas/record-label';
import type { RecordPage } from '@tallyhook/schemas/api';

/** What the related records of all pages of a list and of its filter are called, by id. */
export function namesOf(pages: readonly RecordPage[]): Record<string, string> {
  const labels = pages.flatMap((page) => Object.values(page.labels ?? {}).flatMap((byId) => Object.entries(byId)));
  return Object.fromEntries(labels.map(([id, label]) => [id, recordLabel(label, id.slice(-6))]));
}
