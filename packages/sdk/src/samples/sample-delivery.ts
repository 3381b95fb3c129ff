import type { ConnectorWebhook } from '@tallyhook/schemas';
import { splitLevels } from '../runtime/split-event.ts';
import { filterNames } from '../templates/filters.ts';
import { compileTemplate } from '../templates/template.ts';
import { sampleText } from './sample-value.ts';

/** A made-up delivery. */
export interface SampleDelivery {
  headers: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Makes up a delivery that has a value wherever the webhook reads one. */
export function sampleDelivery({ event, deliveryId, account, split, formField }: ConnectorWebhook): SampleDelivery {
  const delivery: SampleDelivery = { headers: { 'content-type': 'application/json' }, query: {}, body: undefined };
  const elements = pathsOfElements(split);
  for (const path of [event, deliveryId, account].flat().flatMap(readPaths)) {
    put(delivery as unknown as Record<string, unknown>, wholePath(path, elements), sampleText(path.at(-1)!));
  }
  // The split may read the whole body, so only now is it clear that the body is not a list.
  delivery.body ??= {};
  if (formField === undefined) return delivery;
  const headers = { ...delivery.headers, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ [formField]: JSON.stringify(delivery.body) }).toString();
  return { ...delivery, headers, body };
}

/** The paths of the first element of each list, by the element's name in templates. */
function pathsOfElements(split: ConnectorWebhook['split']): Map<string, string[]> {
  const elements = new Map<string, string[]>();
  for (const { path, as } of split === undefined ? [] : splitLevels(split)) {
    const whole = [...wholePath(readPaths(path)[0] ?? [], elements), '0'];
    elements.set(as, whole).set('item', whole);
  }
  return elements;
}

function wholePath([first, ...rest]: string[], elements: ReadonlyMap<string, string[]>): string[] {
  return first === undefined ? [] : [...(elements.get(first) ?? [first]), ...rest];
}

/** The paths below `event` that a template reads, or a bare path. */
function readPaths(text: string): string[][] {
  const template = text.includes('{{') ? text : `{{${text}}}`;
  const { paths = [] } = compileTemplate(template, { filters: filterNames }).template ?? {};
  const names = paths.map(({ segments }) => segments.map(({ name }) => name));
  return names.filter(([first, ...rest]) => first === 'event' && rest.length > 0).map(([, ...rest]) => rest);
}

/** Sets a value at a path, with lists for numeric names. Existing values stay. */
function put(target: Record<string, unknown>, [name, ...rest]: string[], value: string): void {
  if (name === undefined) return;
  const known = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest[0] === undefined) return define(target, name, known ?? value);
  const inside = typeof known === 'object' && known !== null ? known : /^\d+$/.test(rest[0]) ? [] : {};
  define(target, name, inside);
  put(inside as Record<string, unknown>, rest, value);
}

/** Sets a value under a name from outside, which may be `__proto__`. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
