// Made from api/keys.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment } from './parts.ts';

export interface ApiKey {
  id: Id;
  workspaceId: Id;
  branchId: Id;
  branch: string;
  name: string;
  access: 'read' | 'write';
  /**
   * The first characters of the key, to recognise it by.
   */
  prefix: string;
  createdAt: Moment;
  /**
   * The id of the person.
   */
  createdBy: string;
  lastUsedAt: Moment | null;
}
export interface CreatedApiKey {
  id: Id;
  workspaceId: Id;
  branchId: Id;
  branch: string;
  name: string;
  access: 'read' | 'write';
  prefix: string;
  createdAt: Moment;
  createdBy: string;
  lastUsedAt: Moment | null;
  /**
   * The key itself, shown only this once.
   */
  key: string;
}
export interface NewApiKey {
  name: string;
  branch: string;
  access: 'read' | 'write';
}
