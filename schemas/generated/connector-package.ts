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
   * The file stands here. Either this or `value`.
   */
  file?: true;
  /**
   * What the file is called; {{file.name}} unless told otherwise.
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
  upload?: ConnectorUpload;
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
 * This action sends a file. Without `to` the file goes with the action's own request; with it that request is sent first, without the file, and its answer is `start` in the templates that follow.
 */
export interface ConnectorUpload {
  /**
   * The input that names the file: in a workflow it receives the id of a file of the branch. `file.name`, `file.size` and `file.type` are known in all templates of the action.
   */
  file: string;
  /**
   * How the file is sent: as one request's body, in pieces, or as the `file` part of a multipart body.
   */
  send: 'body' | 'pieces' | 'form';
  /**
   * Where the file goes after the action's own request, such as {{start.headers.location}}. An address that an answer hands out may be on any host and is used byte for byte.
   */
  to?: string;
  /**
   * Whether the account's credential goes with the file: only to the connector's own hosts (unless told otherwise), to any host, or not at all.
   */
  credential?: 'ownHosts' | 'always' | 'never';
  transfer?: Request2;
  /**
   * The size of a piece in bytes; `upload.chunkSize` in templates.
   */
  chunkSize?: number;
  /**
   * Whether what is left over is a last, shorter piece (unless told otherwise) or goes with the last whole one; `upload.chunkCount` follows from it.
   */
  lastPiece?: 'shorter' | 'takesRemainder';
  /**
   * Whether each piece says with Content-Range which part of the file it is; true unless told otherwise.
   */
  contentRange?: boolean;
  /**
   * The statuses that mean: received, go on, such as 308. Without it a piece is answered with the same statuses as the whole file, and only the last one completes it.
   *
   * @minItems 1
   * @maxItems 50
   */
  goOn?: number[];
  confirmed?: ConfirmedPosition;
  alreadyThere?: AlreadyThere;
  status?: Request3;
  abort?: Request4;
  finish?: Request5;
  /**
   * Which request's answer the workflow gets: that of `finish` where there is one, else that of the transfer, unless told otherwise.
   */
  output?: 'start' | 'transfer' | 'finish';
}
/**
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request2 {
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
 * Where an answer says how far the file has got. A path as in a slot, without the braces. Absent means that nothing is stored.
 */
export interface ConfirmedPosition {
  /**
   * The place in the answer, such as response.headers.range.
   */
  path: string;
  /**
   * How it is written: the range that is stored, its last byte included (bytes=0-99, 0-99 or bytes 0-99/200); the number of bytes stored (100); or the range still missing (100- or 100-199).
   */
  as: 'range' | 'offset' | 'missing';
}
/**
 * What a piece that was sent again may be answered when its first sending had arrived. It counts as sent as far as the answer says, or else as `status` then says.
 */
export interface AlreadyThere {
  /**
   * The statuses, such as 409 or 416.
   *
   * @minItems 1
   * @maxItems 50
   */
  status: number[];
  confirmed?: ConfirmedPosition;
}
/**
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request3 {
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
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request4 {
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
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request5 {
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
