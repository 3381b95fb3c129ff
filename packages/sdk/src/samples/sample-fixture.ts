import { type ActionFixture, type ConnectorPackage, Problem, type WebhookFixture } from '@tallyhook/schemas';
import { ActionError, asActionError } from '../action-error.ts';
import { describeSentBody } from '../fixtures/compare-requests.ts';
import type { Http, HttpRequest } from '../http/http.ts';
import { contentTypeOf } from '../runtime/content-type.ts';
import { findAction } from '../runtime/find-action.ts';
import { readDelivery } from '../runtime/read-delivery.ts';
import { runAction } from '../runtime/run-action.ts';
import { sampleDelivery } from './sample-delivery.ts';
import { sampleAccount } from './sample-account.ts';
import { sampleInput } from './sample-value.ts';

/** No Content, Reset Content. */
const withoutBody: readonly number[] = [204, 205];

const byHand = 'write its exchanges by hand, or record them with `tallyhook record`';

/**
 * Makes up a fixture for an action that passes: the request is the action's real one, the answer is invented.
 * `usualStatus` is the status of the answer if the action declares no success status; with 204 and 205 there is no
 * body.
 * @throws Problem `invalid_input` for an action that makes several requests, or whose request cannot be made up.
 */
export async function sampleActionFixture(
  released: ConnectorPackage,
  name: string,
  usualStatus = 200,
): Promise<ActionFixture> {
  const action = findAction(released, name);
  if (action.upload !== undefined || action.pagination !== undefined) {
    const why = action.upload === undefined ? 'loads page after page' : 'sends a file';
    throw new Problem('invalid_input', `The action "${name}" ${why}, so its responses cannot be made up: ${byHand}.`);
  }
  const [input, account] = [sampleInput(action.input), sampleAccount(released)];
  const status = action.request.success?.status?.[0] ?? usualStatus;
  const response = { status, ...(withoutBody.includes(status) ? {} : { body: { id: '1' } }) };
  const sent: HttpRequest[] = [];
  const got = await runAction(released, name, { input, account, http: answering(response, sent) }).catch(asActionError);
  if (sent.length === 0) {
    const why = got instanceof ActionError ? `: ${got.message}` : '';
    throw new Problem('invalid_input', `No request of the action "${name}" can be made up${why}; ${byHand}.`);
  }
  const expect = got instanceof ActionError ? { error: got.class } : { output: got.output };
  const exchanges = sent.map((request) => ({ request: describeRequest(request), response }));
  return { kind: 'action', action: name, input, account, exchanges, expect };
}

/** An HTTP client that always gives one answer and records the requests. */
function answering({ status, body }: { status: number; body?: unknown }, sent: HttpRequest[]): Http {
  return {
    send: async (request) => {
      sent.push(request);
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      return { status, headers, body: Buffer.from(JSON.stringify(body) ?? '') };
    },
    sendStream: () => Promise.reject(new ActionError('fatal', 'no file is sent')),
    close: () => Promise.resolve(),
  };
}

function describeRequest({ method, url, body, headers }: HttpRequest): ActionFixture['exchanges'][number]['request'] {
  const type = contentTypeOf(headers) ?? '';
  // The boundary of a form is different each time.
  if (body === undefined || type.startsWith('multipart/')) return { method, url };
  return { method, url, body: describeSentBody({ headers, body }) };
}

/** Makes up a webhook fixture that passes. */
export function sampleWebhookFixture(released: ConnectorPackage, webhook: string): WebhookFixture {
  const { headers, query, body } = sampleDelivery(released.webhooks[webhook]!);
  const delivery = { headers, ...(Object.keys(query).length > 0 && { query }), body };
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
  const read = (): WebhookFixture['expect'] => {
    const reading = readDelivery(released, webhook, { method: 'POST', headers, query, rawBody });
    if (reading.kind !== 'events') return { kind: reading.kind };
    const events = reading.events.map(({ event, deliveryId, externalId }) => ({
      event,
      deliveryId,
      externalId: externalId ?? 'any',
    }));
    return { kind: 'events', events };
  };
  return { kind: 'webhook', webhook, delivery, expect: orRefused(read) };
}

function orRefused(read: () => WebhookFixture['expect']): WebhookFixture['expect'] {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return { kind: 'refused' };
    throw error;
  }
}
