import { createHmac } from 'node:crypto';
import { type DeliveryVendor, units } from '../deliveries/vendor.ts';

/** GitHub never retries. The field `event` of an event becomes the header X-GitHub-Event. */
export const githubDeliveries: DeliveryVendor = {
  maxEvents: 1,
  timeoutMs: 10 * units.secondMs,
  pausesMs: [],
  write({ events, deliveryId, secret }) {
    const { event = 'push', ...payload } = events[0]!;
    const body = JSON.stringify(payload);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/practice',
      'x-github-event': String(event),
      'x-github-delivery': deliveryId,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`,
    };
    return { headers, body };
  },
};
