import { newId, type ReceivedEvent } from '@tallyhook/store';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { readDelivery, type Delivery, type DeliveryAnswer, type ReadDelivery } from '@tallyhook/sdk';
import { refuseDeepText } from './nesting.ts';

/** What a delivery is answered, and the events it brought; none where it only proves an address or says nothing. */
export interface DeliveryReading {
  answer: DeliveryAnswer;
  events: ReceivedEvent[];
}

/** More than any service puts into one body, and few enough to be kept before the sender gives up. */
const mostEvents = 5_000;

/**
 * Reads a delivery with each version of the connector that is in use. The newest one decides about the answer; an older
 * one that reads the same delivery id is another reading of the same event.
 * @throws Problem for a delivery that the newest version cannot read: `not_found`, `invalid_json`, `invalid_request`,
 * `unsupported_type`, `body_too_large`.
 */
export function readEvents(packages: readonly ConnectorPackage[], delivery: Delivery): DeliveryReading {
  refuseDeepBody(packages, delivery);
  const [newest, ...older] = packages as [ConnectorPackage, ...ConnectorPackage[]];
  const reading = readWith(newest, delivery);
  if (reading.kind === 'handshake') return { answer: reading.answer, events: [] };
  // Without an id of its own every delivery runs; all versions must see the same one.
  const ownId = newId();
  const events = toEvents(reading, newest, ownId);
  const byKey = new Map(events.toReversed().map((event) => [keyOf(event), event]));
  for (const released of older) {
    for (const event of toEvents(readIfAble(released, delivery), released, ownId)) {
      const known = byKey.get(keyOf(event));
      if (known) addReading(known, event);
      else events.push(event);
    }
  }
  return { answer: reading.answer, events };
}

/** A body that nests deep takes seconds to parse, so that this is found out before. */
function refuseDeepBody(packages: readonly ConnectorPackage[], { headers, rawBody }: Delivery): void {
  const type = String(headers['content-type'] ?? '');
  if (type === '' || /[/+]json\s*(;|$)/i.test(type)) refuseDeepText(rawBody);
  if (!/^application\/x-www-form-urlencoded/i.test(type.trim())) return;
  const fields = new Set(
    packages.flatMap(({ webhooks }) => Object.values(webhooks).flatMap(({ formField }) => formField ?? [])),
  );
  if (fields.size === 0) return;
  const form = new URLSearchParams(rawBody.toString('utf8'));
  for (const field of fields) refuseDeepText(Buffer.from(form.get(field) ?? ''));
}

function readWith(released: ConnectorPackage, delivery: Delivery): ReadDelivery {
  const names = Object.keys(released.webhooks);
  const named = delivery.query['webhook'];
  return readDelivery(released, names.length > 1 && typeof named === 'string' ? named : undefined, delivery);
}

/** What an older version makes of a delivery that it may not know. */
function readIfAble(released: ConnectorPackage, delivery: Delivery): ReadDelivery | undefined {
  try {
    return readWith(released, delivery);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function toEvents(reading: ReadDelivery | undefined, { connector }: ConnectorPackage, ownId: string): ReceivedEvent[] {
  if (reading?.kind !== 'events') return [];
  const { events } = reading;
  if (events.length > mostEvents) {
    throw new Problem(
      'body_too_large',
      `A delivery holds at most ${mostEvents} events; this one holds ${events.length}.`,
    );
  }
  return events.map(({ event, externalId, deliveryId, payload }, index) => ({
    connectorVersion: connector.version,
    event,
    externalId,
    deliveryId: deliveryId ?? `${ownId}-${index}`,
    payload,
  }));
}

const keyOf = ({ externalId, deliveryId }: ReceivedEvent) => JSON.stringify([externalId, deliveryId]);

function addReading(known: ReceivedEvent, { connectorVersion, event, payload }: ReceivedEvent): void {
  known.otherReadings = [...(known.otherReadings ?? []), { connectorVersion, event, payload }];
}
