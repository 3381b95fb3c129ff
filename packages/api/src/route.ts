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

/** What a route takes as JSON. */
export interface JsonBody<Name extends TypeName = TypeName> {
  json: Name;
  /** The handler checks the value and reports every mistake; the route only asks for this much. */
  unchecked?: 'object' | 'anything';
  /** Default 64 KiB. */
  limitBytes?: number;
  /** Further bytes for texts longer than an id, which cost little to understand. */
  textLimitBytes?: number;
  /** A question, or has one: the same key twice in one object is a mistake. */
  isQuestion?: true;
  /** A message of another protocol: the handler refuses the same key twice itself (`request.unclear`). */
  isMessage?: true;
  /** Mistakes that the schema cannot see, reported together with those that it sees. */
  alsoWrong?: (body: unknown, caller: Caller, now: Date) => readonly ProblemDetail[];
}

/**
 * What a route takes as its body: JSON by the name of its schema, or a stream of that media type, which the handler
 * reads, limits and checks itself.
 */
export type Body = TypeName | JsonBody | { stream: string };

/** What a route answers as JSON: one thing, or a list of them. */
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

/** A request as a handler sees it: everything that the route declares has been checked. */
export interface RouteRequest<
  Path extends string = string,
  Table extends ParameterTable = ParameterTable,
  Declared = unknown,
> extends Omit<Request<PathParameters<Path>>, 'body'> {
  body: BodyOf<Declared>;
  /** Why a body that is a message cannot be taken: a key of it is there twice in one object. */
  unclear?: Problem;
  requestId: string;
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  /** Empty where the route takes `'any'`. */
  parameters: ParameterValues<Table>;
  /** Set where the route asks for an ability. */
  caller: Caller;
  /** Set where the request came with a session. */
  signedIn: SignedIn;
}

/** What a handler returns that has written the response itself. */
export const sent = { isSent: true } as const;

/** What a route declares; its handler gets its types from that. */
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
  /** What it does, in one sentence. */
  summary: string;
  /** Whether it asks a question, whose moment is then taken while the caller is identified. */
  asks?: boolean;
  /** The query parameters besides `workspace` and `branch`, which every route with a branch takes; `'any'` checks none. */
  parameters?: Table | 'any';
  body?: Declared;
  /** The schema of the answer; without one the answer is empty (204), or of the media type below. */
  answer?: Name;
  /** The status of success; by default 200 with an answer and 204 without. */
  status?: 200 | 201 | 202;
  /** The media type of the answer where it is not JSON. */
  mediaType?: string;
  /** Further media types that can be asked for. */
  otherTypes?: readonly string[];
  /** Further statuses of success; those with an answer of their own name it, those that are empty say so. */
  also?: Record<number, { description: string; isEmpty?: boolean; answer?: TypeName }>;
  /** Refusals besides those that follow from access, parameters and body. */
  problems?: readonly ProblemCode[];
  /** Refusals that are not problem documents: their schemas by status. */
  ownRefusals?: Record<number, TypeName>;
  /** Returns the answer, or `sent` where it has written the response itself. */
  handler(
    request: RouteRequest<Path, Table, Declared>,
    deps: ApiDependencies,
    response: Response,
  ): Promise<AnswerOf<Name> | typeof sent> | AnswerOf<Name> | typeof sent;
}

/** One method of one address, as the server, OpenAPI, pages, client and command line read it. */
export interface Route extends Omit<
  RouteDeclaration<string, ParameterTable, Body | undefined, AnswerName | undefined>,
  'handler'
> {
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
