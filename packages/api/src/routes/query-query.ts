import type { Route } from '../route.ts';
import { postQuery } from './post-query.ts';

/**
 * Asks a question by the method made for that: safe and idempotent, with a body (RFC 10008). What stands between may
 * repeat it; otherwise it is as `POST`.
 */
export const queryQuery: Route = { ...postQuery, method: 'query' };
