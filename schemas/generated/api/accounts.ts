// Made from api/accounts.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Timezone } from './parts.ts';

export interface LinkedAccount {
  id: Id;
  workspaceId: Id;
  connector: string;
  label: string;
  externalId: string | null;
  ownerPersonId: Id | null;
  createdAt: Moment;
  refused: {
    at: Moment;
    reason: string;
  } | null;
}
export interface NewAccount {
  connector: Timezone;
  label?: string;
  fields: {
    [k: string]: string;
  };
  client?: {
    id: string;
    secret?: string;
  };
}
