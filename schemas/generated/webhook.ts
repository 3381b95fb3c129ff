// Made from webhook.schema.json by `npm run generate`. Change the schema, not this file.

import type { ActionInput } from './action.ts';
import type { Condition, Kept, Request, RequestHeaders } from './request.ts';

/**
 * How deliveries of the other service are read. The name of the file is its name. Templates reach `event`: `method`, `headers` (names in lower case), `query`, `body`, and what the body is split into. A whole number of the body beyond ±9007199254740991 is the text of its digits.
 */
export interface ConnectorWebhook {
  /**
   * Where the schema of this file is, for editors.
   */
  $schema?: string;
  /**
   * What people call the webhook.
   */
  label: string;
  /**
   * How to set it up at the other service.
   */
  description?: string;
  /**
   * How the body is read whatever its Content-Type says, for services that send JSON as text/plain; one that is no JSON is refused with 400. Without it the Content-Type decides.
   */
  body?: 'json';
  /**
   * The field that holds the JSON where the service sends a form; its value then is the body.
   */
  formField?: string;
  /**
   * Which deliveries are of this webhook, where a connector has several: all of these hold. They share the address `/hooks/<connector>`; in the order of their names, the first whose `match` holds takes a delivery, and the one without `match` takes the rest. An address that ends in `?webhook=<name>` names one whatever its `match`.
   */
  match?: Conditions;
  /**
   * Requests that only prove the address; they are answered and start nothing.
   *
   * @maxItems 20
   */
  handshake?: Handshake[];
  /**
   * Deliveries that are answered and start nothing.
   *
   * @maxItems 20
   */
  ignore?: Ignore[];
  /**
   * The path of a list, such as `event.body.entries`; each element is one event, reached as `event.item`. For lists inside lists one entry for each, the outermost first: the elements of all of them are reached by their names. An element without the next list, or with an empty one, is an event itself.
   */
  split?: string | SplitLevel[];
  /**
   * The name of the event, such as `issues.opened`.
   */
  event: Template;
  /**
   * What is the same when the service sends the delivery again: the first of these that is there and not empty.
   */
  deliveryId: Templates;
  /**
   * What happens without a delivery id: each delivery runs, it is refused with 400, or the bytes of the body stand for it.
   */
  missingId: 'run' | 'refuse' | 'hashBody';
  /**
   * Which account of the other service the event belongs to: the first of these that is there; it is compared with the `externalId` of linked accounts. Or `any`: the event goes to all of them.
   */
  account: Templates;
  /**
   * The answer once the delivery is stored. Without it: 200 with an empty body.
   */
  answer?: WebhookAnswer;
  subscribe?: Subscribe;
  /**
   * Takes the subscription away. Reaches what was kept as `subscription`, `hook.url`, and the OAuth 2 client as in `subscribe`. Declare the statuses that mean that it is gone already as a success.
   */
  unsubscribe?: Request;
}
export type Template = string;
export type Templates = Template | Template[];
/**
 * All of these hold.
 *
 * @minItems 1
 * @maxItems 20
 */
export type Conditions = Condition[];

/**
 * One of the lists that are in one another.
 */
export interface SplitLevel {
  /**
   * Where the list is: of the first in the delivery, of each other one in an element of the list before.
   */
  path: string;
  /**
   * What one of its elements is called: `entry` is reached as `event.entry`.
   */
  as: string;
}
export interface Handshake {
  /**
   * POST unless told.
   */
  method?: 'POST' | 'GET' | 'HEAD' | 'OPTIONS';
  when: Conditions;
  answer: WebhookAnswer;
}
export interface Ignore {
  when: Conditions;
  /**
   * Why nothing starts, for the list of deliveries.
   */
  reason: string;
  answer?: WebhookAnswer;
}
export interface WebhookAnswer {
  /**
   * 200 unless told.
   */
  status?: number;
  headers?: RequestHeaders;
  /**
   * A text body, sent as text/plain unless a header says otherwise.
   */
  text?: string;
  /**
   * A JSON body: a structure of templates.
   */
  json?: unknown;
}
/**
 * Tells the other service where to send its deliveries. Without it a person sets that up there.
 */
export interface Subscribe {
  /**
   * What a person gives for it, such as the repository; by name in the request.
   */
  input?: ActionInput;
  /**
   * The request. `hook.url` is the address for deliveries, `hook.secret` a text made for this subscription. With OAuth 2, `client.id` and `client.secret` are those of the client, for services where a subscription belongs to it: the secret in headers, body and query.
   */
  request: Request;
  /**
   * Values of the answer that `unsubscribe` needs, there by name under `subscription`.
   */
  keep?: Kept;
}
