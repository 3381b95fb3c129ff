// Made from api/accounts.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment } from './parts.ts';

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
   * The account's own webhook address: deliveries there reach only this account, whatever they say. null for readers, because it starts workflows.
   */
  hookAddress: string | null;
  /**
   * When a call with it last succeeded: exact for a test and the first success after it was linked, refreshed or refused, else to ten minutes; null if none did.
   */
  succeededAt: Moment | null;
  /**
   * When a person must connect it again, because its refresh token expires; null if the service does not say.
   */
  connectBefore: Moment | null;
  /**
   * Whether a person signed in at the service; otherwise its credentials were entered, and are not revoked when it is removed.
   */
  isSignedIn: boolean;
  /**
   * Whether deliveries for it need a right signature; any other is answered 401 and starts nothing.
   */
  verifiesSignatures: boolean;
  /**
   * Whether the person who linked it is no longer a member: owners and admins can take it over.
   */
  ownerHasLeft: boolean;
  /**
   * The workflows for which it was chosen.
   */
  usedBy: AccountUser[];
}
/**
 * A workflow that uses an account.
 */
export interface AccountUser {
  workflowId: Id;
  name: string;
  branch: string;
  on: boolean;
}
/**
 * What became of an account that was removed.
 */
export interface UnlinkedAccount {
  /**
   * Whether the service was asked to end its tokens, and did.
   */
  isRevoked: boolean;
  /**
   * Why the service did not end them; null if it did, or the connector does not say how.
   */
  reason: string | null;
  /**
   * How many of its subscriptions the service has not ended yet.
   */
  leftSubscriptions: Count;
}
/**
 * What the service answered to an account.
 */
export interface AccountTest {
  /**
   * Whether the connector declares a test request.
   */
  isTested: boolean;
  label: string;
  externalId: string | null;
}
/**
 * Other credentials for an account.
 */
export interface AccountValues {
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
}
/**
 * A sign-in at another service that begins.
 */
export interface NewAccountSignIn {
  connector: string;
  /**
   * The values that the connector asks for before the sign-in, by name.
   */
  fields?: {
    [k: string]: string;
  };
  label?: string;
  /**
   * Whether every member can use the account in workflows. Default: only the person who links it.
   */
  shared?: boolean;
  /**
   * The optional scopes of the connector to ask for. Default: all of them.
   *
   * @maxItems 50
   */
  scopes?: string[];
  /**
   * The account to connect again; it keeps its id. Default: a new one, or the person's own one with the same id at the service.
   */
  account?: Id;
}
/**
 * A sign-in at another service, which links an account.
 */
export interface AccountSignIn {
  id: Id;
  connector: string;
  /**
   * `choosing` waits for a person's choice.
   */
  status: 'waiting' | 'finishing' | 'choosing' | 'done' | 'failed';
  /**
   * Where the person allows access, in a browser with this session; null except in the answer that begins it.
   */
  address: string | null;
  /**
   * What the person can choose.
   */
  options: {
    label: string;
    value: string;
  }[];
  /**
   * Why it failed.
   */
  reason: string | null;
  /**
   * The linked account, once it is done.
   */
  accountId: Id | null;
  expiresAt: Moment;
}
export interface SignInChoice {
  /**
   * The value of the chosen option.
   */
  value: string;
}
/**
 * The OAuth 2 client with which accounts of a connector are linked. Its secret is never returned.
 */
export interface ConnectorClient {
  connector: string;
  clientId: string;
  hasSecret: boolean;
  /**
   * Whether it belongs to the installation, for all workspaces, and not to this workspace.
   */
  isShared: boolean;
  changedAt: Moment;
}
export interface ConnectorClientList {
  /**
   * The address to register at the service as its redirect or callback address.
   */
  redirectAddress: string;
  clients: ConnectorClient[];
}
export interface NewConnectorClient {
  id: string;
  secret?: string;
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
  /**
   * Whether deliveries for it need a right signature; any other is answered 401 and starts nothing. Only for connectors that declare how the service signs.
   */
  verifiesSignatures?: boolean;
}
