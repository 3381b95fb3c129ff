// Made from request.schema.json by `npm run generate`. Change the schema, not this file.

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
    [k: string]: Parameter;
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
export type Parameter = (string | number | boolean) | (string | number | boolean)[];
/**
 * What an answer that does not count as done means: the first rule that fits. Where none does, its status decides. Rules of an action come before those of the connector.
 *
 * @minItems 1
 * @maxItems 50
 */
export type ErrorRules = ErrorRule[];

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
    [k: string]: Parameter;
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
 * How much the service lets through, and how its answers say so. Each process that sends keeps to `limit`; requests that carry files are not counted.
 */
export interface RateLimit {
  /**
   * How many requests; needs `windowMs`.
   */
  limit?: number;
  /**
   * In how many milliseconds; needs `limit`.
   */
  windowMs?: number;
  /**
   * Whether each linked account has its own allowance, which it has unless told, or all share one.
   */
  scope?: 'account' | 'connector';
  /**
   * The header that says how many are left: a refusal with 0 in it is a rate limit, whatever its status.
   */
  remaining?: string;
  reset?: WaitHeader;
}
/**
 * Values that are kept, by name.
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
