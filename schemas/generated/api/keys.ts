// Made from api/keys.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment } from './parts.ts';

export interface ApiKey {
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
   * The key itself, which is shown nowhere else.
   */
  key: string;
}
export interface NewApiKey {
  name: string;
  branch: string;
  access: 'read' | 'write';
}
