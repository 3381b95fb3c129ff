import { createHmac } from 'node:crypto';
import { type DeliveryVendor, units } from '../deliveries/vendor.ts';

const { minuteMs, secondMs } = units;

/** Shopify waits five seconds and retries eight times in four hours. `topic` and `shop` of an event become headers. */
export const shopifyDeliveries: DeliveryVendor = {
  maxEvents: 1,
  timeoutMs: 5 * secondMs,
  pausesMs: [
    minuteMs,
    5 * minuteMs,
    10 * minuteMs,
    20 * minuteMs,
    30 * minuteMs,
    45 * minuteMs,
    60 * minuteMs,
    60 * minuteMs,
  ],
  write({ events, deliveryId, secret, sentAt }) {
    const {
      topic = 'orders/create',
      shop = 'practice.myshopify.com',
      eventId = `${deliveryId}-event`,
      ...payload
    } = events[0]!;
    const body = JSON.stringify(payload);
    const headers = {
      'content-type': 'application/json',
      'x-shopify-topic': String(topic),
      'x-shopify-shop-domain': String(shop),
      'x-shopify-api-version': '2025-01',
      'x-shopify-webhook-id': deliveryId,
      'x-shopify-event-id': String(eventId),
      'x-shopify-triggered-at': sentAt.toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body, 'utf8').digest('base64'),
    };
    return { headers, body };
  },
};
