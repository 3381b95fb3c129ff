// Made from action.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * @maxItems 200
 */
export type Names = string[];
/**
 * The answer comes in pages. They are asked for one after the other; the output is the list of all elements, or what `request.output` makes of them, where they are `items` and `response` is the last answer.
 */
export type Pagination = CursorPages | LinkPages | UrlPages | LinkListPages | OffsetPages | NumberedPages;
/**
 * What an answer that does not count as done means: the first rule that fits. Where none does, its status decides. Rules of an action come before those of the connector.
 *
 * @minItems 1
 * @maxItems 50
 */
export type ErrorRules = ErrorRule[];

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
  request: Request;
  /**
   * Whether the request may be sent twice without anything happening twice. Without it: GET, HEAD, PUT and DELETE may, POST and PATCH may not.
   */
  repeatable?: boolean;
  /**
   * The header in which the service takes a key that makes the request repeatable. The key is the step's identity.
   */
  idempotencyHeader?: string;
  pagination?: Pagination;
  errors?: ErrorRules;
  retry?: RetryRule;
  annotations?: ActionAnnotations;
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
  required?: Names;
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
  required?: Names;
  additionalProperties?: boolean;
  /**
   * @maxItems 20
   */
  examples?: unknown[];
}
/**
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
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
 * Headers by name. A header whose value is absent is left out.
 */
export interface RequestHeaders {
  [k: string]: string | number | boolean;
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
 * An answer says what asks for the next page: `page.cursor` in the request, absent at first.
 */
export interface CursorPages {
  kind: 'cursor';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * What asks for the next page: a template over `response` and `last`, the last element. Absent, null or empty: there is none.
   */
  cursor: string;
  /**
   * There is a next page only while all of these hold, such as { "path": "response.body.has_more", "is": true }.
   *
   * @minItems 1
   * @maxItems 20
   */
  more?: Condition[];
  /**
   * How many pages are asked for; 100 unless told. More than that fails the action.
   */
  maxPages?: number;
  /**
   * How many elements are wanted; it ends there.
   */
  maxItems?: number;
}
/**
 * The header Link names the address of the next page (RFC 8288), on one of the connector's hosts.
 */
export interface LinkPages {
  kind: 'linkHeader';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The relation; next unless told.
   */
  rel?: string;
  /**
   * How many pages are asked for; 100 unless told. More than that fails the action.
   */
  maxPages?: number;
  /**
   * How many elements are wanted; it ends there.
   */
  maxItems?: number;
}
/**
 * The answer holds the address of the next page, on one of the connector's hosts, or its path and query.
 */
export interface UrlPages {
  kind: 'nextUrl';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The path of the address. Absent, null or empty: there is no next page.
   */
  url: string;
  /**
   * There is a next page only while all of these hold, such as { "path": "response.body.has_more", "is": true }.
   *
   * @minItems 1
   * @maxItems 20
   */
  more?: Condition[];
  /**
   * How many pages are asked for; 100 unless told. More than that fails the action.
   */
  maxPages?: number;
  /**
   * How many elements are wanted; it ends there.
   */
  maxItems?: number;
}
/**
 * The answer holds a list of links, and one of them leads to the next page, on one of the connector's hosts.
 */
export interface LinkListPages {
  kind: 'linkList';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The path of the list of links, such as response.body.links. Absent or null: there is no next page.
   */
  links: string;
  /**
   * Which `link` it is: the first of which all of these hold, such as { "path": "link.rel", "is": "next" }. None: there is no next page.
   *
   * @minItems 1
   * @maxItems 20
   */
  where: Condition[];
  /**
   * The path of the address in it, such as link.href.
   */
  url: string;
  /**
   * How many pages are asked for; 100 unless told. More than that fails the action.
   */
  maxPages?: number;
  /**
   * How many elements are wanted; it ends there.
   */
  maxItems?: number;
}
/**
 * A page is asked for by how many elements come before it: `page.offset` and `page.size` in the request.
 */
export interface OffsetPages {
  kind: 'offset';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * How many elements a page has. A shorter one is the last.
   */
  size: number;
  /**
   * Where counting begins; 0 unless told.
   */
  first?: number;
  /**
   * The path of how many elements there are. With it a short page is not the last.
   */
  total?: string;
  /**
   * There is a next page only while all of these hold, such as { "path": "response.body.has_more", "is": true }.
   *
   * @minItems 1
   * @maxItems 20
   */
  more?: Condition[];
  /**
   * How many pages are asked for; 100 unless told. More than that fails the action.
   */
  maxPages?: number;
  /**
   * How many elements are wanted; it ends there.
   */
  maxItems?: number;
}
/**
 * A page is asked for by its number: `page.number` and `page.size` in the request.
 */
export interface NumberedPages {
  kind: 'page';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * How many elements a page has. A shorter one is the last; without it the first empty one is.
   */
  size?: number;
  /**
   * The number of the first page; 1 unless told.
   */
  first?: number;
  /**
   * The path of how many pages there are. With it a short page is not the last.
   */
  total?: string;
  /**
   * There is a next page only while all of these hold, such as { "path": "response.body.has_more", "is": true }.
   *
   * @minItems 1
   * @maxItems 20
   */
  more?: Condition[];
  /**
   * How many pages are asked for; 100 unless told. More than that fails the action.
   */
  maxPages?: number;
  /**
   * How many elements are wanted; it ends there.
   */
  maxItems?: number;
}
/**
 * Which answers it is about, and what they mean. It needs `status`, `when` or both.
 */
export interface ErrorRule {
  /**
   * The statuses it is about; any, unless told.
   *
   * @minItems 1
   * @maxItems 50
   */
  status?: number[];
  /**
   * All of these hold; paths begin with `response`.
   *
   * @minItems 1
   * @maxItems 20
   */
  when?: Condition[];
  /**
   * What kind of failure it is. A request that may not be repeated is sent again only after `rate_limit`, which says that nothing was done; `transient` then becomes `unknown_outcome`.
   */
  class: 'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * What the person is told: a template over `response`. The answer itself follows.
   */
  message?: string;
}
/**
 * When a request may be sent again, beyond what its method and the status say.
 */
export interface RetryRule {
  /**
   * Statuses after which any request may be sent again, because the service then has done nothing.
   *
   * @minItems 1
   * @maxItems 50
   */
  status?: number[];
  /**
   * How many times it is sent at most, the first time included; 1 is never again.
   */
  attempts?: number;
  wait?: WaitHeader;
}
/**
 * The header of an answer that says how long to wait. Retry-After is read without it.
 */
export interface WaitHeader {
  header: string;
  /**
   * How it is written: how long to wait, or the moment from which on it may be tried again.
   */
  as: 'seconds' | 'milliseconds' | 'epochSeconds' | 'epochMilliseconds' | 'date';
}
/**
 * What the action does to the other service, for people and agents that choose among actions.
 */
export interface ActionAnnotations {
  /**
   * It changes nothing.
   */
  readOnly?: boolean;
  /**
   * It may delete or overwrite something.
   */
  destructive?: boolean;
  /**
   * Doing it twice is the same as doing it once.
   */
  idempotent?: boolean;
}
/**
 * This action sends a file. Without `to` the file goes with the action's own request; with it that request is sent first, without the file, and its answer is `start` in the templates that follow. `upload.id` is the same in all requests of one upload, whichever process makes them, and in those of no other.
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
  transfer?: Request1;
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
  status?: Request2;
  abort?: Request3;
  finish?: Request4;
  /**
   * Which request's answer the workflow gets: that of `finish` where there is one, else that of the transfer, unless told otherwise.
   */
  output?: 'start' | 'transfer' | 'finish';
}
/**
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
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
/**
 * Where an answer says how far the file has got. A path as in a slot, without the braces. Absent means that nothing is stored.
 */
export interface ConfirmedPosition {
  /**
   * The place in the answer, such as response.headers.range.
   */
  path: string;
  /**
   * How it is written: the range that is stored, from byte 0 on and its last byte included (bytes=0-99, 0-99 or bytes 0-99/200); the number of bytes stored (100); or the range still missing (100- or 100-199).
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
export interface Request2 {
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
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request3 {
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
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request4 {
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
