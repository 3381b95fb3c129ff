import { randomUUID } from 'node:crypto';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import {
  HandshakeNeedsAccount,
  ownAddress,
  readDelivery,
  type Delivery,
  type DeliveryAnswer,
  type ReadDelivery,
} from '@tallyhook/sdk';

/** An event as one connector version reads it. */
export interface EventOfVersion {
  connectorVersion: string;
  webhook: string;
  event: string;
  payload: unknown;
}

/** An event of a delivery, as the newest version reads it. */
export interface EventOfDelivery extends EventOfVersion {
  externalId: string | null;
  deliveryId: string;
  /** What stood around the list that the body was split by. */
  around?: Record<string, unknown>;
  /** Readings of the same event by the other versions in use. */
  otherReadings?: EventOfVersion[];
}

/** The response to a delivery and its events; no events if it only verifies the address or carries nothing. */
export interface DeliveryReading<Event = EventOfDelivery> {
  answer: DeliveryAnswer;
  events: Event[];
  /** The reasons why parts of the body are not events. */
  leftOut: string[];
  /** The events dropped because another event in the same body has their id. */
  clashes: string[];
}

/** A handshake that a version can answer only with the values of an account. */
export interface AskedHandshake {
  version: string;
  needs: HandshakeNeedsAccount;
}

/** What each connector version made of a delivery. */
interface Attempt {
  released: ConnectorPackage;
  reading?: ReadDelivery;
  asked?: HandshakeNeedsAccount;
  problem?: Problem;
}

/**
 * Reads a delivery with every connector version in use, newest first, each for its own workspaces. If any of them finds
 * events, it is a delivery, whatever the others take it for: a version that answers or refuses too much must not cost
 * other workspaces their deliveries. `isOwn` says that it came to the own address of an account.
 * @throws Problem if no version can read it: `not_found`, `invalid_json`, `invalid_request`, `unsupported_type`,
 * `body_too_large`, `method_not_allowed`.
 */
export function readEvents(
  packages: readonly ConnectorPackage[],
  delivery: Delivery,
  { isOwn }: { isOwn: boolean },
): DeliveryReading | AskedHandshake[] {
  const attempts = packages.map((released) => attempt(released, delivery, isOwn));
  const read = attempts.flatMap(({ released, reading }) => (reading === undefined ? [] : [{ released, reading }]));
  const found = read.filter(({ reading }) => reading.kind === 'events');
  if (found.length > 0) return joinReadings(found);
  const first = attempts.find(({ problem }) => problem === undefined);
  if (first === undefined) throw attempts[0]!.problem!;
  if (first.reading === undefined)
    return attempts.flatMap(({ released, asked }) =>
      asked === undefined ? [] : [{ version: released.connector.version, needs: asked }],
    );
  const { reading } = first;
  const leftOut = reading.kind === 'ignored' ? (reading.leftOut ?? []) : [];
  return { answer: reading.answer, events: [], leftOut, clashes: [] };
}

/** The newest version determines the response; the readings of older ones belong to the same events by their ids. */
function joinReadings(found: { released: ConnectorPackage; reading: ReadDelivery }[]): DeliveryReading {
  // Deliveries without an id always run, so generate one; all versions must see the same id.
  const ownId = randomUUID();
  const [newest, ...older] = found as [(typeof found)[0], ...typeof found];
  const events = toEvents(newest, ownId);
  const byKey = new Map(events.toReversed().map((event) => [keyOf(event), event]));
  for (const other of older) {
    for (const event of toEvents(other, ownId)) {
      const known = byKey.get(keyOf(event));
      if (known) addReading(known, event);
      else events.push(event);
    }
  }
  refuseMany(events.length);
  const { answer } = newest.reading;
  const { leftOut = [], clashes = [] } = newest.reading.kind === 'events' ? newest.reading : {};
  return { answer, events, leftOut, clashes };
}

/** Each event is stored and routed on its own; more than this at once would hold up other deliveries. */
const maxEvents = 2_000;

function refuseMany(count: number): void {
  if (count <= maxEvents) return;
  const detail = `The delivery has ${count} events, and at most ${maxEvents} can come at once: send it in parts.`;
  throw new Problem('invalid_request', detail);
}

function attempt(released: ConnectorPackage, delivery: Delivery, isOwn: boolean): Attempt {
  try {
    const reading = readDelivery(released, undefined, delivery);
    if (!isOwn && reading.kind === 'events' && released.webhooks[reading.webhook]?.account === ownAddress)
      return { released, problem: onlyOwn(released) };
    return { released, reading };
  } catch (error) {
    if (error instanceof HandshakeNeedsAccount) return { released, asked: error };
    if (error instanceof Problem) return { released, problem: error };
    throw error;
  }
}

function onlyOwn({ connector }: ConnectorPackage): Problem {
  const detail = `"${connector.id}" receives deliveries only at the own address of each linked account, /hooks/${connector.id}/<key>: \`tallyhook accounts list\` shows it.`;
  return new Problem('not_found', detail);
}

function toEvents(
  { released, reading }: { released: ConnectorPackage; reading: ReadDelivery },
  ownId: string,
): EventOfDelivery[] {
  if (reading.kind !== 'events') return [];
  const { events, webhook } = reading;
  return events.map(({ event, externalId, deliveryId, payload, around }, index) => ({
    connectorVersion: released.connector.version,
    webhook,
    event,
    externalId,
    deliveryId: deliveryId ?? `${ownId}-${index}`,
    payload,
    ...(around && { around }),
  }));
}

const keyOf = ({ externalId, deliveryId }: EventOfDelivery) => JSON.stringify([externalId, deliveryId]);

function addReading(known: EventOfDelivery, { connectorVersion, webhook, event, payload }: EventOfDelivery): void {
  known.otherReadings = [...(known.otherReadings ?? []), { connectorVersion, webhook, event, payload }];
}
