import { isDeepStrictEqual } from 'node:util';
import type { DeliveryEvent } from './read-delivery.ts';

/** An event and where in the body it stands, such as `event.body.entry.0`. */
export interface PlacedEvent {
  event: DeliveryEvent;
  place: string;
}

/**
 * Says of each event of one delivery that differs from an earlier one of the same account and id, which that is: only
 * the earlier one starts something. One that is the same as the earlier is the same event twice.
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
    const id = JSON.stringify(deliveryId.length <= longestShown ? deliveryId : `${deliveryId.slice(0, longestShown)}…`);
    return [`${place} has the delivery id ${id} of ${other.place}, and differs from it: it starts nothing`];
  });
}

const longestShown = 100;
