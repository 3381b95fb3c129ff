// Made from action.schema.json by `npm run generate`. Change the schema, not this file.

import type { Condition, ErrorRules, Request, RetryRule } from './request.ts';

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
 * @maxItems 200
 */
export type Names = string[];
/**
 * The answer comes in pages. They are asked for one after the other; the output is the list of all elements, or what `request.output` makes of them, where they are `items` and `response` is the last answer.
 */
export type Pagination = CursorPages | LinkPages | UrlPages | LinkListPages | OffsetPages | NumberedPages;

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
  /**
   * The request that carries the file, or each piece, to `to`; it has no address of its own. Without it: PUT. Its `success` says which answers mean that the file is complete.
   */
  transfer?: Request;
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
  /**
   * Asks how far the file has got, after a piece has failed; needs `confirmed`. Without an address it goes where the file goes.
   */
  status?: Request;
  /**
   * Gives an unfinished transfer up. Without an address it goes where the file goes.
   */
  abort?: Request;
  /**
   * The request after the file: publishes or commits what was sent. It reaches the answer to the last transfer as `transfer`.
   */
  finish?: Request;
  /**
   * Which request's answer the workflow gets: that of `finish` where there is one, else that of the transfer, unless told otherwise.
   */
  output?: 'start' | 'transfer' | 'finish';
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
