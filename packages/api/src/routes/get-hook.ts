import { defineRoute } from '../route.ts';
import { postHook } from './post-hook.ts';

/**
 * Answers the services that prove the address of a webhook with GET or HEAD before they send to it. Only a handshake
 * that the connector declares is answered: a delivery comes by POST.
 */
export const getHook = defineRoute({
  method: 'get',
  path: postHook.path,
  needs: 'nothing',
  parameters: 'any',
  handler: postHook.handler,
});
