// Made from api/connectors.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Sha256 } from './parts.ts';
import type { ConnectorPackage } from '../connector-package.ts';

/**
 * What its author says about the version.
 */
export type ReleaseNotes = string;
/**
 * A compiled connector, alone or with notes about the version.
 */
export type ReleasePost =
  | ConnectorPackage
  | {
      package: ConnectorPackage;
      notes: ReleaseNotes;
    };
/**
 * @maxItems 1000
 */
export type WorkflowRefs = {
  workflowId: Id;
  branch: string;
}[];

export interface ConnectorList {
  marketplace: ConnectorOffer[];
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
  notes?: ReleaseNotes;
}
/**
 * The newest version of a connector, as the marketplace shows it.
 */
export interface ConnectorOffer {
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
  /**
   * What it does, in a sentence; empty without one.
   */
  description: string;
  categories: string[];
  /**
   * An SVG; null without one.
   */
  icon: string | null;
}
/**
 * What a connector does, what it asks for, and what of the workspace uses it.
 */
export interface ConnectorDetail {
  connector: string;
  name: string;
  /**
   * The version that is described: the newest.
   */
  version: string;
  sha256: Sha256;
  /**
   * Whether it is in the marketplace; otherwise only the workspace that released it sees it.
   */
  isPublic: boolean;
  description: string;
  categories: string[];
  icon: string | null;
  /**
   * Markdown; null without one.
   */
  readme: string | null;
  installation: Installation | null;
  /**
   * The name of the person who installed this version; null if it is not installed, or nobody did.
   */
  installedByName: string | null;
  actions: OfferedAction[];
  webhooks: {
    name: string;
    label: string;
    description: string;
    /**
     * Whether the service is asked to send it; otherwise a person enters the address there.
     */
    isSubscribed: boolean;
  }[];
  signIn: ConnectorSignIn;
  signInKind: 'none' | 'key' | 'basic' | 'bearer' | 'aws4' | 'oauth2' | 'clientCredentials';
  /**
   * The permissions that a sign-in asks for.
   */
  scopes: string[];
  /**
   * The hosts that its requests go to; a template stands for a value of the account.
   */
  hosts: string[];
  /**
   * The newest versions, the newest first.
   */
  versions: {
    version: string;
    releasedAt: Moment;
    /**
     * The version that it is compared with; null for the oldest.
     */
    before: string | null;
    changes: ConnectorChange[];
    notes?: ReleaseNotes;
  }[];
  templates: ConnectorTemplate[];
  usedBy: ConnectorUser[];
  /**
   * How many accounts of it are linked.
   */
  accounts: Count;
  /**
   * How many subscriptions at the service workflows have.
   */
  subscriptions: Count;
}
export interface OfferedAction {
  name: string;
  label: string;
  description: string;
  /**
   * How it sends a file; null if it sends none.
   */
  sends: 'body' | 'pieces' | 'form' | 'base64' | null;
  /**
   * Whether it only reads.
   */
  isReading: boolean;
  /**
   * Whether sending it twice has no further effect.
   */
  isRepeatable: boolean;
}
/**
 * A difference between two versions of a connector.
 */
export interface ConnectorChange {
  /**
   * Only a `breaking` change can break a workflow.
   */
  weight: 'breaking' | 'addition' | 'correction';
  /**
   * The file of the connector that changed.
   */
  file: string;
  message: string;
  /**
   * It asks for more than before, such as a further host.
   */
  asksMore?: true;
}
/**
 * A workflow that a connector brings for people to begin with.
 */
export interface ConnectorTemplate {
  id: string;
  name: string;
  description: string;
  /**
   * The workflow.
   */
  definition: {
    [k: string]: unknown;
  };
}
/**
 * A workflow that uses a connector.
 */
export interface ConnectorUser {
  workflowId: Id;
  name: string;
  branch: string;
  on: boolean;
  /**
   * The version that it uses.
   */
  version: string;
}
/**
 * What changing the version of a connector would change for the workspace.
 */
export interface ConnectorUpdate {
  connector: string;
  /**
   * The installed version.
   */
  from: string;
  to: string;
  changes: ConnectorChange[];
  /**
   * The workflows that use it.
   */
  workflows: {
    workflowId: Id;
    name: string;
    branch: string;
    on: boolean;
    /**
     * The version that it uses now.
     */
    version: string;
    /**
     * The breaking changes of what it uses.
     */
    changes: ConnectorChange[];
    /**
     * What would be wrong with it.
     */
    mistakes: {
      pointer: string;
      detail: string;
    }[];
  }[];
}
/**
 * The workflows to move to the installed version.
 */
export interface ConnectorMove {
  workflows: WorkflowRefs;
}
/**
 * What became of the parts of a workspace that used a connector.
 */
export interface RemovedConnector {
  /**
   * How many workflows were turned off.
   */
  workflows: Count;
  /**
   * The accounts that were unlinked.
   */
  accounts: {
    label: string;
    isRevoked: boolean;
    reason: string | null;
  }[];
  /**
   * How many subscriptions the service did not end in time; it ends them itself, and what it sends starts nothing.
   */
  leftSubscriptions: Count;
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
  templates: ConnectorTemplate[];
  signIn: ConnectorSignIn;
  actions: ActionSummary[];
  webhooks: WebhookSummary[];
  /**
   * Whether it is a release or a build of the workspace's own: the installation's OAuth client is not used for it.
   */
  isOwn: boolean;
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
  /**
   * Whether the connector says how the service signs its deliveries, so that an account can have them verified.
   */
  isSigned: boolean;
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
   * The permissions that a person may leave out of the sign-in.
   */
  optionalScopes: {
    scope: string;
    /**
     * What it is for.
     */
    description: string;
  }[];
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
  /**
   * The workflows that stay on the version that they use now. Default: those that stayed before; the others move.
   */
  keep?: WorkflowRefs;
}
