import type { ConnectorAction } from '@tallyhook/schemas';
import type { Place } from './place.ts';

/** What a document of OpenAPI says about a service. */
export interface ApiDocument {
  title: string;
  version: string | undefined;
  description: string | undefined;
  servers: Server[];
  schemes: SecurityScheme[];
  operations: Operation[];
}

/** Where requests go; `{name}` in the address is one of the variables. */
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
  /** apiKey, basic, bearer, oauth2, openIdConnect, or another word of the document. */
  kind: string;
  /** For an apiKey: header, query or cookie, and its name there. */
  in?: string | undefined;
  parameter?: string | undefined;
  /** For oauth2, by the name that OpenAPI 3 gives the flow. */
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
  /** In capitals. */
  method: string;
  path: string;
  summary: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  parameters: Parameter[];
  body: Body | undefined;
  /** The schemes of which one list must be fulfilled; empty where none is asked. */
  security: string[][];
  /** Whether it says of itself that none is asked. */
  isOpen: boolean;
  /** The scopes that it asks of each scheme. */
  scopes: ReadonlyMap<string, string[]>;
  /** Where only this operation goes. */
  server: Server | undefined;
  /** The status of its first good answer, of one without a body where none has one; undefined where it may be any. */
  status: number | undefined;
  /** The types of its good answers. */
  answerTypes: string[];
  /** The JSON of its good answer, and the headers that come with it, in lower case. */
  answer: { schema: Place; headers: string[] } | undefined;
  /** What it asks of the caller beyond a request, such as callbacks. */
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
  /** The value goes as the text of its JSON. */
  isJson: boolean;
  /** Signs such as / and ? are sent as they are. */
  allowsReserved: boolean;
}

/** What a request carries, in one of several types. */
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
  /** The value as a whole. */
  schema: Place;
  /** How a form writes a property. */
  encodingOf(property: string): Encoding;
}

export interface Encoding {
  style: string | undefined;
  explode: boolean;
  type: string | undefined;
  headers: Place;
}

/** A property of the schema of a form. */
export interface FormField {
  name: string;
  required: boolean;
  schema: Place;
}

/** Something of the document that the connector does not have, or has more loosely. */
export interface Note {
  kind: 'leftOut' | 'loosened';
  /** Its place in the document. */
  pointer: string;
  /** What it is, such as `POST /pets`; undefined for a part that has no name. */
  what?: string;
  reason: string;
}

/** The actions by their names, each with what it was made from. */
export type MadeActions = Map<string, { action: ConnectorAction; operation: Operation }>;
