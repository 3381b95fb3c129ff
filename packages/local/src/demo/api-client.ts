import { Problem, type ProblemDocument } from '@tallyhook/schemas';
import {
  routeAddress,
  type BranchPlace,
  type RouteAnswer,
  type RouteCall,
  type RouteName,
  type RoutePlace,
} from '@tallyhook/schemas/routes';

/** A body that is not JSON, or has headers of its own. */
interface Raw {
  raw?: { headers: Record<string, string>; body: string | Blob };
}

/** Client of the product's HTTP API for one signed-in person. */
export interface ApiClient {
  call<Name extends RouteName>(route: Name, wanted: RouteCall<Name> & Raw): Promise<RouteAnswer<Name>>;
  /** The same client, limited to one branch of a workspace. */
  within(place: BranchPlace): ApiClient;
}

const timeoutMs = 30_000;

/**
 * `token` is the value of a session's cookie.
 * @throws Problem `cannot_start` with what was refused and why
 */
export function createApiClient(address: string, token: string, place: BranchPlace = {}): ApiClient {
  return {
    async call<Name extends RouteName>(route: Name, wanted: RouteCall<Name> & Raw): Promise<RouteAnswer<Name>> {
      const { method, address: path } = routeAddress(route, wanted as unknown as RoutePlace<Name>, place);
      const { headers, body } = wanted.raw ?? {
        headers: { 'Content-Type': 'application/json' },
        body: wanted.body === undefined ? undefined : JSON.stringify(wanted.body),
      };
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { Cookie: `tallyhook_session=${token}`, Origin: address, ...headers },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      // The answer to a delivery has no body.
      const answer: unknown = text === '' ? undefined : JSON.parse(text);
      if (response.ok) return answer as RouteAnswer<Name>;
      const { detail } = answer as ProblemDocument;
      throw new Problem(
        'cannot_start',
        `The demo workspace cannot be created: ${method} ${path} was refused (${detail}).`,
      );
    },
    within: (other) => createApiClient(address, token, other),
  };
}
