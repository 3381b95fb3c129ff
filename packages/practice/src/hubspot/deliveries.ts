import { createHmac } from 'node:crypto';
import { type DeliveryVendor, units } from '../deliveries/vendor.ts';

const { minuteMs, hourMs } = units;

/** HubSpot sends lists of up to 100 events, with the attempt number in each, so the body's hash changes per attempt. */
export const hubspotDeliveries: DeliveryVendor = {
  maxEvents: 100,
  timeoutMs: 5 * units.secondMs,
  pausesMs: [
    minuteMs,
    5 * minuteMs,
    15 * minuteMs,
    30 * minuteMs,
    hourMs,
    2 * hourMs,
    4 * hourMs,
    5 * hourMs,
    5 * hourMs,
    6 * hourMs,
  ],
  write({ events, attempt, to, secret, sentAt }) {
    const list = events.map((event, index) => ({
      eventId: index + 1,
      subscriptionId: 12_345,
      portalId: 62_515,
      occurredAt: 1_564_113_600_000,
      subscriptionType: 'contact.creation',
      objectId: 123,
      ...event,
      attemptNumber: attempt - 1,
    }));
    const body = JSON.stringify(list);
    const time = String(sentAt.getTime());
    const headers = {
      'content-type': 'application/json',
      'x-hubspot-request-timestamp': time,
      'x-hubspot-signature-v3': createHmac('sha256', secret).update(`POST${to}${body}${time}`, 'utf8').digest('base64'),
    };
    return { headers, body };
  },
};
