import type { Route } from '../route.ts';
import { postAccountHook, postHook } from './post-hook.ts';

/**
 * Answers services that verify a webhook address with GET or HEAD before sending. Only a handshake that the connector
 * declares is answered; deliveries use POST.
 */
export const getHook: Route = {
  method: 'get',
  path: postHook.path,
  access: 'anyone',
  summary: 'Answers a service that verifies the address with GET or HEAD, as the connector declares.',
  parameters: 'any',
  mediaType: '*/*',
  problems: ['invalid_request', 'not_found', 'method_not_allowed', 'too_many_requests'],
  handler: postHook.handler,
};

/** The same at the own address of an account. */
export const getAccountHook: Route = { ...getHook, path: postAccountHook.path, handler: postAccountHook.handler };
