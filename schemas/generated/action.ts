// Made from action.schema.json by `npm run generate`. Change the schema, not this file.

import type { Condition, ErrorRules, Request, RetryRule } from './request.ts';

/**
 * An action of a connector: something a workflow step can ask the other service to do. Its name is the file name.
 */
export interface ConnectorAction {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * The display name of the action.
   */
  label: string;
  /**
   * What it does and when to use it.
   */
  description?: string;
  input: ActionInput;
  /**
   * The request. Besides the inputs and `account`, it can read the present time: `now.iso` (2026-01-01T00:00:00.000Z), `now.date` (in UTC), `now.seconds` and `now.milliseconds` since 1970. `idempotencyKey` in its body or query makes it repeatable, as `idempotencyHeader` does.
   */
  request: Request;
  /**
   * Whether sending the request twice has no additional effect. By default GET, HEAD, PUT and DELETE are repeatable, POST and PATCH are not.
   */
  repeatable?: boolean;
  /**
   * The header for an idempotency key, which makes the request repeatable. The key is the identity of the step.
   */
  idempotencyHeader?: string;
  /**
   * The scopes of the sign-in that it needs. Without an optional one, the action is refused before anything is sent, where the account's scopes are known.
   *
   * @minItems 1
   * @maxItems 50
   */
  scopes?: string[];
  pagination?: Pagination;
  errors?: ErrorRules;
  retry?: RetryRule;
  annotations?: ActionAnnotations;
  /**
   * Whether the service usually answers within a second. Steps with such an action take less work to run; if it does take longer, they run like others for a while. Default false.
   */
  quick?: boolean;
  upload?: ConnectorUpload;
}
/**
 * @maxItems 200
 */
export type Names = string[];
/**
 * The answer is paginated. Pages are fetched one after the other. The output is the list of all elements, or the result of `request.output`, which can read them as `items` and the last answer as `response`.
 */
export type Pagination = CursorPages | LinkPages | UrlPages | LinkListPages | OffsetPages | NumberedPages;

/**
 * Sends a file. Without `to`, the file is part of the action's own request. With `to`, that request is sent first, without the file, and the following templates can read its answer as `start`. `upload.id` is the same in all requests of one upload, in every process, and unique to that upload.
 */
export interface ConnectorUpload {
  /**
   * The input that names the file: in a workflow it holds the id of a file of the branch. All templates of the action can read `file.name`, `file.size` and `file.type`.
   */
  file: string;
  /**
   * How the file is sent: as the body of one request, in pieces, as the `file` part of a multipart body, or as base64 inside a JSON or text body, where templates read it as `file.base64`. A multipart body of a file sent in pieces is a form for each piece.
   */
  send: 'body' | 'pieces' | 'form' | 'base64';
  /**
   * The largest file that the service takes; a larger one is refused before anything is sent. Required with base64, which is held in memory: at most 10485760 there.
   */
  maxSizeBytes?: number;
  /**
   * What is sent of an empty file: one empty piece with `Content-Range: bytes * /0` (default), one without that header, no piece at all, or nothing because the service takes no empty files. A file that is sent whole can only be `refused`.
   */
  emptyFile?: 'onePiece' | 'withoutRange' | 'noPiece' | 'refused';
  /**
   * Further requests before the file, in order, each sent once; requires `to`. Later templates read the answers by name, such as `start.place.body.url`.
   *
   * @minItems 1
   * @maxItems 5
   */
  afterStart?: UploadStartStep[];
  /**
   * Where the file goes after the action's own request, such as {{start.headers.location}}. An address from an answer may be on any host and is used byte for byte.
   */
  to?: string;
  /**
   * Whether the account's credential is sent with the file: only to the connector's own hosts (default), to any host, or never.
   */
  credential?: 'ownHosts' | 'always' | 'never';
  /**
   * The request that carries the file, or each piece, to `to`; it has no address of its own. Default PUT. Its `success` defines which answers complete the file.
   */
  transfer?: Request;
  /**
   * The size of a piece in bytes, or a template over `start` for a size that the service decides. `upload.chunkSize` in templates, where it is never more than the size of the file.
   */
  chunkSize?: number | string;
  /**
   * The path of a list in an earlier answer, such as start.body.parts, or in the input, with one element for each piece: templates of the transfer and `to` read the element of their piece as `piece.item`. An address from the input must be on one of the connector's hosts.
   */
  pieceList?: string;
  /**
   * A request before each piece that asks where the piece goes; `to` and the transfer read its answer as `piece.address`. It is sent again whenever the piece is sent again.
   */
  pieceAddress?: Request;
  /**
   * Whether the remainder is a shorter last piece (default) or is added to the last whole one; determines `upload.chunkCount`.
   */
  lastPiece?: 'shorter' | 'takesRemainder';
  /**
   * Whether each piece has a Content-Range header; default true.
   */
  contentRange?: boolean;
  /**
   * The statuses that mean "received, continue", such as 308. Without it, a piece is answered with the same statuses as the whole file, and only the last one completes it.
   *
   * @minItems 1
   * @maxItems 50
   */
  goOn?: number[];
  confirmed?: ConfirmedPosition;
  alreadyThere?: AlreadyThere;
  /**
   * Asks how much of the file has arrived after a piece fails; requires `confirmed`. By default it uses the address of the file.
   */
  status?: Request;
  /**
   * Cancels an unfinished transfer. By default it uses the address of the file.
   */
  abort?: Request;
  /**
   * The request after the file, which publishes or commits it. It can read the answer to the last transfer as `transfer`, and the answers to all pieces as the list `transfer.pieces`.
   */
  finish?: Request;
  /**
   * Which request's answer is the output: by default the last one of `processed`, `finish` and the transfer that there is.
   */
  output?: 'start' | 'transfer' | 'finish' | 'processed';
  processed?: UploadProcessing;
}
/**
 * A request between the action's own and the file.
 */
export interface UploadStartStep {
  /**
   * The name of its answer under `start`.
   */
  name: string;
  request: Request;
}
/**
 * Asks after the file, again and again, whether the service has processed it. Templates read the answers before it.
 */
export interface UploadProcessing {
  /**
   * The question. It changes nothing at the service and is sent many times.
   */
  request: Request;
  /**
   * The file is processed if all of these hold; paths begin with `response`.
   *
   * @minItems 1
   * @maxItems 20
   */
  done: Condition[];
  /**
   * The service has given up if one of these holds: the step fails.
   *
   * @minItems 1
   * @maxItems 20
   */
  failed?: Condition[];
  /**
   * The pause between two questions.
   */
  intervalMs: number;
  /**
   * How long to ask, from the first question on, before the step fails. It counts towards the hour that an upload has.
   */
  maxWaitMs: number;
}
/**
 * Where an answer says how much of the file has arrived. A path as in a slot, without the braces. An absent value means that nothing is stored.
 */
export interface ConfirmedPosition {
  /**
   * The path in the answer, such as response.headers.range.
   */
  path: string;
  /**
   * The format: the stored range from byte 0, last byte included (bytes=0-99, 0-99 or bytes 0-99/200), or with the byte after the last (0-100); the number of stored bytes (100); or the range still missing (100- or 100-199).
   */
  as: 'range' | 'rangeExclusive' | 'offset' | 'missing';
}
/**
 * How the service may answer a repeated piece whose first copy had arrived. The piece counts as sent as far as this answer says, or otherwise as `status` then says.
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
 * The inputs by name, as a JSON Schema of an object. An input that is not in `required` may be absent.
 */
export interface ActionInput {
  type: 'object';
  properties: {
    [k: string]: ValueSchema;
  };
  required?: Names;
}
/**
 * The form of one value: the part of JSON Schema without regular expressions and unions.
 */
export interface ValueSchema {
  /**
   * Any value if omitted.
   */
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /**
   * The display name.
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
 * Each answer has a cursor for the next page; the request reads it as `page.cursor`, which is absent at first.
 */
export interface CursorPages {
  kind: 'cursor';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The cursor of the next page: a template over `response` and `last`, the last element. Absent, null or empty: no next page.
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
   * The maximum number of pages, default 100. If there are more, the action fails.
   */
  maxPages?: number;
  /**
   * The maximum number of elements; fetching stops there.
   */
  maxItems?: number;
}
/**
 * The Link header has the address of the next page (RFC 8288), on one of the connector's hosts.
 */
export interface LinkPages {
  kind: 'linkHeader';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The link relation, default next.
   */
  rel?: string;
  /**
   * The maximum number of pages, default 100. If there are more, the action fails.
   */
  maxPages?: number;
  /**
   * The maximum number of elements; fetching stops there.
   */
  maxItems?: number;
}
/**
 * The answer has the address of the next page, on one of the connector's hosts, or its path and query.
 */
export interface UrlPages {
  kind: 'nextUrl';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The path of the address. Absent, null or empty: no next page.
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
   * The maximum number of pages, default 100. If there are more, the action fails.
   */
  maxPages?: number;
  /**
   * The maximum number of elements; fetching stops there.
   */
  maxItems?: number;
}
/**
 * The answer has a list of links, one of which leads to the next page on one of the connector's hosts.
 */
export interface LinkListPages {
  kind: 'linkList';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The path of the list of links, such as response.body.links. Absent or null: no next page.
   */
  links: string;
  /**
   * Selects the `link`: the first for which all of these hold, such as { "path": "link.rel", "is": "next" }. No match: no next page.
   *
   * @minItems 1
   * @maxItems 20
   */
  where: Condition[];
  /**
   * The path of its address, such as link.href.
   */
  url: string;
  /**
   * The maximum number of pages, default 100. If there are more, the action fails.
   */
  maxPages?: number;
  /**
   * The maximum number of elements; fetching stops there.
   */
  maxItems?: number;
}
/**
 * Pages are requested by the number of preceding elements: `page.offset` and `page.size` in the request.
 */
export interface OffsetPages {
  kind: 'offset';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The number of elements per page. A shorter page is the last.
   */
  size: number;
  /**
   * The first offset, default 0.
   */
  first?: number;
  /**
   * The path of the total number of elements. With it, a short page is not the last.
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
   * The maximum number of pages, default 100. If there are more, the action fails.
   */
  maxPages?: number;
  /**
   * The maximum number of elements; fetching stops there.
   */
  maxItems?: number;
}
/**
 * Pages are requested by number: `page.number` and `page.size` in the request.
 */
export interface NumberedPages {
  kind: 'page';
  /**
   * The path of the list in each answer, such as response.body.items.
   */
  items: string;
  /**
   * The number of elements per page. A shorter page is the last; without `size`, the first empty page is.
   */
  size?: number;
  /**
   * The number of the first page, default 1.
   */
  first?: number;
  /**
   * The path of the total number of pages. With it, a short page is not the last.
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
   * The maximum number of pages, default 100. If there are more, the action fails.
   */
  maxPages?: number;
  /**
   * The maximum number of elements; fetching stops there.
   */
  maxItems?: number;
}
/**
 * The effects of the action on the other service, for people and agents that choose actions.
 */
export interface ActionAnnotations {
  /**
   * Whether it changes nothing.
   */
  readOnly?: boolean;
  /**
   * Whether it may delete or overwrite something.
   */
  destructive?: boolean;
  /**
   * Whether running it twice has the same effect as running it once.
   */
  idempotent?: boolean;
}
