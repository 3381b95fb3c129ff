// Made from connector-package.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * How a request shows who sends it. Credentials come from the account.
 */
export type SignIn = NoSignIn | KeySignIn | BasicSignIn | BearerSignIn;
/**
 * All of these hold.
 *
 * @minItems 1
 * @maxItems 20
 */
export type Conditions = Condition[];

/**
 * A compiled connector as it is released: the same folder gives the same bytes.
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
   * The text of icon.svg.
   */
  icon?: string;
  /**
   * The text of README.md.
   */
  readme?: string;
}
/**
 * connector.json: what a connector is called, which hosts it speaks to, how it signs in and what an account of it is.
 */
export interface Connector {
  /**
   * Where the schema of this file is, for editors.
   */
  $schema?: string;
  /**
   * The id; deliveries arrive at /hooks/<id>.
   */
  id: string;
  /**
   * What people call the service.
   */
  name: string;
  /**
   * The version; a released one never changes.
   */
  version: string;
  /**
   * What one can do with it.
   */
  description?: string;
  /**
   * The hosts that requests may go to, compared exactly. A host may hold values of the account, such as {{account.shop}}.example.com.
   *
   * @maxItems 50
   */
  hosts: string[];
  signIn: SignIn;
  account?: ConnectorAccount;
  request?: SharedRequest;
  test?: Request;
}
export interface NoSignIn {
  kind: 'none';
}
/**
 * A key in a header, a query parameter, or in front of the path.
 */
export interface KeySignIn {
  kind: 'key';
  in: 'header' | 'query' | 'path';
  /**
   * The header or query parameter.
   */
  name?: string;
  value: string;
}
export interface BasicSignIn {
  kind: 'basic';
  username: string;
  password: string;
}
export interface BearerSignIn {
  kind: 'bearer';
  token: string;
  /**
   * The word in front of the token; Bearer unless told.
   */
  scheme?: string;
}
/**
 * What a person gives to link an account, and how the account is recognised.
 */
export interface ConnectorAccount {
  /**
   * @maxItems 50
   */
  fields: AccountField[];
  /**
   * What the account is called in lists.
   */
  label: string;
  /**
   * Which account of the other service this is, as its webhooks name it.
   */
  externalId: string;
}
export interface AccountField {
  name: string;
  label: string;
  /**
   * How to find the value.
   */
  description?: string;
  /**
   * Whether the value is a credential: it is kept encrypted and shown nowhere.
   */
  secret?: boolean;
  /**
   * Whether it may be left empty.
   */
  optional?: boolean;
}
/**
 * What all requests of the connector have in common.
 */
export interface SharedRequest {
  /**
   * Where paths begin, such as https://api.example.com/v1.
   */
  baseUrl?: string;
  query?: Query;
  headers?: RequestHeaders;
}
/**
 * The query parameters; they are encoded. A parameter whose value is absent is left out, a list repeats it.
 */
export interface Query {
  [k: string]: string | number | boolean | (string | number | boolean)[];
}
/**
 * Headers by name. A header whose value is absent is left out.
 */
export interface RequestHeaders {
  [k: string]: string | number | boolean;
}
/**
 * A request that succeeds exactly when an account can sign in; `account.label` and `account.externalId` reach its answer as `test`.
 */
export interface Request {
  /**
   * The HTTP method.
   */
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The path below the connector's `baseUrl`. Either this or `url`. A value in it must be there and may not change the number of segments; `|url` encodes it.
   */
  path?: string;
  /**
   * A whole address on one of the connector's hosts. Either this or `path`.
   */
  url?: string;
  query?: Query;
  headers?: RequestHeaders;
  body?: RequestBody;
  success?: Success;
  /**
   * What the request gives: a structure of templates over `response` (`status`, `headers`, `body`) besides the names of the request. Without it, the body of the answer.
   */
  output?: unknown;
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
   * No body.
   */
  none?: true;
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
   * The request has failed although the status is right when one of these holds.
   *
   * @minItems 1
   * @maxItems 20
   */
  unless?: Condition[];
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
/**
 * An action of a connector: what a workflow step may ask of the other service. The name of the file is its name.
 */
export interface ConnectorAction {
  /**
   * Where the schema of this file is, for editors.
   */
  $schema?: string;
  /**
   * What people call the action.
   */
  label: string;
  /**
   * What it does and when to use it.
   */
  description?: string;
  input: ActionInput;
  request: Request1;
  /**
   * Whether the request may be sent twice without anything happening twice. Without it: GET, HEAD, PUT and DELETE may, POST and PATCH may not.
   */
  repeatable?: boolean;
  /**
   * The header in which the service takes a key that makes the request repeatable. The key is the step's identity.
   */
  idempotencyHeader?: string;
}
/**
 * The inputs by name, as a JSON Schema of an object. An input not named in `required` may be absent.
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
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request1 {
  /**
   * The HTTP method.
   */
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The path below the connector's `baseUrl`. Either this or `url`. A value in it must be there and may not change the number of segments; `|url` encodes it.
   */
  path?: string;
  /**
   * A whole address on one of the connector's hosts. Either this or `path`.
   */
  url?: string;
  query?: Query;
  headers?: RequestHeaders;
  body?: RequestBody;
  success?: Success;
  /**
   * What the request gives: a structure of templates over `response` (`status`, `headers`, `body`) besides the names of the request. Without it, the body of the answer.
   */
  output?: unknown;
}
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
  deliveryId: string | string[];
  /**
   * What happens without a delivery id: each delivery runs, it is refused with 400, or the bytes of the body stand for it.
   */
  missingId: 'run' | 'refuse' | 'hashBody';
  /**
   * Which account of the other service the event belongs to: the first of these that is there; it is compared with the `externalId` of linked accounts. Or `any`: the event goes to all of them.
   */
  account: string | string[];
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
