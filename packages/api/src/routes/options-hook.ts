import { defineRoute, sent, type Route } from '../route.ts';
import { isOtherMethod, postAccountHook, postHook } from './post-hook.ts';

/**
 * Answers services that verify a webhook address with OPTIONS (CloudEvents: `WebHook-Request-Origin`). If the connector
 * declares no such handshake, the answer lists the methods, as at every other address.
 */
export const optionsHook = defineRoute({
  method: 'options',
  path: postHook.path,
  access: 'anyone',
  summary:
    'Answers a service that verifies the address with OPTIONS, if the connector declares that; otherwise lists the methods.',
  parameters: 'any',
  mediaType: '*/*',
  also: {
    204: {
      description: 'The connector declares no such handshake; the header Allow lists the methods.',
      isEmpty: true,
    },
  },
  problems: ['invalid_request', 'not_found', 'too_many_requests'],
  async handler(request, deps, response) {
    try {
      await postHook.handler(request, deps, response);
      return sent;
    } catch (error) {
      if (!isOtherMethod(error)) throw error;
      response.status(204).end();
      return sent;
    }
  },
});

/** The same at the own address of an account. */
export const optionsAccountHook: Route = { ...optionsHook, path: postAccountHook.path };
