import type { ConnectorWebhook } from '@tallyhook/schemas';
import type { Delivery } from './read-delivery.ts';
import { readDeliveryBody } from './read-delivery-body.ts';

/** The value of `event` in templates. A webhook that splits the body adds the element and the names it declares. */
export interface EventValue {
  method: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  query: unknown;
  body: unknown;
  [element: string]: unknown;
}

/**
 * Converts a delivery to `event`.
 * @throws Problem if the body cannot be read.
 */
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
