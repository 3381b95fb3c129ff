import type { NewView, SavedView, ViewPatch } from '@tallyhook/schemas/api';
import type { Caller } from './caller.ts';

/** The saved views of records. */
export interface Views {
  /** Lists views; with a type, only those of its records. */
  list(type?: string): Promise<SavedView[]>;
  create(view: NewView): Promise<SavedView>;
  /** Changes a view if it is still at that revision. @throws Problem `revision_conflict`. */
  update(id: string, patch: ViewPatch): Promise<SavedView>;
  /** Deletes a view; its records stay. */
  remove(id: string): Promise<void>;
  /** Restores a deleted view under its id. */
  restore(id: string): Promise<SavedView>;
}

export function createViews({ call }: Caller): Views {
  return {
    list: (type) => call('GET /api/views', { query: { type } }),
    create: (view) => call('POST /api/views', { body: view }),
    update: (id, patch) => call('PATCH /api/views/:id', { path: { id }, body: patch }),
    remove: (id) => call('DELETE /api/views/:id', { path: { id } }),
    restore: (id) => call('POST /api/views/:id/restore', { path: { id } }),
  };
}
