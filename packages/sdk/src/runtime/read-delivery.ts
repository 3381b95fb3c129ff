import { createHash } from 'node:crypto';
import {
  type Condition,
  type ConnectorPackage,
  type ConnectorWebhook,
  Problem,
  type Handshake,
} from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { canonicalJson } from '../compile/canonical-json.ts';
import { AbsentValueError, renderOptionalText } from '../templates/render.ts';
import { type ChosenWebhook, chooseWebhook, findHandshake } from './choose-webhook.ts';
import { holds } from './conditions.ts';
import { confirmationOf } from './confirmation.ts';
import { type DeliveryAnswer, namesAccount, renderAnswer } from './delivery-answer.ts';
import { findClashes, type PlacedEvent } from './find-clashes.ts';
import { aroundOf, type EventPart, splitEvent } from './split-event.ts';
import type { AccountValues } from './redact.ts';
import { refuseOtherTexts } from './signed-texts.ts';
import { HandshakeNeedsAccount, UnansweredHandshake } from './unanswered-handshake.ts';
import { valueInWords } from './value-in-words.ts';

/** A delivery as it arrived. Header names are lower case. */
export interface Delivery {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  rawBody: Buffer;
}

/** One event of a delivery. */
export interface DeliveryEvent {
  /** The name of the event, such as `issues.opened`. */
  event: string;
  /** Identifies the delivery when it is sent again; null if the webhook declares that each delivery runs. */
  deliveryId: string | null;
  /** The account of the other service it belongs to; null if it goes to all, `''` if it names none. */
  externalId: string | null;
  payload: unknown;
  /**
   * What stood around the list that the body was split by: the `body` and the enclosing elements by name, each without
   * the list; absent if the body was not split.
   */
  around?: Record<string, unknown>;
}

/** How a webhook says that its deliveries belong to the account at whose own address they arrive. */
export const ownAddress = 'address';

/** How a webhook says that its deliveries have no id: each is new. */
export const noId = 'none';

/**
 * The kind of a delivery, with the answer to the service. `leftOut` explains each part that is not an event, `clashes`
 * each event that starts nothing because a different, earlier event has its id.
 */
export type ReadDelivery =
  | { kind: 'handshake'; answer: DeliveryAnswer }
  | {
      kind: 'events';
      /** The name of the webhook that read it. */
      webhook: string;
      answer: DeliveryAnswer;
      events: DeliveryEvent[];
      leftOut?: string[];
      clashes?: string[];
    }
  | { kind: 'ignored'; answer: DeliveryAnswer; reason: string; leftOut?: string[] };

/**
 * Reads a delivery as the connector's webhook declares. Without `webhookName`, finds the webhook by `match`. `account`
 * has values for the answer to a handshake.
 * @throws HandshakeNeedsAccount if the answer needs values of an account and `account` is missing.
 * @throws UnansweredHandshake if the answer to a handshake lacks a value.
 * @throws Problem `not_found` for an unknown webhook, `method_not_allowed`, `invalid_json`, `unsupported_type`, and
 * `invalid_request` if the delivery id is missing and the webhook refuses that.
 */
export function readDelivery(
  released: ConnectorPackage,
  webhookName: string | undefined,
  delivery: Delivery,
  { account }: { account?: AccountValues } = {},
): ReadDelivery {
  try {
    return readBy(released, chooseWebhook(released, webhookName, delivery), delivery, account);
  } catch (error) {
    // Deliveries from strangers may have values of other types where the templates read.
    if (error instanceof ActionError)
      throw new Problem('invalid_request', `The delivery cannot be read: ${error.message}.`);
    throw error;
  }
}

function readBy(
  { connector }: ConnectorPackage,
  { name, webhook, event }: ChosenWebhook,
  delivery: Delivery,
  account: AccountValues | undefined,
): ReadDelivery {
  const values = { event };
  const handshake = findHandshake(webhook, event);
  if (handshake !== undefined) {
    const answerWith = (fields: AccountValues): DeliveryAnswer =>
      answerHandshake(connector, handshake, { ...values, account: fields });
    const namesSecret = handshake.when.some(({ isSecret }) => isSecret !== undefined);
    if (account === undefined && (namesSecret || namesAccount(handshake.answer)))
      throw new HandshakeNeedsAccount(readAccount(webhook, values), answerWith);
    return { kind: 'handshake', answer: answerWith(account ?? {}) };
  }
  if (delivery.method !== 'POST') {
    throw new Problem('method_not_allowed', `Deliveries must use POST, not ${delivery.method}.`);
  }
  const ignored = webhook.ignore?.find(({ when }) => when.every((condition) => holds(condition, values)));
  if (ignored !== undefined)
    return { kind: 'ignored', answer: renderAnswer(ignored.answer, values), reason: ignored.reason };
  const parts = splitEvent(webhook, event).map((part) => readPart(webhook, part, delivery.rawBody));
  const events = parts.filter((part) => 'event' in part);
  const left = parts.filter((part) => 'leftOut' in part);
  const answer = renderAnswer(webhook.answer, values);
  const withLeftOut = left.length === 0 ? {} : { leftOut: left.map(({ leftOut }) => leftOut) };
  if (events.length > 0) {
    const clashes = findClashes(events);
    const withClashes = clashes.length === 0 ? withLeftOut : { ...withLeftOut, clashes };
    return { kind: 'events', webhook: name, answer, events: events.map((part) => part.event), ...withClashes };
  }
  const refused = left.find(({ isRefused }) => isRefused);
  if (refused !== undefined) throw new Problem('invalid_request', `${refused.leftOut}.`);
  return { kind: 'ignored', answer, reason: 'the delivery contains no event', ...withLeftOut };
}

/** A service treats an incomplete answer as wrong without saying why, so a missing value is our error. */
function answerHandshake(
  connector: ConnectorPackage['connector'],
  handshake: Handshake,
  values: object,
): DeliveryAnswer {
  const other = handshake.when.find((condition) => condition.isSecret !== undefined && !holds(condition, values));
  if (other !== undefined) throw wrongSecret(connector, other);
  try {
    const confirm = handshake.confirm && confirmationOf(connector, handshake.confirm, values);
    refuseOtherTexts(connector, handshake, values);
    const answer = renderAnswer(handshake.answer, values, { complete: true });
    return confirm === undefined ? answer : { ...answer, confirm };
  } catch (error) {
    if (error instanceof AbsentValueError) throw absentFrom(connector, error.path);
    if (error instanceof ActionError) throw new UnansweredHandshake(error.message);
    throw error;
  }
}

function wrongSecret(connector: ConnectorPackage['connector'], { path, isSecret }: Condition): UnansweredHandshake {
  const [sent, expected] = [valueInWords(connector, path), valueInWords(connector, isSecret!)];
  const advice =
    'Enter the same value at the service and in the account, then let the service verify the address again.';
  return new UnansweredHandshake(`${sent} is not the value ${expected} of the linked account`, advice);
}

function absentFrom(connector: ConnectorPackage['connector'], path: string): UnansweredHandshake {
  const value = valueInWords(connector, path);
  if (!path.startsWith('account.')) return new UnansweredHandshake(`${value} is missing`);
  const advice = 'Connect the account again with it, then let the service verify the address again.';
  return new UnansweredHandshake(`the linked account has no value ${value}`, advice);
}

/**
 * One part of a delivery as an event, or why it is not one. `isRefused` means that the webhook does not accept such
 * parts.
 */
type ReadPart = PlacedEvent | { leftOut: string; isRefused: boolean };

function readPart(webhook: ConnectorWebhook, { event, item, place }: EventPart, rawBody: Buffer): ReadPart {
  const values = { event };
  const isWhole = webhook.split === undefined;
  const subject = isWhole ? 'The delivery' : place;
  const unnamed = {
    leftOut: `${subject} has no event name: it is expected in ${[webhook.event].flat().join(' or ')}`,
    isRefused: false,
  };
  try {
    const name = renderFirst(webhook.event, values, 'event');
    if (name === undefined && isWhole) return unnamed;
    const bytes = isWhole ? rawBody : Buffer.from(canonicalJson(item), 'utf8');
    const deliveryId = readDeliveryId(webhook, values, bytes);
    if (deliveryId === undefined) {
      const wanted = [webhook.deliveryId].flat().join(' or ');
      return { leftOut: `${subject} has no id: it is expected in ${wanted}`, isRefused: true };
    }
    if (name === undefined) return unnamed;
    const around = aroundOf(webhook, event);
    const externalId = readAccount(webhook, values);
    return { event: { event: name, deliveryId, externalId, payload: item, ...(around && { around }) }, place };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return { leftOut: `${subject} cannot be read: ${error.message}`, isRefused: true };
  }
}

/** The account that a delivery names: null if it goes to all or its address decides, `''` if it names none. */
function readAccount({ account }: ConnectorWebhook, values: object): string | null {
  return account === 'any' || account === ownAddress ? null : (renderFirst(account, values, 'account') ?? '');
}

/** Null if each delivery runs, undefined if one without an id is refused. */
function readDeliveryId(
  { idParameter, deliveryId, missingId }: ConnectorWebhook,
  values: { event: EventPart['event'] },
  bytes: Buffer,
): string | null | undefined {
  const query = values.event.query as Record<string, unknown> | undefined;
  const named = idParameter === undefined ? [] : namedId(idParameter, query?.[idParameter]);
  const declared = deliveryId === noId ? [] : [deliveryId].flat();
  const id = renderFirst([...named, ...declared], values, 'deliveryId');
  if (id !== undefined) return id;
  if (missingId === 'run' || deliveryId === noId) return null;
  if (missingId === 'hashBody') return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return undefined;
}

/** The template for the place of the id that an address names, such as `headers.x-event`. */
function namedId(parameter: string, place: unknown): string[] {
  if (place === undefined) return [];
  const text = typeof place === 'string' ? place : '';
  const [, root, rest] = /^(headers|body)((?:\.[\w-]{1,100}){1,10})$/.exec(text) ?? [];
  if (root === undefined || rest === undefined)
    throw new ActionError(
      'invalid_input',
      `the parameter "${parameter}" must be a place such as headers.x-event or body.event.id`,
    );
  const names = rest
    .slice(1)
    .split('.')
    .map((name) => `.[${root === 'headers' ? name.toLowerCase() : name}]`);
  return [`{{event.${root}${names.join('')}}}`];
}

/**
 * The first template that renders to non-blank text. Where there are others, one whose value is no text, such as an
 * object, is passed over.
 * @throws ActionError if none renders and the last one's value is no text.
 */
function renderFirst(templates: string | string[], values: object, place: string): string | undefined {
  const all = [templates].flat();
  for (const [index, template] of all.entries()) {
    const text = renderOrPass(template, values, { place, isLast: index === all.length - 1 });
    if (text !== undefined && text.trim() !== '') return text;
  }
  return undefined;
}

function renderOrPass(
  template: string,
  values: object,
  { place, isLast }: { place: string; isLast: boolean },
): string | undefined {
  try {
    return renderOptionalText(template, values, { place });
  } catch (error) {
    if (isLast || !(error instanceof ActionError)) throw error;
    return undefined;
  }
}
