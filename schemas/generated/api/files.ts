// Made from api/files.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Sha256 } from './parts.ts';

export interface SavedFile {
  id: Id;
  name: string;
  contentType: string;
  sizeBytes: Count;
  sha256: Sha256;
  createdAt: Moment;
  createdBy: string;
}
export interface FilePage {
  files: SavedFile[];
  /**
   * Requests the next page; absent on the last one.
   */
  nextCursor?: string;
}
