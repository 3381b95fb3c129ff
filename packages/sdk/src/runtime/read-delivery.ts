import { createHash } from 'node:crypto';
import { type ConnectorPackage, type ConnectorWebhook, Problem, type WebhookAnswer } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { canonicalJson } from '../compile/canonical-json.ts';
import { renderOptionalText, renderStructure, renderTemplate } from '../templates/render.ts';
import { holds } from './conditions.ts';
import { renderHeaders } from './headers.ts';
import { readDeliveryBody } from './read-delivery-body.ts';
import type { AccountValues } from './redact.ts';

/** A delivery as it arrived; header names in lower case. */
export interface Delivery {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  rawBody: Buffer;
}

/** What the other service is answered. */
export interface DeliveryAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** One event of a delivery. */
export interface DeliveryEvent {
  /** The name of the event, such as `issues.opened`. */
  event: string;
  /** What is the same when the delivery is sent again; null where the webhook says that each delivery runs. */
  deliveryId: string | null;
  /** The account of the other service that it belongs to; null where it goes to all, `''` where it names none. */
  externalId: string | null;
  payload: unknown;
}

/** What a delivery is, with the answer that the service gets. */
export type ReadDelivery =
  | { kind: 'handshake'; answer: DeliveryAnswer }
  | { kind: 'events'; answer: DeliveryAnswer; events: DeliveryEvent[] }
  | { kind: 'ignored'; answer: DeliveryAnswer; reason: string };

/**
 * Reads a delivery as the connector's webhook declares; `webhookName` may be left out where there is one webhook.
 * `account` holds the values that an answer of a handshake may need.
 * Throws Problem: `not_found` for no such webhook, `method_not_allowed`, `invalid_json`, `unsupported_type`, and
 * `invalid_request` where the delivery id is missing and the webhook refuses that.
 */
export function readDelivery(
  released: ConnectorPackage,
  webhookName: string | undefined,
  delivery: Delivery,
  { account }: { account?: AccountValues } = {},
): ReadDelivery {
  const webhook = findWebhook(released, webhookName);
  try {
    return readBy(webhook, delivery, account ?? {});
  } catch (error) {
    // What strangers send may have other kinds of values in the places that the templates name.
    if (error instanceof ActionError)
      throw new Problem('invalid_request', `The delivery cannot be read: ${error.message}.`);
    throw error;
  }
}

function readBy(webhook: ConnectorWebhook, delivery: Delivery, account: AccountValues): ReadDelivery {
  const event = readEvent(delivery, webhook);
  const values = { event };
  const handshake = webhook.handshake?.find(
    ({ method = 'POST', when }) => method === delivery.method && when.every((condition) => holds(condition, values)),
  );
  if (handshake !== undefined) {
    return { kind: 'handshake', answer: renderAnswer(handshake.answer, { ...values, account }) };
  }
  if (delivery.method !== 'POST') {
    throw new Problem('method_not_allowed', `Deliveries arrive by POST, not ${delivery.method}.`);
  }
  const ignored = webhook.ignore?.find(({ when }) => when.every((condition) => holds(condition, values)));
  if (ignored !== undefined)
    return { kind: 'ignored', answer: renderAnswer(ignored.answer, values), reason: ignored.reason };
  const events = splitEvent(webhook, event).flatMap((part) => readOne(webhook, part, delivery.rawBody) ?? []);
  const answer = renderAnswer(webhook.answer, values);
  if (events.length === 0) return { kind: 'ignored', answer, reason: 'the delivery holds no event' };
  return { kind: 'events', answer, events };
}

function findWebhook({ connector, webhooks }: ConnectorPackage, name: string | undefined): ConnectorWebhook {
  const names = Object.keys(webhooks);
  const chosen = name ?? (names.length === 1 ? names[0] : undefined);
  if (chosen !== undefined && Object.hasOwn(webhooks, chosen)) return webhooks[chosen]!;
  const advice = names.length === 0 ? 'it has none' : `name one of ${names.join(', ')}`;
  throw new Problem('not_found', `The connector "${connector.id}" has no webhook "${name ?? ''}"; ${advice}.`);
}

interface EventValue {
  method: string;
  headers: Record<string, string>;
  query: unknown;
  body: unknown;
  item?: unknown;
}

function readEvent({ method, headers, query, rawBody }: Delivery, { formField }: ConnectorWebhook): EventValue {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
  );
  const texts = Object.fromEntries(entries);
  return { method, headers: texts, query, body: readDeliveryBody(rawBody, texts['content-type'], formField) };
}

function splitEvent({ split }: ConnectorWebhook, event: EventValue): EventValue[] {
  if (split === undefined) return [event];
  const items = renderTemplate(`{{${split}}}`, { event }, { place: 'split' });
  if (!Array.isArray(items)) throw new Problem('invalid_request', `The body holds no list at ${split}.`);
  return items.map((item: unknown) => ({ ...event, item }));
}

function readOne(webhook: ConnectorWebhook, event: EventValue, rawBody: Buffer): DeliveryEvent | undefined {
  const values = { event };
  const name = renderFirst(webhook.event, values, 'event');
  if (name === undefined) return undefined;
  const isPart = webhook.split !== undefined;
  return {
    event: name,
    deliveryId: readDeliveryId(webhook, values, isPart ? Buffer.from(canonicalJson(event.item), 'utf8') : rawBody),
    externalId: webhook.account === 'any' ? null : (renderFirst(webhook.account, values, 'account') ?? ''),
    payload: isPart ? event.item : event.body,
  };
}

function readDeliveryId({ deliveryId, missingId }: ConnectorWebhook, values: object, bytes: Buffer): string | null {
  const id = renderFirst(deliveryId, values, 'deliveryId');
  if (id !== undefined) return id;
  if (missingId === 'run') return null;
  if (missingId === 'hashBody') return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const wanted = [deliveryId].flat().join(' or ');
  throw new Problem('invalid_request', `The delivery has no id: it is expected in ${wanted}.`);
}

/** The first template that gives a text that is not blank. */
function renderFirst(templates: string | string[], values: object, place: string): string | undefined {
  for (const template of [templates].flat()) {
    const text = renderOptionalText(template, values, { place });
    if (text !== undefined && text.trim() !== '') return text;
  }
  return undefined;
}

function renderAnswer(answer: WebhookAnswer | undefined, values: object): DeliveryAnswer {
  const headers = Object.fromEntries(
    renderHeaders(answer?.headers, values, 'answer.headers').map(([name, value]) => [name.toLowerCase(), value]),
  );
  const status = answer?.status ?? 200;
  if (answer?.json !== undefined) {
    const body = JSON.stringify(renderStructure(answer.json, values, { place: 'answer.json' }) ?? null);
    return { status, headers: { 'content-type': 'application/json', ...headers }, body };
  }
  if (answer?.text === undefined) return { status, headers, body: '' };
  const body = renderOptionalText(answer.text, values, { place: 'answer.text' }) ?? '';
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}
