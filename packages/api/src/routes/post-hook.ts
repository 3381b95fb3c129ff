import type { Response } from 'express';
import { Problem } from '@tallyhook/schemas';
import { UnansweredHandshake, type Delivery, type DeliveryAnswer } from '@tallyhook/sdk';
import {
  acceptDeliveries,
  keepConfirmation,
  noteUnreadDelivery,
  type AcceptedDelivery,
  type ReceivedEvent,
} from '@tallyhook/store/deliveries';
import type { ApiDependencies } from '../dependencies.ts';
import { inTime } from '../in-time.ts';
import { findReaders, type Readers } from '../hooks/find-readers.ts';
import { discardRest } from '../hooks/read-body.ts';
import { verifyDelivery } from '../hooks/verify-deliveries.ts';
import { answerHandshake } from '../hooks/answer-handshake.ts';
import type { DeliveryReading } from '../hooks/read-events.ts';
import { queryOf, textsOf } from '../hooks/sent-texts.ts';
import { defineRoute, sent, type RouteRequest } from '../route.ts';

/**
 * Both timeouts together stay below the ten seconds after which senders give up. A delivery stored too late is
 * recognised when it is sent again.
 */
const findTimeoutMs = 4_000;
const keepTimeoutMs = 5_000;
const sentence = 'The delivery cannot be kept right now: send it again in a few seconds.';
const maxNamed = 100;
const problems = [
  'invalid_request',
  'wrong_signature',
  'not_found',
  'too_many_requests',
  'body_too_large',
  'unsupported_type',
  'request_timeout',
  'quota_reached',
] as const;

/** Receives the deliveries of one linked account, at an address that no other account has. */
export const postAccountHook = defineRoute({
  method: 'post',
  path: '/hooks/:connector/:key',
  access: 'anyone',
  summary: 'Receives and stores a delivery for one linked account, at its own address.',
  parameters: 'any',
  body: { stream: 'application/json' },
  mediaType: '*/*',
  problems,
  handler: handle,
});

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
  problems,
  handler: handle,
});

/** Receives the requests to the own address of a workflow. */
export const postStart = defineRoute({
  method: 'post',
  path: '/start/:key',
  access: 'anyone',
  summary: 'Receives and stores a delivery for one workflow, at its own address.',
  parameters: 'any',
  body: { stream: 'application/json' },
  mediaType: '*/*',
  problems,
  handler: handle,
});

async function handle(request: RouteRequest, deps: ApiDependencies, response: Response): Promise<typeof sent> {
  try {
    await receive(request, response, deps);
    return sent;
  } catch (error) {
    if (error instanceof UnansweredHandshake) warn(error, request, deps);
    if (isOtherMethod(error)) response.setHeader('Allow', 'POST, OPTIONS');
    discardRest(request);
    throw error;
  }
}

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
  { leftOut, clashes }: DeliveryReading<unknown>,
  { requestId, params }: RouteRequest,
  logger: ApiDependencies['logger'],
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
function reasonUnread({ leftOut, clashes, events }: DeliveryReading<unknown>): string | undefined {
  return clashes[0] ?? (events.length === 0 ? leftOut[0] : undefined);
}

async function receive(request: RouteRequest, response: Response, deps: ApiDependencies): Promise<void> {
  const { hooks } = deps;
  await hooks.limiter.countSender(request.ip ?? '');
  const params = request.params as { connector?: string; key?: string };
  const readers = await inTime(findReaders(deps, params), { timeoutMs: findTimeoutMs, sentence });
  const { connector, receiver } = readers;
  await hooks.limiter.countConnector(receiver?.id ?? connector);
  const raw = await hooks.readBody(request);
  const { method, headers } = request;
  const delivery = { method, headers, query: queryOf(request.originalUrl), rawBody: raw };
  // Only once its body is here: a slow sender must not hold up the runs of others.
  const end = hooks.starts.receive();
  try {
    await readAndKeep(request, response, deps, { readers, delivery });
  } finally {
    end();
  }
}

async function readAndKeep(
  request: RouteRequest,
  response: Response,
  deps: ApiDependencies,
  { readers, delivery }: Pick<ReadDelivery, 'readers' | 'delivery'>,
): Promise<void> {
  const { reading, forget } = await read(readers, delivery, deps);
  try {
    const { connector, packages } = readers;
    const toVerify = { connector, packages, delivery, events: reading.events };
    const verifying = verifyDelivery(deps.store, { readers, toVerify, now: deps.now().getTime() });
    const refusedAccountIds = inTime(verifying, { timeoutMs: keepTimeoutMs, sentence });
    const { answer, events, leftOut, clashes } = reading;
    // If there are only events to keep, more is read meanwhile. Anything else is done for a verified delivery alone.
    const isOnlyKept = events.length > 0 && answer.confirm === undefined && leftOut.length + clashes.length === 0;
    if (!isOnlyKept) await refusedAccountIds;
    if (answer.confirm === undefined)
      await keep(request, response, deps, { readers, delivery, reading, refusedAccountIds });
    else await answerAndConfirm(response, deps, readers, answer);
  } finally {
    forget();
  }
}

/**
 * Keeps the call that a delivery asks for, answers, then calls: a sender does not wait for a call to its own service, and
 * need not ask again.
 */
async function answerAndConfirm(
  response: Response,
  { store, hooks }: ApiDependencies,
  { connector, receiver }: Readers,
  answer: DeliveryAnswer,
): Promise<void> {
  const start = hooks.confirmations.reserve();
  const asked = { connector, url: answer.confirm!, ...(receiver && { account: receiver }) };
  const id = await inTime(keepConfirmation(store, asked), { timeoutMs: keepTimeoutMs, sentence });
  response.status(answer.status).set(answer.headers).end(answer.body);
  start(id);
}

/** A delivery that was read, and the accounts it does not reach. */
interface ReadDelivery {
  readers: Readers;
  delivery: Delivery;
  reading: DeliveryReading<ReceivedEvent>;
  refusedAccountIds: Promise<ReadonlySet<string>>;
}

/** Stores the events of a delivery, answers it, and starts their runs. */
async function keep(
  request: RouteRequest,
  response: Response,
  { store, hooks, space, logger }: ApiDependencies,
  { readers, delivery, reading, refusedAccountIds }: ReadDelivery,
): Promise<void> {
  const { connector, receiver } = readers;
  const { headers, rawBody: raw, query } = delivery;
  const { answer, events } = reading;
  warnOfLost(reading, request, logger);
  const unread = reasonUnread(reading);
  if (unread !== undefined)
    await inTime(noteUnreadDelivery(store, connector, unread), { timeoutMs: keepTimeoutMs, sentence });
  const contentType = [headers['content-type'] ?? ''].flat()[0]!;
  const requireRoom = (workspaceId: string) => space.requireQuota(workspaceId, 'deliveries', 1);
  const sentWith = { headers: textsOf(headers), query: { ...query } };
  const body = {
    connector,
    contentType,
    raw,
    ...sentWith,
    events,
    refusedAccountIds,
    requireRoom,
    ...(receiver && { account: receiver }),
  };
  const accepted =
    events.length === 0 ? [] : await inTime(acceptDeliveries(store, body), { timeoutMs: keepTimeoutMs, sentence });
  response.status(answer.status).set(answer.headers).set(namesOf(accepted)).end(answer.body);
  for (const { id, waiting } of accepted) if (waiting) hooks.starts.add(id);
}

/** Reads a delivery; answering a handshake may need a linked account. */
async function read(
  { connector, receiver, account, packages }: Readers,
  delivery: Delivery,
  { store, hooks }: Pick<ApiDependencies, 'store' | 'hooks'>,
): Promise<{ reading: DeliveryReading<ReceivedEvent>; forget(): void }> {
  const { reading, forget } = await hooks.reader.read(packages, delivery, { isOwn: receiver !== undefined });
  if (!Array.isArray(reading)) return { reading, forget };
  const answering = answerHandshake(store, { connector, account }, reading);
  const answer = await inTime(answering, { timeoutMs: findTimeoutMs, sentence });
  return { reading: { answer, events: [], leftOut: [], clashes: [] }, forget };
}

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
