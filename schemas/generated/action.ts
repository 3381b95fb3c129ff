// Made from action.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * @maxItems 200
 */
export type Names = string[];

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
  /**
   * The query parameters; they are encoded. A parameter whose value is absent is left out, a list repeats it.
   */
  query?: {
    [k: string]: string | number | boolean | (string | number | boolean)[];
  };
  headers?: RequestHeaders;
  body?: RequestBody;
  success?: Success;
  /**
   * What the request gives: a structure of templates over `response` (`status`, `headers`, `body`) besides the names of the request. Without it, the body of the answer.
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
