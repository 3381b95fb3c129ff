import { type ConnectorWebhook, Problem } from '@tallyhook/schemas';
import { renderTemplate } from '../templates/render.ts';
import type { EventValue } from './read-event.ts';

/** More than any service puts into one body, and few enough to be kept before the sender gives up. */
const mostEvents = 5_000;

/** One event of a body, as templates reach it, and where in the body it stands, such as `event.body.entry.0`. */
export interface EventPart {
  event: EventValue;
  item: unknown;
  place: string;
}

/** The lists that a body is split by, the outermost first; an element of each has a name. */
export function splitLevels(split: NonNullable<ConnectorWebhook['split']>): { path: string; as: string }[] {
  return typeof split === 'string' ? [{ path: split, as: 'item' }] : split;
}

/**
 * Gives the elements of the innermost lists, each with those that it stands in. One that has no such list, or an empty
 * one, is an event itself: nothing is lost. Throws Problem `invalid_request` where there is no outermost list, and
 * `body_too_large`.
 */
export function splitEvent({ split }: ConnectorWebhook, event: EventValue): EventPart[] {
  if (split === undefined) return [{ event, item: event.body, place: 'event.body' }];
  const [outermost, ...inner] = splitLevels(split);
  const items = listAt(outermost!.path, event);
  if (items === undefined) throw new Problem('invalid_request', `The body holds no list at ${outermost!.path}.`);
  // Counted first: a body that is not too large may hold millions of elements, and each would become an event.
  refuseMany(items.length);
  let parts = elementsOf({ event, item: undefined, place: outermost!.path }, items, outermost!);
  for (const level of inner) {
    // Only an element of the list before has such a list: what was split no further stays as it is.
    const lists = parts.map((part) => listAt(level.path, part.event) ?? []);
    refuseMany(lists.reduce((sum, { length }) => sum + Math.max(1, length), 0));
    parts = parts.flatMap((part, index) => {
      const list = lists[index]!;
      if (list.length === 0) return [part];
      const place = `${part.place}${level.path.replace(/^event\.[^.]+/, '')}`;
      return elementsOf({ ...part, place }, list, level);
    });
  }
  return parts;
}

function elementsOf({ event, place }: EventPart, items: unknown[], { as }: { as: string }): EventPart[] {
  return items.map((item, index) => ({ event: { ...event, [as]: item, item }, item, place: `${place}.${index}` }));
}

function listAt(path: string, event: EventValue): unknown[] | undefined {
  const value = renderTemplate(`{{${path}}}`, { event }, { place: 'split' });
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}

function refuseMany(count: number): void {
  if (count <= mostEvents) return;
  const sentence = `A delivery holds at most ${mostEvents} events; this one holds ${count}.`;
  throw new Problem('body_too_large', sentence);
}
