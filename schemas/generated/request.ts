// Made from request.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * One request to another service, the same in every place where a connector makes a call. Texts are templates.
 */
export interface Request {
  /**
   * The HTTP method; the last six are from WebDAV. GET, HEAD, PUT, DELETE, PROPFIND and REPORT may be repeated, others only if the action says so.
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
   * The path below the connector's `baseUrl`. Either this or `url`. Its values must be present and may not change the number of segments; `|url` encodes a value.
   */
  path?: string;
  /**
   * A whole address on one of the connector's hosts. Either this or `path`.
   */
  url?: string;
  /**
   * The query parameters; they are encoded. A parameter with an absent value is omitted; a list repeats it.
   */
  query?: {
    [k: string]: Parameter;
  };
  headers?: RequestHeaders;
  headersFrom?: HeadersFrom;
  body?: RequestBody;
  /**
   * How to read the body of the answer regardless of its Content-Type; by default it is JSON if its type says so, and otherwise one text. In XML, an element is an object of its elements by name, a repeated one a list; attributes are read as `[@name]`, and the text of an element that has them as `[#text]`.
   */
  answer?: 'json' | 'xml';
  success?: Success;
  /**
   * The result of the request: a structure of templates over `response` (`status`, `headers`, `body`) and the names of the request. Default: the body of the answer. Invalid JSON is one text, and reading something inside it is an error. A whole number beyond ±9007199254740991 becomes the text of its digits.
   */
  output?: unknown;
}
export type Parameter = (string | number | boolean) | (string | number | boolean)[];
/**
 * The meaning of a failed answer: the first matching rule applies. If none matches, the status decides. Rules of an action come before those of the connector.
 *
 * @minItems 1
 * @maxItems 50
 */
export type ErrorRules = ErrorRule[];

/**
 * Headers by name. A header with an absent value is omitted.
 */
export interface RequestHeaders {
  [k: string]: string | number | boolean;
}
/**
 * Additional headers that an earlier answer provides as a list or by name. Headers that are set for you are skipped.
 */
export interface HeadersFrom {
  /**
   * The path of a list, or of an object whose keys and values are then `field.name` and `field.value`.
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
   * A JSON structure whose texts are templates; a text that is one whole expression keeps the type of its value, and a key with an absent value is omitted, as is an object inside that has nothing else. An object with the key `{{#each LIST as |item|}}` becomes a list with that element for each item; the key `{{else}}` holds what is sent if there is nothing else, such as {}. Or one text that renders to JSON.
   */
  json?: unknown;
  /**
   * XML in the form in which answers are read: a key is an element, a list repeats it, `@name` is an attribute, and `#text` the text beside attributes. Exactly one element is the outermost. Texts are templates, and lists are made with `{{#each LIST as |item|}}`, as in `json`; values are escaped, and elements without a value omitted. Sent as application/xml unless a header sets another type.
   */
  xml?: Record<string, unknown>;
  /**
   * One text, sent as text/plain unless a header sets another type.
   */
  text?: string;
  /**
   * Fields sent as application/x-www-form-urlencoded, in this order. A field with an absent value is omitted.
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
 * One part of a multipart body: a text, or the file of an action that sends one. A text with an absent value is omitted.
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
   * Creates one part for each element of the list at this path, or for each key of an object, whose keys and values are then `field.name` and `field.value`; `name` and `value` are templates over `field`.
   */
  each?: string;
  /**
   * This part is the file. Either this or `value`.
   */
  file?: true;
  /**
   * The file name, default {{file.name}}. A text with a file name is sent as a file.
   */
  filename?: string;
  /**
   * The part's Content-Type; by default that of the file, and none for a text.
   */
  type?: string;
}
/**
 * When the request counts as successful; by default with any status from 200 to 299.
 */
export interface Success {
  /**
   * The statuses that count as success.
   *
   * @minItems 1
   * @maxItems 50
   */
  status?: number[];
  /**
   * The request has failed despite its status if one of these holds. An answer to a piece that only says to continue need not have values that must not be null.
   *
   * @minItems 1
   * @maxItems 20
   */
  unless?: Condition[];
}
/**
 * Compares the value at a path. `null` matches an absent value.
 */
export interface Condition {
  /**
   * A path as in a slot, without the braces.
   */
  path: string;
  is?: string | number | boolean | null;
  isNot?: string | number | boolean | null;
  /**
   * The value is one of these.
   *
   * @minItems 1
   * @maxItems 100
   */
  isOneOf?: (string | number | boolean | null)[];
  /**
   * The value is a text that begins with this.
   */
  startsWith?: string;
  /**
   * The value is a text that contains this text, or a list with this element.
   */
  contains?: string | number | boolean;
  /**
   * Whether there is a value; `null` is none.
   */
  exists?: boolean;
  /**
   * The value is this secret of the account. Only in the `when` of a handshake.
   */
  isSecret?: string;
}
/**
 * Which answers the rule matches, and what they mean. Requires `status`, `when` or both.
 */
export interface ErrorRule {
  /**
   * The statuses to match, default any.
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
   * The kind of failure. A request that is not repeatable is sent again only after `rate_limit`, which means that nothing was done; for it, `transient` becomes `unknown_outcome`.
   */
  class: 'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * The message for people: a template over `response`. The answer itself follows it.
   */
  message?: string;
}
/**
 * When a request may be repeated, in addition to the rules for its method and status.
 */
export interface RetryRule {
  /**
   * Statuses after which any request may be repeated, because the service has done nothing.
   *
   * @minItems 1
   * @maxItems 50
   */
  status?: number[];
  /**
   * The maximum number of attempts, including the first; 1 means no retry.
   */
  attempts?: number;
  wait?: WaitHeader;
}
/**
 * The header of an answer that says how long to wait; default Retry-After.
 */
export interface WaitHeader {
  header: string;
  /**
   * The format: a duration to wait, or the moment from which a retry is allowed.
   */
  as: 'seconds' | 'milliseconds' | 'epochSeconds' | 'epochMilliseconds' | 'date';
}
/**
 * The rate limit of the service, and how its answers report it. All workers together keep to `limit` and, after a refusal that says how long to wait, to that; requests that carry files are not counted.
 */
export interface RateLimit {
  /**
   * The number of requests; requires `windowMs`.
   */
  limit?: number;
  /**
   * The period in milliseconds; requires `limit`.
   */
  windowMs?: number;
  /**
   * Whether each linked account has its own limit (default) or all share one.
   */
  scope?: 'account' | 'connector';
  /**
   * The header with the number of requests left: a refusal with 0 in it is a rate limit, whatever its status.
   */
  remaining?: string;
  reset?: WaitHeader;
}
/**
 * Values to keep, by name.
 */
export interface Kept {
  [k: string]: KeptValue;
}
/**
 * A value of an answer to keep.
 */
export interface KeptValue {
  /**
   * The value, a template.
   */
  value: string;
  /**
   * Whether it is a credential: it is stored encrypted and never shown.
   */
  secret?: boolean;
  /**
   * Whether it may be absent.
   */
  optional?: boolean;
  /**
   * The value is a host, or an address whose host is kept; it must match one of these. `*.` matches one or more labels.
   *
   * @minItems 1
   * @maxItems 50
   */
  hosts?: string[];
}
