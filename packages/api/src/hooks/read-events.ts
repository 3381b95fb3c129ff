import { newId } from '@tallyhook/store';
import type { ReceivedEvent } from '@tallyhook/store/deliveries';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { readDelivery, type Delivery, type DeliveryAnswer, type ReadDelivery } from '@tallyhook/sdk';

/** The response to a delivery and its events; no events if it only verifies the address or carries nothing. */
export interface DeliveryReading {
  answer: DeliveryAnswer;
  events: ReceivedEvent[];
  /** The reasons why parts of the body are not events. */
  leftOut: string[];
  /** The events dropped because another event in the same body has their id. */
  clashes: string[];
}

/**
 * Reads a delivery with every connector version in use. The newest one determines the response; if an older version
 * reads the same delivery id, that is another reading of the same event.
 * @throws Problem if the newest version cannot read the delivery: `not_found`, `invalid_json`, `invalid_request`,
 * `unsupported_type`, `body_too_large`.
 */
export function readEvents(packages: readonly ConnectorPackage[], delivery: Delivery): DeliveryReading {
  const [newest, ...older] = packages as [ConnectorPackage, ...ConnectorPackage[]];
  const reading = readDelivery(newest, undefined, delivery);
  if (reading.kind === 'handshake') return { answer: reading.answer, events: [], leftOut: [], clashes: [] };
  // Deliveries without an id always run, so generate one; all versions must see the same id.
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

/** Reads with an older version, which may not support the delivery. */
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
