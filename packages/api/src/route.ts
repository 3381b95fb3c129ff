import type { Problem, ProblemDetail } from '@tallyhook/schemas';
import type { Request, Response } from 'express';
import type { ApiDependencies } from './dependencies.ts';
import type { Caller, SignedIn } from './middleware/caller.ts';
import type { ParameterTable, ParameterValues } from './parameters.ts';

/**
 * What a route asks of the caller.
 * `nothing`: anyone. `session`: a signed-in person, of no workspace in particular (`request.signedIn`).
 * `read`, `write`, `manage`, `tune`: that ability on the branch named by the session's parameters or the key (`request.caller`).
 */
export type Need = 'nothing' | 'session' | 'read' | 'write' | 'manage' | 'tune';

/**
 * What a route takes as its body.
 * A schema: JSON of at most `limitBytes`, checked, then in `request.body`; `references` are schemas that it names. Texts
 * longer than an id may come to `moreForTexts` bytes besides. Where
 * it is a question or has one (`isQuestion`), no key may stand twice in one object; in a message of another protocol
 * (`isMessage`), the handler refuses that (`request.unclear`). Where the schema refuses it, `alsoWrong` says what else is.
 * `stream`: the handler reads the request itself, whatever its type (size and type are the handler's to check).
 */
export type Body =
  | {
      schema: object;
      references?: readonly object[];
      limitBytes?: number;
      moreForTexts?: number;
      isQuestion?: true;
      isMessage?: true;
      alsoWrong?: (body: unknown, caller: Caller, now: Date) => readonly ProblemDetail[];
    }
  | 'stream';

/** A request as a handler sees it: what the route declares has been checked. */
export interface RouteRequest<Table extends ParameterTable = ParameterTable> extends Request<Record<string, string>> {
  /** The checked JSON body; `undefined` where the route declares none. */
  body: unknown;
  /** Why a body that is a message cannot be taken: a key of it stands twice in one object. */
  unclear?: Problem;
  requestId: string;
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  /** The checked query parameters; empty where the route takes `'any'`. */
  parameters: ParameterValues<Table>;
  /** Set where the route needs an ability. */
  caller: Caller;
  /** Set where the request came with a session. */
  signedIn: SignedIn;
}

/** One method of one address. Each file in routes/ exports one; routes/index.ts lists them. */
export interface Route<Table extends ParameterTable = ParameterTable> {
  method: 'get' | 'post' | 'patch' | 'put' | 'delete' | 'options' | 'query';
  /** An Express path such as `/api/records/:id`. */
  path: string;
  needs: Need;
  /** Restricts who may come: people with a session only, or keys only. */
  only?: 'session' | 'key';
  /** Whether it asks a question, whose moment is then taken while the caller is identified. */
  asks?: boolean;
  /** The query parameters besides `workspace` and `branch`, which every route with a branch takes; `'any'` checks none. */
  parameters?: Table | 'any';
  body?: Body;
  handler(request: RouteRequest<Table>, response: Response, deps: ApiDependencies): Promise<void> | void;
}

/** Writes a route down; the handler's `request.parameters` get their types from `parameters`. */
export function defineRoute<const Table extends ParameterTable = Record<never, never>>(route: Route<Table>): Route {
  return route;
}
