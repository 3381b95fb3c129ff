import { createHmac } from 'node:crypto';
import { type DeliveryVendor, units } from '../deliveries/vendor.ts';

const { minuteMs, hourMs } = units;

/** Stripe retries for three days. The signature covers the time and the body, so each attempt is signed again. */
export const stripeDeliveries: DeliveryVendor = {
  maxEvents: 1,
  timeoutMs: 20 * units.secondMs,
  pausesMs: [5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 12 * hourMs, 12 * hourMs, 12 * hourMs],
  write({ events, deliveryId, secret, sentAt }) {
    const id = `evt_${deliveryId.replaceAll('-', '')}`;
    const body = JSON.stringify({ id, object: 'event', api_version: '2024-06-20', livemode: false, ...events[0] });
    const time = Math.floor(sentAt.getTime() / 1000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${signature}`,
    };
    return { headers, body };
  },
};
