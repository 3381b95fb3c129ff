import type { PracticeAnswer, PracticedService, PracticeRequest } from './exchange.ts';
import { createKeeper, type Keeper } from './keeper.ts';

/** A request with its matched route. */
export interface Asked extends PracticeRequest {
  /** The decoded values of the braces in the route's path. */
  named: Record<string, string>;
}

/** One address of a service. */
export interface PracticeRoute {
  method: string;
  /** Such as `/tickets/{ticket}.json`. */
  path: string;
  answer(asked: Asked, keeper: Keeper): PracticeAnswer;
}

/** A part of a stand-in. */
export interface Part {
  routes: readonly PracticeRoute[];
  /** Returns the refusal of an unauthorized request; null lets it through. */
  checkAccess?(request: PracticeRequest): PracticeAnswer | null;
}

/** Plays a service defined by a table of routes. Parts are tried in order. */
export function playRoutes(parts: readonly Part[], notFound: PracticeAnswer): PracticedService {
  const keeper = createKeeper();
  return {
    kept: keeper.all,
    clear: keeper.clear,
    answer(request) {
      for (const { routes, checkAccess } of parts) {
        const found = findRoute(routes, request);
        if (found === undefined) continue;
        return checkAccess?.(request) ?? found.route.answer({ ...request, named: found.named }, keeper);
      }
      return notFound;
    },
  };
}

function findRoute(
  routes: readonly PracticeRoute[],
  { method, path }: PracticeRequest,
): { route: PracticeRoute; named: Record<string, string> } | undefined {
  for (const route of routes) {
    const named = route.method === method ? patternOf(route.path).exec(path)?.groups : undefined;
    if (named !== undefined) return { route, named: decodeAll(named) };
  }
  return undefined;
}

function patternOf(path: string): RegExp {
  const source = path
    .split(/(\{\w+\})/)
    .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/^\{(\w+)\}$/, '(?<$1>[^/]+?)'))
    .join('');
  // The extra group ensures that `groups` is defined for a path without braces.
  return new RegExp(`^${source}(?<end>)$`);
}

function decodeAll(named: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, decodeURIComponent(value)]));
}
