// Made from connector-package.schema.json by `npm run generate`. Change the schema, not this file.

import type { ConnectorAction } from './action.ts';
import type { Connector } from './connector.ts';
import type { ConnectorWebhook } from './webhook.ts';
import type { Workflow } from './workflow.ts';

/**
 * A compiled connector release. Builds are reproducible: the same folder gives the same bytes.
 */
export interface ConnectorPackage {
  format: 1;
  /**
   * SHA-256 of the canonical JSON of all other members.
   */
  sha256: string;
  connector: Connector;
  actions: {
    [k: string]: ConnectorAction;
  };
  webhooks: {
    [k: string]: ConnectorWebhook;
  };
  /**
   * Workflows that people can begin with.
   */
  workflows?: {
    [k: string]: Workflow;
  };
  /**
   * The text of icon.svg.
   */
  icon?: string;
  /**
   * The text of README.md.
   */
  readme?: string;
}
