import type { Problem, ProblemCode, ProblemDetail } from '@tallyhook/schemas';
import type { ApiTypes } from '@tallyhook/schemas/api';
import type { Request, Response } from 'express';
import type { Access } from './access.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { Caller, SignedIn } from './caller.ts';

import type { Readable } from './readable.ts';
import type { ParameterTable, ParameterValues } from './parameters.ts';

/** The name of a schema in schemas/. */
export type TypeName = keyof ApiTypes;

/** A JSON request body. */
export interface JsonBody<Name extends TypeName = TypeName> {
  json: Name;
  /** The handler validates the body and reports every mistake; the route only requires this much. */
  unchecked?: 'object' | 'anything';
  /** Default 64 KiB. */
  limitBytes?: number;
  /** Additional bytes for texts longer than an id, which are cheap to parse. */
  textLimitBytes?: number;
  /** The body is or contains a question: duplicate keys are a mistake. */
  isQuestion?: true;
  /** A message of another protocol: the handler itself refuses duplicate keys (`request.unclear`). */
  isMessage?: true;
  /** Finds mistakes that the schema cannot express; they are reported together with its own. */
  alsoWrong?: (body: unknown, caller: Caller, now: Date) => readonly ProblemDetail[];
}

/**
 * The request body of a route: JSON by schema name, or a stream of a media type, or one of several, which the handler
 * reads, limits and validates. `jsonSchema` describes it where it is JSON.
 */
export type Body = TypeName | JsonBody | { stream: string | readonly string[]; jsonSchema?: object };

/** The JSON answer of a route: one object or a list. */
export type AnswerName = TypeName | `${TypeName}[]`;

/** The type of an answer. */
export type AnswerOf<Name> = Name extends `${infer One extends TypeName}[]`
  ? readonly Readable<ApiTypes[One]>[]
  : Name extends TypeName
    ? Readable<ApiTypes[Name]>
    : void;

type NameOfBody<Declared> = Declared extends TypeName
  ? Declared
  : Declared extends { json: infer Name extends TypeName; unchecked?: undefined }
    ? Name
    : never;

export type BodyOf<Declared> = [NameOfBody<Declared>] extends [never] ? unknown : ApiTypes[NameOfBody<Declared>];

type PathParameters<Path extends string> = string extends Path
  ? Record<string, string>
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Record<Name | keyof PathParameters<Rest>, string>
    : Path extends `${string}:${infer Name}`
      ? Record<Name, string>
      : Record<never, string>;

/** A request with everything its route declares already validated. */
export interface RouteRequest<
  Path extends string = string,
  Table extends ParameterTable = ParameterTable,
  Declared = unknown,
> extends Omit<Request<PathParameters<Path>>, 'body'> {
  body: BodyOf<Declared>;
  /** Set if a message has a duplicate key. */
  unclear?: Problem;
  requestId: string;
  /** Arrival time in milliseconds since 1970. */
  arrivedAt: number;
  /** Empty if the route declares `'any'`. */
  parameters: ParameterValues<Table>;
  /** Set if the route requires an ability. */
  caller: Caller;
  /** Set if the request has a session. */
  signedIn: SignedIn;
  /** Reports progress, if the route declares `reportsProgress`. */
  report(progress: object): void;
}

/** Returned by a handler that has written the response itself. */
export const sent = { isSent: true } as const;

/** The declaration of a route, from which its handler is typed. */
export interface RouteDeclaration<
  Path extends string,
  Table extends ParameterTable,
  Declared extends Body | undefined,
  Name extends AnswerName | undefined,
> {
  method: 'get' | 'post' | 'patch' | 'put' | 'delete' | 'options' | 'query';
  /** An Express path such as `/api/records/:id`. */
  path: Path;
  access: Access;
  /** One sentence that says what the route does. */
  summary: string;
  /** Whether the route asks a question; its moment is then taken while the caller is identified. */
  asks?: boolean;
  /**
   * The query parameters, apart from `workspace` and `branch`, which every route with a branch accepts; `'any'` skips
   * validation.
   */
  parameters?: Table | 'any';
  body?: Declared;
  /** The schema of the answer; without it, the response is empty (204) or of `mediaType`. */
  answer?: Name;
  /** The success status; by default 200 with an answer and 204 without. A 302 is written by the handler. */
  status?: 200 | 201 | 202 | 302;
  /** The media type of the answer if it is not JSON. */
  mediaType?: string;
  /** Other media types that clients can request. */
  otherTypes?: readonly string[];
  /** The schema of each line, if clients can request the answer as `application/x-ndjson`. */
  lines?: TypeName;
  /** Whether those lines are progress (`request.report`) and then the result or a problem. */
  reportsProgress?: boolean;
  /** Other success statuses; each names its answer if that differs, or is marked empty. */
  also?: Record<number, { description: string; isEmpty?: boolean; answer?: TypeName }>;
  /** Problems in addition to those from access, parameters and body. */
  problems?: readonly ProblemCode[];
  /** Schemas by status of refusals that are not problem documents. */
  ownRefusals?: Record<number, TypeName>;
  /**
   * Refuses what the caller may not do with these values, such as a merge into a protected branch. The handler does so too;
   * an operation of several calls asks before the first of them.
   * @throws Problem `forbidden`, or as the handler does for wrong values.
   */
  requires?(
    request: Pick<RouteRequest<Path, Table, Declared>, 'caller' | 'params' | 'body'>,
    deps: ApiDependencies,
  ): Promise<void>;
  /** Returns the answer, or `sent` if it wrote the response itself. */
  handler(
    request: RouteRequest<Path, Table, Declared>,
    deps: ApiDependencies,
    response: Response,
  ): Promise<AnswerOf<Name> | typeof sent> | AnswerOf<Name> | typeof sent;
}

/** One method of one address, as used by the server, OpenAPI, pages, client and command line. */
export interface Route extends Omit<
  RouteDeclaration<string, ParameterTable, Body | undefined, AnswerName | undefined>,
  'handler' | 'requires'
> {
  requires?(request: Pick<RouteRequest, 'caller' | 'params' | 'body'>, deps: ApiDependencies): Promise<void>;
  handler(request: RouteRequest, deps: ApiDependencies, response: Response): Promise<unknown>;
}

/** Declares a route. */
export function defineRoute<
  const Path extends string,
  const Table extends ParameterTable = Record<never, never>,
  const Declared extends Body | undefined = undefined,
  const Name extends AnswerName | undefined = undefined,
>(route: RouteDeclaration<Path, Table, Declared, Name>): Route {
  return route as unknown as Route;
}
