import type { Route } from '../route.ts';

/** Every address of the service; one line a route. */
export const routes: readonly Route[] = [];
