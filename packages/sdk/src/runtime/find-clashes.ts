import { isDeepStrictEqual } from 'node:util';
import type { DeliveryEvent } from './read-delivery.ts';

/** An event and its place in the body, such as `event.body.entry.0`. */
export interface PlacedEvent {
  event: DeliveryEvent;
  place: string;
}

/**
 * Finds events of one delivery that differ from an earlier one with the same account and id, and names the earlier one:
 * only that one starts something. An identical event is just a duplicate.
 */
export function findClashes(events: readonly PlacedEvent[]): string[] {
  const first = new Map<string, PlacedEvent>();
  return events.flatMap(({ event, place }) => {
    const { deliveryId, externalId, event: name, payload } = event;
    if (deliveryId === null) return [];
    const key = JSON.stringify([externalId, deliveryId]);
    const other = first.get(key);
    if (other === undefined) first.set(key, { event, place });
    if (other === undefined || isDeepStrictEqual([name, payload], [other.event.event, other.event.payload])) return [];
    const id = JSON.stringify(
      deliveryId.length <= maxShownLength ? deliveryId : `${deliveryId.slice(0, maxShownLength)}…`,
    );
    return [`${place} has the same delivery id ${id} as ${other.place} but different content, so it starts nothing`];
  });
}

const maxShownLength = 100;
