import type { Response } from 'express';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { HandshakeNeedsAccount, UnansweredHandshake, type Delivery } from '@tallyhook/sdk';
import { acceptDeliveries, noteUnreadDelivery, type AcceptedDelivery } from '@tallyhook/store/deliveries';
import type { ApiDependencies } from '../dependencies.ts';
import { inTime } from '../in-time.ts';
import { discardRest } from '../hooks/read-body.ts';
import { answerHandshake } from '../hooks/answer-handshake.ts';
import { readEvents, type DeliveryReading } from '../hooks/read-events.ts';
import { searchOf } from '../middleware/check-parameters.ts';
import { defineRoute, sent, type RouteRequest } from '../route.ts';

/**
 * Both timeouts together stay below the ten seconds after which senders give up. A delivery stored too late is
 * recognised when it is sent again.
 */
const findTimeoutMs = 4_000;
const keepTimeoutMs = 5_000;
const sentence = 'The delivery cannot be kept right now: send it again in a few seconds.';
const maxNamed = 100;

/**
 * Receives a delivery: applies the rate and size limits, reads, stores and answers it, and only then starts its runs. A
 * repeated delivery gets the same answer and starts nothing.
 */
export const postHook = defineRoute({
  method: 'post',
  path: '/hooks/:connector',
  access: 'anyone',
  summary:
    'Receives and stores a delivery of another service. The connector selects the webhook unless `?webhook=<name>` names one.',
  parameters: 'any',
  body: { stream: 'application/json' },
  mediaType: '*/*',
  problems: [
    'invalid_request',
    'not_found',
    'too_many_requests',
    'body_too_large',
    'unsupported_type',
    'request_timeout',
  ],
  async handler(request, deps, response) {
    try {
      await receive(request, response, deps);
      return sent;
    } catch (error) {
      if (error instanceof UnansweredHandshake) warn(error, request, deps);
      if (isOtherMethod(error)) response.setHeader('Allow', 'POST, OPTIONS');
      discardRest(request);
      throw error;
    }
  },
});

/** Whether a request with another method than a delivery's is not a handshake that the connector declares. */
export function isOtherMethod(error: unknown): boolean {
  return error instanceof Problem && error.code === 'method_not_allowed';
}

/** Services rarely show our response, so log the reason for the person who sets up the address. */
function warn(
  { message }: UnansweredHandshake,
  { requestId, params }: RouteRequest,
  { logger }: ApiDependencies,
): void {
  logger.warn({ requestId, connector: params.connector }, message);
}

/** Nothing else reports events that a connector's declaration misses; its author and the operator find them here. */
function warnOfLost(
  { leftOut, clashes }: DeliveryReading,
  { requestId, params }: RouteRequest,
  { logger }: ApiDependencies,
): void {
  const { connector } = params;
  if (leftOut.length > 0)
    logger.warn(
      { requestId, connector, leftOut: leftOut.slice(0, maxNamed) },
      `${leftOut.length} parts of a delivery started nothing: by the connector's declaration, they are not events`,
    );
  if (clashes.length > 0)
    logger.warn(
      { requestId, connector, clashes: clashes.slice(0, maxNamed) },
      `${clashes.length} events of a delivery started nothing: by the connector's declaration, other events have their ids`,
    );
}

/**
 * Why a delivery counts as unread: it contained no event, or an event was lost that the connector's author did not mean
 * to drop.
 */
function reasonUnread({ leftOut, clashes, events }: DeliveryReading): string | undefined {
  return clashes[0] ?? (events.length === 0 ? leftOut[0] : undefined);
}

async function receive(request: RouteRequest, response: Response, deps: ApiDependencies): Promise<void> {
  const { store, hooks } = deps;
  const connector = request.params.connector!;
  await hooks.limiter.countSender(request.ip ?? '');
  const packages = await inTime(hooks.findPackages(connector), { timeoutMs: findTimeoutMs, sentence });
  await hooks.limiter.countConnector(connector);
  const raw = await hooks.readBody(request);
  const { method, headers } = request;
  const delivery = { method, headers, query: queryOf(request), rawBody: raw };
  const reading = await read(request, packages, delivery, deps);
  const { answer, events } = reading;
  warnOfLost(reading, request, deps);
  const unread = reasonUnread(reading);
  if (unread !== undefined)
    await inTime(noteUnreadDelivery(store, connector, unread), { timeoutMs: keepTimeoutMs, sentence });
  const contentType = headers['content-type'] ?? '';
  const accepted =
    events.length === 0
      ? []
      : await inTime(acceptDeliveries(store, { connector, contentType, raw, events }), {
          timeoutMs: keepTimeoutMs,
          sentence,
        });
  response.status(answer.status).set(answer.headers).set(namesOf(accepted)).end(answer.body);
  for (const { id, waiting } of accepted) if (waiting) hooks.starts.add(id);
}

/** Reads a delivery; answering a handshake may need a linked account. */
async function read(
  { params }: RouteRequest,
  packages: readonly ConnectorPackage[],
  delivery: Delivery,
  { store }: ApiDependencies,
): Promise<DeliveryReading> {
  const connector = params.connector!;
  const { version } = packages[0]!.connector;
  try {
    return readEvents(packages, delivery);
  } catch (error) {
    if (!(error instanceof HandshakeNeedsAccount)) throw error;
    const answering = answerHandshake(store, { connector, version }, error);
    return {
      answer: await inTime(answering, { timeoutMs: findTimeoutMs, sentence }),
      events: [],
      leftOut: [],
      clashes: [],
    };
  }
}

/** The query parameters as texts; repeated ones as lists. */
function queryOf({ originalUrl }: RouteRequest): Record<string, string | string[]> {
  const search = searchOf(originalUrl);
  const names = [...new Set(search.keys())];
  return Object.fromEntries(names.map((name) => [name, oneOrAll(search.getAll(name))]));
}

const oneOrAll = (values: string[]) => (values.length === 1 ? values[0]! : values);

/**
 * Headers that tell the sender the ids of the first stored events, for later reference, and which are repeats. Who
 * received them is visible only inside those workspaces.
 */
function namesOf(accepted: readonly AcceptedDelivery[]): Record<string, string> {
  if (accepted.length === 0) return {};
  const named = accepted.slice(0, maxNamed);
  return {
    'Tallyhook-Delivery': named.map(({ id }) => id).join(', '),
    'Tallyhook-Result': named.map(({ result }) => (result === 'new' ? 'new' : 'duplicate')).join(', '),
  };
}
