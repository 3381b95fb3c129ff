import type {
  NewRecordType,
  RecordType,
  RecordTypePatch,
  TypeChange,
  TypeChangePreview,
  TypeUses,
} from '@tallyhook/schemas/api';
import type { Caller } from './caller.ts';

/** The record types of the branch. */
export interface Types {
  list(): Promise<RecordType[]>;
  /** Defines a type of the workspace. @throws Problem `invalid_record` with every mistake. */
  create(type: NewRecordType): Promise<RecordType>;
  /** Tells what a change would do to the records, and which values would be lost. Nothing is written. */
  preview(name: string, change: TypeChange): Promise<TypeChangePreview>;
  /** Changes a type as a whole, and converts the values of its records. @throws Problem `would_lose`. */
  change(name: string, change: TypeChange): Promise<RecordType>;
  /** Changes labels and number formats of fields. */
  changeFields(name: string, patch: RecordTypePatch): Promise<RecordType>;
  /** Lists what would stop without the type. */
  uses(name: string): Promise<TypeUses>;
  /** Removes a type with its records. @throws Problem `in_use`, unless `evenIfUsed`. */
  remove(name: string, options?: { evenIfUsed?: boolean }): Promise<void>;
}

export function createTypes({ call }: Caller): Types {
  return {
    list: () => call('GET /api/types', {}),
    create: (type) => call('POST /api/types', { body: type }),
    preview: (name, change) => call('POST /api/types/:name/preview', { path: { name }, body: change }),
    change: (name, change) => call('PUT /api/types/:name', { path: { name }, body: change }),
    changeFields: (name, patch) => call('PATCH /api/types/:name', { path: { name }, body: patch }),
    uses: (name) => call('GET /api/types/:name/uses', { path: { name } }),
    remove: (name, { evenIfUsed } = {}) => call('DELETE /api/types/:name', { path: { name }, query: { evenIfUsed } }),
  };
}
