import { createHmac } from 'node:crypto';
import { type DeliveryVendor, units } from '../deliveries/vendor.ts';

/**
 * Slack waits three seconds and retries three times, stating the number and reason of each retry. An event with
 * `challenge` is the verification that Slack sends before it delivers anything.
 */
export const slackDeliveries: DeliveryVendor = {
  maxEvents: 1,
  timeoutMs: 3 * units.secondMs,
  pausesMs: [100, units.minuteMs, 5 * units.minuteMs],
  write({ events, deliveryId, attempt, lastFault, secret, sentAt }) {
    const event = events[0]!;
    const outer = { token: 'practice-verification', team_id: 'T0PRACTICE', api_app_id: 'A0PRACTICE' };
    const eventId = `Ev${deliveryId.replaceAll('-', '').slice(0, 9).toUpperCase()}`;
    const body = JSON.stringify(
      event['challenge'] === undefined
        ? { ...outer, type: 'event_callback', event_id: eventId, event_time: 1_234_567_890, event }
        : { token: outer.token, challenge: event['challenge'], type: 'url_verification' },
    );
    const time = Math.floor(sentAt.getTime() / 1000);
    const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`, 'utf8').digest('hex');
    const again = { 'x-slack-retry-num': String(attempt - 1), 'x-slack-retry-reason': lastFault ?? 'unknown_error' };
    const headers = {
      'content-type': 'application/json',
      'x-slack-request-timestamp': String(time),
      'x-slack-signature': `v0=${signature}`,
      ...(attempt > 1 && again),
    };
    return { headers, body };
  },
};
