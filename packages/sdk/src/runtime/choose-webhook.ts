import { type ConnectorPackage, type ConnectorWebhook, Problem } from '@tallyhook/schemas';
import { holds } from './conditions.ts';
import type { Delivery } from './read-delivery.ts';
import { type EventValue, readEvent } from './read-event.ts';

/** The webhook that a delivery belongs to, and the delivery as that webhook reads it. */
export interface ChosenWebhook {
  name: string;
  webhook: ConnectorWebhook;
  event: EventValue;
}

/**
 * Finds the webhook of a delivery: the given one or the one that its address names (`?webhook=`). Otherwise, because
 * all webhooks of a connector share an address: the first whose `match` holds, then the first whose handshake it is,
 * then the one without `match`.
 * @throws Problem: `not_found`, and the error of reading the body if no webhook can read it.
 */
export function chooseWebhook(
  released: ConnectorPackage,
  given: string | undefined,
  delivery: Delivery,
): ChosenWebhook {
  const names = Object.keys(released.webhooks).toSorted();
  const name = given ?? (names.length > 1 ? namedIn(delivery) : undefined);
  if (name !== undefined && !names.includes(name)) throw noWebhook(released, `has no webhook "${name}"`);
  const chosen = name ?? (names.length === 1 ? names[0] : undefined);
  const candidates = (chosen === undefined ? names : [chosen]).map((each) => candidate(released, each, delivery));
  const [only] = candidates;
  if (only === undefined) throw noWebhook(released, 'cannot receive deliveries');
  if (chosen !== undefined) return { ...only, event: only.read() };
  const readable = candidates.flatMap((each) => tryRead(each) ?? []);
  const rest = readable.filter(({ webhook }) => webhook.match === undefined);
  const found =
    readable.find(({ webhook, event }) => webhook.match?.every((condition) => holds(condition, { event }))) ??
    readable.find(({ webhook, event }) => findHandshake(webhook, event) !== undefined) ??
    (rest.length === 1 ? rest[0] : undefined);
  if (found !== undefined) return found;
  if (readable.length === 0) only.read(); // Throws the error of the body.
  throw noWebhook(released, 'has no webhook whose "match" fits this delivery');
}

/** For a connector with one webhook, the parameter belongs to the service. */
function namedIn({ query: { webhook } }: Delivery): string | undefined {
  return typeof webhook === 'string' ? webhook : undefined;
}

/** Finds the handshake that a request is, whatever secret it must name. */
export function findHandshake(
  { handshake }: ConnectorWebhook,
  event: EventValue,
): NonNullable<ConnectorWebhook['handshake']>[number] | undefined {
  return handshake?.find(
    ({ method = 'POST', when }) =>
      method === event.method &&
      when.every((condition) => condition.isSecret !== undefined || holds(condition, { event })),
  );
}

interface Candidate {
  name: string;
  webhook: ConnectorWebhook;
  read(): EventValue;
}

function candidate({ webhooks }: ConnectorPackage, name: string, delivery: Delivery): Candidate {
  const webhook = webhooks[name]!;
  return { name, webhook, read: () => readEvent(delivery, webhook) };
}

/** Undefined if the webhook cannot read the body, which may belong to another webhook. */
function tryRead({ name, webhook, read }: Candidate): ChosenWebhook | undefined {
  try {
    return { name, webhook, event: read() };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function noWebhook({ connector, webhooks }: ConnectorPackage, what: string): Problem {
  const names = Object.keys(webhooks);
  const advice =
    names.length === 0
      ? 'it has no webhooks'
      : `add ?webhook=<name> to the address (one of ${names.join(', ')}), or give its webhooks a "match"`;
  return new Problem('not_found', `The connector "${connector.id}" ${what}; ${advice}.`);
}
