import type { ConnectorWebhook } from '@tallyhook/schemas';

/** A made-up delivery. */
export interface SampleDelivery {
  headers: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Makes up a delivery that has a value wherever the webhook looks for one. */
export function sampleDelivery({ event, deliveryId, account, split, formField }: ConnectorWebhook): SampleDelivery {
  const delivery: SampleDelivery = { headers: { 'content-type': 'application/json' }, query: {}, body: undefined };
  const list = (split ?? '').split('.').slice(1);
  for (const path of [event, deliveryId, account].flat().flatMap(readPaths)) {
    const whole = path[0] === 'item' ? [...list, '0', ...path.slice(1)] : path;
    put(delivery as unknown as Record<string, unknown>, whole, whole.at(-1)!);
  }
  // What a body is split into may be the whole of it: only now is it clear that it is no list.
  delivery.body ??= {};
  if (formField === undefined) return delivery;
  const headers = { ...delivery.headers, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ [formField]: JSON.stringify(delivery.body) }).toString();
  return { ...delivery, headers, body };
}

/** The paths below `event` that a template names. */
function readPaths(template: string): string[][] {
  return [...template.matchAll(/\bevent((?:\.(?:\[[^\]]+\]|[^\s{}|().[\]]+))+)/g)].map(([, path]) =>
    [...path!.matchAll(/\.(?:\[([^\]]+)\]|([^.[\]]+))/g)].map(([, bracketed, plain]) => bracketed ?? plain!),
  );
}

/** Puts a value at a path, with lists where the path has numbers; what is there already stays. */
function put(target: Record<string, unknown>, [name, ...rest]: string[], value: string): void {
  if (name === undefined) return;
  if (rest[0] === undefined) {
    target[name] ??= value;
    return;
  }
  if (typeof target[name] !== 'object') target[name] = /^\d+$/.test(rest[0]) ? [] : {};
  put(target[name] as Record<string, unknown>, rest, value);
}
