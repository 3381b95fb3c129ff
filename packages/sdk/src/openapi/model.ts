import type { ConnectorAction } from '@tallyhook/schemas';
import type { Place } from './place.ts';

/** What an OpenAPI document says about a service. */
export interface ApiDocument {
  title: string;
  version: string | undefined;
  description: string | undefined;
  servers: Server[];
  schemes: SecurityScheme[];
  operations: Operation[];
}

/** Where requests go; `{name}` in the address refers to a variable. */
export interface Server {
  pointer: string;
  url: string;
  variables: ServerVariable[];
}

export interface ServerVariable {
  name: string;
  description: string | undefined;
  default: string | undefined;
  allowed: string[];
}

/** One way to sign in. */
export interface SecurityScheme {
  name: string;
  pointer: string;
  description: string | undefined;
  /** apiKey, basic, bearer, oauth2, openIdConnect, or another word from the document. */
  kind: string;
  /** For apiKey: header, query or cookie, and its name there. */
  in?: string | undefined;
  parameter?: string | undefined;
  /** For oauth2, with OpenAPI 3 names of flows. */
  flows?: Flow[];
}

export interface Flow {
  grant: string;
  pointer: string;
  authorizeUrl: string | undefined;
  tokenUrl: string | undefined;
  refreshUrl: string | undefined;
  scopes: string[];
}

export interface Operation {
  pointer: string;
  id: string | undefined;
  /** In upper case. */
  method: string;
  path: string;
  summary: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  parameters: Parameter[];
  body: Body | undefined;
  /** Alternative lists of schemes, of which one must be fulfilled; empty if none is required. */
  security: string[][];
  /** Whether the operation itself declares that it needs no sign-in. */
  isOpen: boolean;
  /** The required scopes by scheme. */
  scopes: ReadonlyMap<string, string[]>;
  /** The server of this operation, if it has its own. */
  server: Server | undefined;
  /** Status of the first success answer, without a body only if none has one; undefined if it may be any. */
  status: number | undefined;
  /** Content types of the success answers. */
  answerTypes: string[];
  /** JSON of the success answer, and the names of its headers in lower case. */
  answer: { schema: Place; headers: string[] } | undefined;
  /** What it needs from the caller beyond a request, such as callbacks. */
  extras: { pointer: string; reason: string }[];
}

export interface Parameter {
  pointer: string;
  in: string;
  name: string;
  required: boolean;
  description: string | undefined;
  schema: Place;
  style: string;
  explode: boolean;
  /** The value is sent as JSON text. */
  isJson: boolean;
  /** Reserved characters such as / and ? are sent unescaped. */
  allowsReserved: boolean;
}

/** The body of a request, in one of several content types. */
export interface Body {
  pointer: string;
  required: boolean;
  description: string | undefined;
  contents: Content[];
}

export interface Content {
  pointer: string;
  /** Such as application/json, in lower case and without parameters. */
  type: string;
  /** The whole value. */
  schema: Place;
  /** How a form encodes a property. */
  encodingOf(property: string): Encoding;
}

export interface Encoding {
  style: string | undefined;
  explode: boolean;
  type: string | undefined;
  headers: Place;
}

/** A property of a form's schema. */
export interface FormField {
  name: string;
  required: boolean;
  schema: Place;
}

/** Part of the document that the connector lacks or treats more loosely. */
export interface Note {
  kind: 'leftOut' | 'loosened';
  /** JSON pointer into the document. */
  pointer: string;
  /** Its name, such as `POST /pets`; undefined for parts without one. */
  what?: string;
  reason: string;
}

/** Actions by name, each with its operation. */
export type MadeActions = Map<string, { action: ConnectorAction; operation: Operation }>;
