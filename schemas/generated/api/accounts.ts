// Made from api/accounts.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment } from './parts.ts';

/**
 * An account of another service that workflows can use. Its credentials are never returned.
 */
export interface LinkedAccount {
  id: Id;
  workspaceId: Id;
  connector: string;
  label: string;
  /**
   * The id of the account at the other service, as its webhooks name it; null if the connector does not say.
   */
  externalId: string | null;
  /**
   * The person who linked it; null if an API key did.
   */
  ownerPersonId: Id | null;
  createdAt: Moment;
  /**
   * Since when and why the other service refuses the account; null while it works.
   */
  refused: {
    at: Moment;
    reason: string;
  } | null;
  /**
   * Whether every member can use it in workflows; otherwise only its owner can.
   */
  shared: boolean;
  /**
   * Since when and why the account is no longer used; null while it can be.
   */
  stopped: {
    at: Moment;
    reason: string;
  } | null;
  /**
   * Whether the service itself answered with that id. Deliveries for an id that was only typed come to the common address only while no other workspace has the same.
   */
  isProven: boolean;
  /**
   * The account's own webhook address: deliveries there reach only this account, whatever they say.
   */
  hookAddress: string;
}
export interface NewAccount {
  connector: string;
  label?: string;
  /**
   * The values that the connector asks for, by name. They are stored encrypted.
   */
  fields: {
    [k: string]: string;
  };
  /**
   * The OAuth 2 client that refreshes the token, if the account brings its own.
   */
  client?: {
    id: string;
    secret?: string;
  };
  /**
   * Whether every member can use it in workflows. Default: only the person who links it.
   */
  shared?: boolean;
}
export interface AccountPatch {
  label?: string;
  shared?: boolean;
}
