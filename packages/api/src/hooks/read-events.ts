import { newId } from '@tallyhook/store';
import type { ReceivedEvent } from '@tallyhook/store/deliveries';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { readDelivery, type Delivery, type DeliveryAnswer, type ReadDelivery } from '@tallyhook/sdk';

/** What a delivery is answered, and the events it brought; none where it only proves an address or says nothing. */
export interface DeliveryReading {
  answer: DeliveryAnswer;
  events: ReceivedEvent[];
  /** Says of each part of the body that is no event why. */
  leftOut: string[];
  /** Says of each event that starts nothing, because another one of the body has its id, which that is. */
  clashes: string[];
}

/**
 * Reads a delivery with each version of the connector that is in use. The newest one decides about the answer; an older
 * one that reads the same delivery id is another reading of the same event.
 * @throws Problem for a delivery that the newest version cannot read: `not_found`, `invalid_json`, `invalid_request`,
 * `unsupported_type`, `body_too_large`.
 */
export function readEvents(packages: readonly ConnectorPackage[], delivery: Delivery): DeliveryReading {
  const [newest, ...older] = packages as [ConnectorPackage, ...ConnectorPackage[]];
  const reading = readDelivery(newest, undefined, delivery);
  if (reading.kind === 'handshake') return { answer: reading.answer, events: [], leftOut: [], clashes: [] };
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
  const clashes = reading.kind === 'events' ? (reading.clashes ?? []) : [];
  return { answer: reading.answer, events, leftOut: reading.leftOut ?? [], clashes };
}

/** What an older version makes of a delivery that it may not know. */
function readIfAble(released: ConnectorPackage, delivery: Delivery): ReadDelivery | undefined {
  try {
    return readDelivery(released, undefined, delivery);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function toEvents(reading: ReadDelivery | undefined, { connector }: ConnectorPackage, ownId: string): ReceivedEvent[] {
  if (reading?.kind !== 'events') return [];
  const { events } = reading;
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
