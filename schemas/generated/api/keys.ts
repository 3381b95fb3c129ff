// Made from api/keys.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment } from './parts.ts';

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
  /**
   * The name of the person who created it; null if that person is gone.
   */
  maker: string | null;
  lastUsedAt: Moment | null;
  /**
   * When the key stops working; null if it does not expire.
   */
  expiresAt: Moment | null;
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
  maker: string | null;
  lastUsedAt: Moment | null;
  expiresAt: Moment | null;
  /**
   * The key itself, shown only this once.
   */
  key: string;
}
export interface NewApiKey {
  name: string;
  branch: string;
  access: 'read' | 'write';
  /**
   * When the key stops working; without it, the key does not expire.
   */
  expiresInDays?: number;
}
export interface KeyRotation {
  /**
   * How long the old key keeps working, so that programs can change over. 0 stops it at once.
   */
  oldWorksForHours?: number;
}
/**
 * The calls of the plan that a workspace's API keys used in the current month (UTC).
 */
export interface PlanCalls {
  month: string;
  calls: Count;
  /**
   * The quota of a month; null if the installation sets none.
   */
  maxCalls: Count | null;
  renewsAt: Moment;
  /**
   * The calls of each key, revoked ones too.
   */
  keys: {
    keyId: Id;
    calls: Count;
  }[];
}
