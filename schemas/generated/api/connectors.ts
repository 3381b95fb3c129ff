// Made from api/connectors.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Sha256 } from './parts.ts';

export interface ConnectorList {
  marketplace: Release[];
  installed: Installation[];
}
/**
 * A version of a connector. A released version never changes.
 */
export interface Release {
  connector: string;
  name: string;
  version: string;
  /**
   * The hash of the package.
   */
  sha256: Sha256;
  /**
   * The workspace that released it; null for a connector that ships with the product.
   */
  workspaceId: Id | null;
  releasedAt: Moment;
  /**
   * Whether it is in the marketplace; otherwise only the workspace that released it sees it.
   */
  isPublic: boolean;
}
/**
 * The result of a dry run: what would be released.
 */
export interface ReleasePreview {
  connector: string;
  name: string;
  version: string;
  sha256: Sha256;
  workspaceId: Id | null;
  /**
   * The newest version that is older; null if this would be the first.
   */
  before: string | null;
  /**
   * Whether exactly this package is already released.
   */
  isThere: boolean;
  /**
   * Whether it is in the marketplace; otherwise only the workspace that released it sees it.
   */
  isPublic: boolean;
}
/**
 * The version of a connector that a workspace uses.
 */
export interface Installation {
  connector: string;
  version: string;
  sha256: Sha256;
  installedAt: Moment;
  installedBy: string;
  /**
   * Whether it is a private build under development instead of a release.
   */
  development: boolean;
}
/**
 * What workflows can use of an installed connector.
 */
export interface InstalledConnector {
  id: string;
  name: string;
  version: string;
  /**
   * An SVG; null without one.
   */
  icon: string | null;
  signIn: ConnectorSignIn;
  actions: ActionSummary[];
  webhooks: WebhookSummary[];
}
export interface ActionSummary {
  name: string;
  label: string;
  description: string;
  /**
   * A JSON Schema.
   */
  input: {
    [k: string]: unknown;
  };
  sendsFile: boolean;
}
export interface WebhookSummary {
  name: string;
  label: string;
  description: string;
  /**
   * The values that a workflow gives to have the webhook set up at the service, as a JSON Schema; null if a person sets it up there.
   */
  subscribe: {
    [k: string]: unknown;
  } | null;
}
/**
 * How an account is linked, and what workflows can use.
 */
export interface ConnectorParts {
  signIn: ConnectorSignIn;
  actions: ActionSummary[];
  webhooks: WebhookSummary[];
}
/**
 * How an account of the connector is linked.
 */
export interface ConnectorSignIn {
  /**
   * Whether the person signs in at the service (OAuth 2).
   */
  hasPage: boolean;
  /**
   * Whether the installation or the workspace has to have an OAuth client for it.
   */
  needsClient: boolean;
  /**
   * Whether the service is asked whether the account works.
   */
  isTested: boolean;
  /**
   * What the person enters.
   */
  fields: {
    name: string;
    label: string;
    description: string;
    secret: boolean;
    optional: boolean;
    /**
     * The allowed values; empty if any value is allowed.
     */
    choices: {
      value: string;
      label: string;
    }[];
  }[];
}
export interface NewInstallation {
  id: string;
  /**
   * Default the newest release.
   */
  version?: string;
}
