import type { ConnectorWebhook } from '@tallyhook/schemas';
import type { Delivery } from './read-delivery.ts';
import { readDeliveryBody } from './read-delivery-body.ts';

/** What templates reach as `event`; a webhook that splits the body adds the element and the names it gives. */
export interface EventValue {
  method: string;
  /** By name in lower case. */
  headers: Record<string, string>;
  query: unknown;
  body: unknown;
  [element: string]: unknown;
}

/** Reads a delivery into `event`. Throws Problem for a body that cannot be read. */
export function readEvent(
  { method, headers, query, rawBody }: Delivery,
  webhook: Pick<ConnectorWebhook, 'body' | 'formField'>,
): EventValue {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
  );
  const texts = Object.fromEntries(entries);
  return { method, headers: texts, query, body: readDeliveryBody(rawBody, texts['content-type'], webhook) };
}
