import type { Route } from '../route.ts';
import { postQuery } from './post-query.ts';

/**
 * Asks a question with the QUERY method: safe and idempotent, with a body (RFC 10008). Intermediaries may retry it;
 * apart from that it is the same as `POST`.
 */
export const queryQuery: Route = { ...postQuery, method: 'query' };
