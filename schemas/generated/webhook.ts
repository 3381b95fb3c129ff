// Made from webhook.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * Which deliveries are of this webhook, where a connector has several: all of these hold. They share the address `/hooks/<connector>`; in the order of their names, the first whose `match` holds takes a delivery, and the one without `match` takes the rest. An address that ends in `?webhook=<name>` names one whatever its `match`.
 *
 * @minItems 1
 * @maxItems 20
 */
export type Conditions = Condition[];
/**
 * All of these hold.
 *
 * @minItems 1
 * @maxItems 20
 */
export type Conditions1 = Condition[];
export type Template = string;

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
  subscribe?: Subscribe;
  unsubscribe?: Request1;
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
export interface Handshake {
  /**
   * POST unless told.
   */
  method?: 'POST' | 'GET' | 'HEAD' | 'OPTIONS';
  when: Conditions1;
  answer: WebhookAnswer;
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
  when: Conditions1;
  /**
   * Why nothing starts, for the list of deliveries.
   */
  reason: string;
  answer?: WebhookAnswer;
}
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
/**
 * Tells the other service where to send its deliveries. Without it a person sets that up there.
 */
export interface Subscribe {
  input?: ActionInput;
  request: Request;
  keep?: Kept;
}
/**
 * What a person gives for it, such as the repository; by name in the request.
 */
export interface ActionInput {
  type: 'object';
  properties: {
    [k: string]: ValueSchema;
  };
  /**
   * @maxItems 200
   */
  required?: string[];
}
/**
 * What one value looks like: the part of JSON Schema that needs no regular expressions and no unions.
 */
export interface ValueSchema {
  /**
   * Without it, any value.
   */
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /**
   * What people call it.
   */
  title?: string;
  /**
   * What it is and how to find it.
   */
  description?: string;
  /**
   * @minItems 1
   * @maxItems 1000
   */
  enum?: (string | number | boolean)[];
  format?: 'date' | 'date-time' | 'email' | 'uri' | 'uuid';
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: ValueSchema;
  properties?: {
    [k: string]: ValueSchema;
  };
  /**
   * @maxItems 200
   */
  required?: string[];
  additionalProperties?: boolean;
  /**
   * @maxItems 20
   */
  examples?: unknown[];
}
/**
 * The request. `hook.url` is the address for deliveries, `hook.secret` a text made for this subscription. With OAuth 2, `client.id` and `client.secret` are those of the client, for services where a subscription belongs to it: the secret in headers, body and query.
 */
export interface Request {
  /**
   * The HTTP method; the last six are those of WebDAV. GET, HEAD, PUT, DELETE, PROPFIND and REPORT may be sent again, any other only where the action says so.
   */
  method:
    | 'GET'
    | 'HEAD'
    | 'POST'
    | 'PUT'
    | 'PATCH'
    | 'DELETE'
    | 'MKCOL'
    | 'COPY'
    | 'MOVE'
    | 'PROPFIND'
    | 'PROPPATCH'
    | 'REPORT';
  /**
   * The path below the connector's `baseUrl`. Either this or `url`. A value in it must be there and may not change the number of segments; `|url` encodes it.
   */
  path?: string;
  /**
   * A whole address on one of the connector's hosts. Either this or `path`.
   */
  url?: string;
  /**
   * The query parameters; they are encoded. A parameter whose value is absent is left out, a list repeats it.
   */
  query?: {
    [k: string]: string | number | boolean | (string | number | boolean)[];
  };
  headers?: RequestHeaders;
  headersFrom?: HeadersFrom;
  body?: RequestBody;
  success?: Success;
  /**
   * What the request gives: a structure of templates over `response` (`status`, `headers`, `body`) besides the names of the request. Without it, the body of the answer. JSON that is none is a text as a whole; it is an error where something inside of it is read. A whole number beyond ±9007199254740991 is the text of its digits there.
   */
  output?: unknown;
}
/**
 * Further headers that an earlier answer hands out as a list or by name. Those that are set for you are passed over.
 */
export interface HeadersFrom {
  /**
   * The path of a list, or of an object whose keys and values then are `field.name` and `field.value`.
   */
  each: string;
  /**
   * The name of a header, a template over `field`, such as {{field.name}}.
   */
  name: string;
  /**
   * Its value, a template over `field`.
   */
  value: string;
}
/**
 * The body, by its kind.
 */
export interface RequestBody {
  /**
   * A JSON structure whose texts are templates and keep the type of a whole expression; a key whose value is absent is left out. Or one text that gives JSON when it is rendered.
   */
  json?: unknown;
  /**
   * One text, sent as text/plain unless a header says otherwise.
   */
  text?: string;
  /**
   * Fields sent as application/x-www-form-urlencoded, in this order. A field whose value is absent is left out.
   */
  form?: {
    [k: string]: string | number | boolean | (string | number | boolean)[];
  };
  /**
   * The parts of a multipart/form-data body, in this order.
   *
   * @minItems 1
   * @maxItems 200
   */
  multipart?: BodyPart[];
  /**
   * No body.
   */
  none?: true;
}
/**
 * One part of a multipart body: a text, or the file of an action that sends one. A text whose value is absent is left out.
 */
export interface BodyPart {
  /**
   * The name of the field.
   */
  name: string;
  /**
   * The text. Either this or `file`.
   */
  value?: string | number | boolean;
  /**
   * One such part for each element of the list at this path, or for each key of an object, whose keys and values then are `field.name` and `field.value`: `name` and `value` are templates over `field`.
   */
  each?: string;
  /**
   * The file stands here. Either this or `value`.
   */
  file?: true;
  /**
   * What the file is called; {{file.name}} unless told otherwise. A text is sent as a file of this name where it has one.
   */
  filename?: string;
  /**
   * The part's Content-Type; that of the file, and none for a text, unless told otherwise.
   */
  type?: string;
}
/**
 * When the request counts as done. Without it: any status from 200 to 299.
 */
export interface Success {
  /**
   * The statuses that count as done.
   *
   * @minItems 1
   * @maxItems 50
   */
  status?: number[];
  /**
   * The request has failed although the status is right when one of these holds. An answer to a piece that only says to go on may lack what `is` null forbids to lack.
   *
   * @minItems 1
   * @maxItems 20
   */
  unless?: Condition[];
}
/**
 * Values of the answer that `unsubscribe` needs, there by name under `subscription`.
 */
export interface Kept {
  [k: string]: KeptValue;
}
/**
 * A value that an answer brings and that is kept.
 */
export interface KeptValue {
  /**
   * The value, a template.
   */
  value: string;
  /**
   * Whether it is a credential: it is kept encrypted and shown nowhere.
   */
  secret?: boolean;
  /**
   * Whether it may be absent.
   */
  optional?: boolean;
  /**
   * It is a host, or an address of which the host is kept; it must be one of these. `*.` stands for one label or more.
   *
   * @minItems 1
   * @maxItems 50
   */
  hosts?: string[];
}
/**
 * Takes the subscription away. Reaches what was kept as `subscription`, `hook.url`, and the OAuth 2 client as in `subscribe`. Declare the statuses that mean that it is gone already as a success.
 */
export interface Request1 {
  /**
   * The HTTP method; the last six are those of WebDAV. GET, HEAD, PUT, DELETE, PROPFIND and REPORT may be sent again, any other only where the action says so.
   */
  method:
    | 'GET'
    | 'HEAD'
    | 'POST'
    | 'PUT'
    | 'PATCH'
    | 'DELETE'
    | 'MKCOL'
    | 'COPY'
    | 'MOVE'
    | 'PROPFIND'
    | 'PROPPATCH'
    | 'REPORT';
  /**
   * The path below the connector's `baseUrl`. Either this or `url`. A value in it must be there and may not change the number of segments; `|url` encodes it.
   */
  path?: string;
  /**
   * A whole address on one of the connector's hosts. Either this or `path`.
   */
  url?: string;
  /**
   * The query parameters; they are encoded. A parameter whose value is absent is left out, a list repeats it.
   */
  query?: {
    [k: string]: string | number | boolean | (string | number | boolean)[];
  };
  headers?: RequestHeaders;
  headersFrom?: HeadersFrom;
  body?: RequestBody;
  success?: Success;
  /**
   * What the request gives: a structure of templates over `response` (`status`, `headers`, `body`) besides the names of the request. Without it, the body of the answer. JSON that is none is a text as a whole; it is an error where something inside of it is read. A whole number beyond ±9007199254740991 is the text of its digits there.
   */
  output?: unknown;
}
