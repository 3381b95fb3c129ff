import { type ConnectorWebhook, Problem } from '@tallyhook/schemas';
import { renderTemplate } from '../templates/render.ts';
import type { EventValue } from './read-event.ts';

/** More than any service puts into one body, and few enough to store before the sender times out. */
const maxEvents = 5_000;

/** One event of a body, as templates see it, and its place in the body, such as `event.body.entry.0`. */
export interface EventPart {
  event: EventValue;
  item: unknown;
  place: string;
}

/** The lists that a body is split by, outermost first, each with the name of its elements. */
export function splitLevels(split: NonNullable<ConnectorWebhook['split']>): { path: string; as: string }[] {
  return typeof split === 'string' ? [{ path: split, as: 'item' }] : split;
}

/**
 * Returns the elements of the innermost lists, each with its enclosing elements. An element whose inner list is missing
 * or empty is an event itself, so nothing is lost.
 * @throws Problem `invalid_request` if there is no outermost list, and `body_too_large`.
 */
export function splitEvent({ split, body }: ConnectorWebhook, event: EventValue): EventPart[] {
  if (split === undefined) return [{ event, item: event.body, place: 'event.body' }];
  const [outermost, ...inner] = splitLevels(split);
  const isXml = body === 'xml';
  const items = listAt(outermost!.path, event, isXml);
  if (items === undefined) throw new Problem('invalid_request', `The body has no list at ${outermost!.path}.`);
  // Counted first: even a body within the size limit may hold millions of elements, and each would become an event.
  refuseMany(items.length);
  let parts = elementsOf({ event, item: undefined, place: outermost!.path }, items, outermost!);
  for (const level of inner) {
    // Only an element of the previous list has an inner list. What was not split further stays as it is.
    const lists = parts.map((part) => listAt(level.path, part.event, isXml) ?? []);
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

/** In XML, one element is a list of one, and none an empty list. */
function listAt(path: string, event: EventValue, isXml: boolean): unknown[] | undefined {
  const value = renderTemplate(`{{${path}}}`, { event }, { place: 'split' });
  if (Array.isArray(value)) return value as unknown[];
  if (!isXml) return undefined;
  return value === undefined || value === null ? [] : [value];
}

function refuseMany(count: number): void {
  if (count <= maxEvents) return;
  const sentence = `A delivery may contain at most ${maxEvents} events; this one contains ${count}.`;
  throw new Problem('body_too_large', sentence);
}

const bodies = new WeakMap<object, unknown>();

/**
 * What stood around the innermost list of an event: the body, and each enclosing element by its name, without the list
 * inside it; undefined if the body was not split.
 */
export function aroundOf({ split }: ConnectorWebhook, event: EventValue): Record<string, unknown> | undefined {
  if (split === undefined) return undefined;
  const levels = splitLevels(split);
  const around = levels.map(({ path }) => {
    const [, root = 'body', ...names] = path.split('.');
    return [root, root === 'body' ? bodyWithout(event.body, names) : without(event[root], names)] as const;
  });
  return Object.fromEntries(around);
}

/** All events of a body share what stood around their list. */
function bodyWithout(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (!bodies.has(body)) bodies.set(body, without(body, names));
  return bodies.get(body);
}

function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const key = name.replace(/^\[(.*)\]$/, '$1');
  return Object.fromEntries(
    Object.entries(value).flatMap(([own, inner]) =>
      own !== key ? [[own, inner]] : rest.length === 0 ? [] : [[own, without(inner, rest)]],
    ),
  );
}
