import { defineRoute } from '../route.ts';
import { isOtherMethod, postHook } from './post-hook.ts';

/**
 * Answers the services that prove the address of a webhook with OPTIONS (CloudEvents: `WebHook-Request-Origin`). Where
 * the connector declares no such handshake, the answer is the methods, as at every other address.
 */
export const optionsHook = defineRoute({
  method: 'options',
  path: postHook.path,
  needs: 'nothing',
  parameters: 'any',
  async handler(request, response, deps) {
    try {
      await postHook.handler(request, response, deps);
    } catch (error) {
      if (!isOtherMethod(error)) throw error;
      response.status(204).end();
    }
  },
});
