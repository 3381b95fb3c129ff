import type { Response } from 'express';
import { Problem } from '@tallyhook/schemas';
import { findWaitingListen, getConnectorFolder, keepHeard, noteVerified } from '@tallyhook/store/connectors';
import type { ApiDependencies } from '../dependencies.ts';
import type { ReadHeard } from '../folders/read-heard.ts';
import { discardRest } from '../hooks/read-body.ts';
import { queryOf, textsOf } from '../hooks/sent-texts.ts';
import { defineRoute, sent, type Route, type RouteRequest } from '../route.ts';

/**
 * Takes one delivery for a person who builds a connector. It starts nothing; what verifies the address is answered as
 * the webhook declares, and does not count. One that the webhook cannot read is shown, and the next one taken.
 */
export const postListen = defineRoute({
  method: 'post',
  path: '/listen/:key',
  access: 'anyone',
  summary: 'Takes one delivery for a webhook of a connector in the making, and starts nothing.',
  parameters: 'any',
  body: { stream: 'application/json' },
  mediaType: '*/*',
  problems: ['invalid_request', 'not_found', 'too_many_requests', 'body_too_large', 'unsupported_type'],
  handler: handle,
});

/** Services verify an address with GET, HEAD or OPTIONS too. */
export const getListenRoute: Route = {
  method: 'get',
  path: postListen.path,
  access: 'anyone',
  summary: 'Answers a service that verifies the address of a listen, as the webhook declares.',
  parameters: 'any',
  mediaType: '*/*',
  problems: ['invalid_request', 'not_found', 'method_not_allowed', 'too_many_requests'],
  handler: postListen.handler,
};

export const optionsListen: Route = { ...getListenRoute, method: 'options' };

async function handle(request: RouteRequest, deps: ApiDependencies, response: Response): Promise<typeof sent> {
  try {
    await receive(request, deps, response);
    return sent;
  } catch (error) {
    if (error instanceof Problem && error.code === 'method_not_allowed') response.setHeader('Allow', 'POST, OPTIONS');
    discardRest(request);
    throw error;
  }
}

async function receive(request: RouteRequest, deps: ApiDependencies, response: Response): Promise<void> {
  const { store, hooks, folderWork, now } = deps;
  await hooks.limiter.countSender(request.ip ?? '');
  const listen = await findWaitingListen(store, (request.params as { key: string }).key, now());
  if (listen === undefined) throw noListen();
  await hooks.limiter.countConnector(listen.id);
  const rawBody = await hooks.readSample(request);
  const { method, headers, originalUrl } = request;
  const delivery = { method, headers: textsOf(headers), query: queryOf(originalUrl), rawBody };
  const { files } = await getConnectorFolder(store, listen);
  const heard = await folderWork.run({ kind: 'read', files, webhook: listen.webhook, delivery });
  const { refused } = heard;
  // Anything else than a delivery, such as a person opening the address, must not use it up.
  if (refused?.code === 'method_not_allowed') throw new Problem(refused.code, refused.message);
  if (isAnsweredHandshake(heard)) await noteVerified(store, listen);
  else if (!(await keepHeard(store, listen, { heard: delivery, isUnread: heard.shown.read === null })))
    throw noListen();
  if (refused !== undefined) throw new Problem(refused.code, refused.message);
  const { status, headers: answered, body } = heard.answer ?? { status: 204, headers: {}, body: '' };
  response.status(status).set(answered).end(body);
}

/** A handshake that waits for a request of ours is kept: nothing else will arrive. */
function isAnsweredHandshake({ isHandshake, shown }: ReadHeard): boolean {
  return isHandshake && shown.problem === undefined;
}

function noListen(): Problem {
  const detail = 'Nobody listens for a delivery here: each address takes one, for ten minutes.';
  return new Problem('not_found', detail);
}
