import type { Routes } from './generated/api/routes.ts';

/** A route by method and path, such as `GET /api/runs/:id`. */
export type RouteName = keyof Routes;

export type RouteAnswer<Name extends RouteName> = Routes[Name]['answer'];

/** A line of an answer as `application/x-ndjson`, of the routes that have one. */
export type RouteLine<Name extends RouteName> = Routes[Name] extends { line: infer Line } ? Line : never;

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Optional<Values> = { [Key in keyof Values]: Values[Key] | undefined };

/** The path and query values of a route's address; `undefined` values are left out. */
export type RoutePlace<Name extends RouteName> = ([PathNames<Name>] extends [never]
  ? { path?: undefined }
  : { path: Record<PathNames<Name>, string> }) &
  (Partial<Routes[Name]['query']> extends Routes[Name]['query']
    ? { query?: Optional<Routes[Name]['query']> }
    : { query: Optional<Routes[Name]['query']> });

/** The input of a route call. */
export type RouteCall<Name extends RouteName> = RoutePlace<Name> &
  ([Routes[Name]['body']] extends [undefined] ? { body?: undefined } : { body: Routes[Name]['body'] });

/** How a session selects its workspace and branch; a key has its own. */
export interface BranchPlace {
  workspace?: string | undefined;
  branch?: string | undefined;
}

/**
 * Builds the method and address of a call.
 *
 * ```ts
 * routeAddress('GET /api/runs/:id', { path: { id: 'a/b' } }, { branch: 'main' });
 * // { method: 'GET', address: '/api/runs/a%2Fb?branch=main' }
 * ```
 */
export function routeAddress<Name extends RouteName>(
  name: Name,
  { path, query }: RoutePlace<Name>,
  { workspace, branch }: BranchPlace = {},
): { method: string; address: string } {
  const [method = '', pattern = ''] = name.split(' ');
  const values = (path ?? {}) as Record<string, string>;
  const address = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(values[key]!));
  const search = new URLSearchParams(
    Object.entries({ ...query, workspace, branch }).flatMap(([key, value]) =>
      textsOf(value).map((text): [string, string] => [key, text]),
    ),
  );
  return { method, address: search.size === 0 ? address : `${address}?${search}` };
}

function textsOf(value: unknown): string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return ['1'];
  return (Array.isArray(value) ? value : [value]).map(String);
}
