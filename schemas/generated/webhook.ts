// Made from webhook.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * All of these hold.
 *
 * @minItems 1
 * @maxItems 20
 */
export type Conditions = Condition[];
export type Template = string;

/**
 * How deliveries of the other service are read. The name of the file is its name. Templates reach `event`: `method`, `headers` (names in lower case), `query`, `body`, and `item` where the body is split.
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
   * The field that holds the JSON where the service sends a form; its value then is the body.
   */
  formField?: string;
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
   * The path of a list, such as `event.body.entries`; each element is one event, reached as `event.item`.
   */
  split?: string;
  /**
   * The name of the event, such as `issues.opened`.
   */
  event: string;
  /**
   * What is the same when the service sends the delivery again: the first of these that is there and not empty.
   */
  deliveryId: Template | Template[];
  /**
   * What happens without a delivery id: each delivery runs, it is refused with 400, or the bytes of the body stand for it.
   */
  missingId: 'run' | 'refuse' | 'hashBody';
  /**
   * Which account of the other service the event belongs to: the first of these that is there; it is compared with the `externalId` of linked accounts. Or `any`: the event goes to all of them.
   */
  account: Template | Template[];
  answer?: WebhookAnswer1;
}
export interface Handshake {
  /**
   * POST unless told.
   */
  method?: 'POST' | 'GET' | 'HEAD';
  when: Conditions;
  answer: WebhookAnswer;
}
/**
 * Compares the value at a path. `null` stands for what is absent.
 */
export interface Condition {
  /**
   * A path as in a slot, without the braces.
   */
  path: string;
  is?: string | number | boolean | null;
  isNot?: string | number | boolean | null;
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
 * Headers by name. A header whose value is absent is left out.
 */
export interface RequestHeaders {
  [k: string]: string | number | boolean;
}
export interface Ignore {
  when: Conditions;
  /**
   * Why nothing starts, for the list of deliveries.
   */
  reason: string;
  answer?: WebhookAnswer;
}
/**
 * The answer once the delivery is stored. Without it: 200 with an empty body.
 */
export interface WebhookAnswer1 {
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
