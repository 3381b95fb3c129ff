// Made from connector-package.schema.json by `npm run generate`. Change the schema, not this file.

import type { ConnectorAction } from './action.ts';
import type { Connector } from './connector.ts';
import type { ConnectorWebhook } from './webhook.ts';

/**
 * A compiled connector as it is released: the same folder gives the same bytes.
 */
export interface ConnectorPackage {
  format: 1;
  /**
   * SHA-256 of the canonical JSON of all other members.
   */
  sha256: string;
  /**
   * connector.json: what a connector is called, which hosts it speaks to, how it signs in and what an account of it is.
   */
  connector: Connector;
  actions: {
    /**
     * An action of a connector: what a workflow step may ask of the other service. The name of the file is its name.
     */
    [k: string]: ConnectorAction;
  };
  webhooks: {
    /**
     * How deliveries of the other service are read. The name of the file is its name. Templates reach `event`: `method`, `headers` (names in lower case), `query`, `body`, and what the body is split into. A whole number of the body beyond ±9007199254740991 is the text of its digits.
     */
    [k: string]: ConnectorWebhook;
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
