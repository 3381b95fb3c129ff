import {
  routeAddress,
  type RouteAnswer,
  type RouteCall,
  type RouteName,
  type RoutePlace,
} from '@tallyhook/schemas/routes';
import type { PlaceSearch } from '../place.tsx';
import { send } from './send.ts';

/** Builds the URL of a route within a workspace and branch. */
export function addressOf<Name extends RouteName>(
  place: Partial<PlaceSearch>,
  route: Name,
  wanted: RoutePlace<Name>,
): string {
  return routeAddress(route, wanted, place).address;
}

/**
 * Calls a route within a workspace and branch; pass `{}` for routes outside of both.
 * @throws Refusal
 */
export function call<Name extends RouteName>(
  place: Partial<PlaceSearch>,
  route: Name,
  { signal, ...wanted }: RouteCall<Name> & { signal?: AbortSignal },
): Promise<RouteAnswer<Name>> {
  const { method, address } = routeAddress(route, wanted as unknown as RoutePlace<Name>, place);
  return send(address, { method, body: wanted.body, signal });
}
