import {
  routeAddress,
  type RouteAnswer,
  type RouteCall,
  type RouteName,
  type RoutePlace,
} from '@tallyhook/schemas/routes';
import type { PlaceSearch } from '../place.tsx';
import { send } from './send.ts';

/** The address of a route about a place. */
export function addressOf<Name extends RouteName>(
  place: Partial<PlaceSearch>,
  route: Name,
  wanted: RoutePlace<Name>,
): string {
  return routeAddress(route, wanted, place).address;
}

/** Calls a route about a place; `{}` where it is about none. Throws Refusal. */
export function call<Name extends RouteName>(
  place: Partial<PlaceSearch>,
  route: Name,
  { signal, ...wanted }: RouteCall<Name> & { signal?: AbortSignal },
): Promise<RouteAnswer<Name>> {
  const { method, address } = routeAddress(route, wanted as unknown as RoutePlace<Name>, place);
  return send(address, { method, body: wanted.body, signal });
}
