import type { ConnectorPackage, WebhookFixture } from '@tallyhook/schemas';
import { Problem } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { canonicalJson } from '../compile/canonical-json.ts';
import { deliveryOf, eventsOf, unreadOf } from '../fixtures/play-fixture.ts';
import { runFixture } from '../fixtures/run-fixture.ts';
import { contentTypeOf } from '../runtime/content-type.ts';
import { type Delivery, readDelivery } from '../runtime/read-delivery.ts';
import { spellings } from '../runtime/redact.ts';
import { minCredentialLength } from './credential-values.ts';
import { suspectedSecrets } from './find-secrets.ts';
import { createScrubber, type Placeholder } from './scrubber.ts';
import { writtenSecrets } from './written-secrets.ts';

/** A webhook fixture made from a delivery, or why none can be made. */
export type MadeWebhookFixture = { fixture: WebhookFixture } | { problem: string };

/**
 * Makes a fixture of a delivery that arrived. Each value with a credential name, and each in a service's format, is
 * replaced by a made-up one, and the fixture expects what the webhook reads of it then.
 */
export async function makeWebhookFixture(
  released: ConnectorPackage,
  webhook: string,
  delivery: Delivery,
): Promise<MadeWebhookFixture> {
  const text = delivery.rawBody.toString('utf8');
  if (!delivery.rawBody.equals(Buffer.from(text, 'utf8'))) return { problem: 'Its body is not UTF-8 text.' };
  const observed = {
    ...(delivery.method === 'POST' ? {} : { method: delivery.method }),
    headers: keptHeaders(released, webhook, delivery),
    ...(Object.keys(delivery.query).length > 0 && { query: textsOf(delivery.query) }),
    ...(text !== '' && { body: bodyOf(text, String(contentTypeOf(delivery.headers) ?? '')) }),
  };
  const scrubbed = createScrubber(placeholdersOf(delivery)).value(observed) as WebhookFixture['delivery'];
  const expect = expectationOf(released, webhook, scrubbed);
  const fixture: WebhookFixture = { kind: 'webhook', webhook, delivery: scrubbed, expect };
  const leaks = [...new Set(writtenSecrets(fixture).map(({ name }) => name))];
  if (leaks.length > 0) return { problem: `It would still contain ${leaks.join(', ')}: write it by hand.` };
  const [difference] = await runFixture(released, fixture);
  return difference === undefined ? { fixture } : { problem: `It does not pass: ${difference}.` };
}

/** The credentials in a delivery, in every encoding. */
export function secretsInDelivery(delivery: Delivery): string[] {
  const found = placeholdersOf(delivery).map(({ secret }) => secret);
  return spellings(found.filter(({ length }) => length >= minCredentialLength));
}

/** What arrived is searched like a request of ours. */
function placeholdersOf({ method, headers, query, rawBody }: Delivery): Placeholder[] {
  const url = `https://hooks.invalid/?${new URLSearchParams(textsOf(query)).toString()}`;
  const request = { method, url, headers: textsOf(headers), body: rawBody };
  return suspectedSecrets([{ request, response: new ActionError('fatal', 'none'), timeMs: 0 }], []);
}

/** Headers of the way here, which say nothing about the event. */
const ofTheWay =
  /^(accept.*|cdn-loop|cf-.*|connection|content-(encoding|length)|date|expect|forwarded|host|keep-alive|te|trace.*|transfer-encoding|upgrade.*|user-agent|via|x-(amzn-trace-id|cloud-trace-context|forwarded-.*|real-ip|request-start))$/;

function keptHeaders(released: ConnectorPackage, webhook: string, { headers }: Delivery): Record<string, string> {
  const named = canonicalJson(released.webhooks[webhook]).matchAll(/headers\.\[?([A-Za-z0-9-]+)/g);
  const names = new Set([...named].map(([, name]) => name!.toLowerCase()));
  return Object.fromEntries(
    Object.entries(textsOf(headers)).filter(([name]) => names.has(name) || !ofTheWay.test(name)),
  );
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().map(String).join(', ')]],
    ),
  );
}

/** A JSON body as a value, so that it can be read and changed; any other as its text. */
function bodyOf(text: string, contentType: string): unknown {
  if (contentType !== '' && !/[/+]json\s*(;|$)/i.test(contentType)) return text;
  try {
    const value: unknown = JSON.parse(text);
    // As a value, a text would lose its quotation marks.
    return typeof value === 'string' ? text : value;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function expectationOf(
  released: ConnectorPackage,
  webhook: string,
  delivery: WebhookFixture['delivery'],
): WebhookFixture['expect'] {
  try {
    const arrived = deliveryOf({ kind: 'webhook', webhook, delivery, expect: { kind: 'refused' } });
    const reading = readDelivery(released, webhook, arrived, { account: {} });
    const events = eventsOf(reading);
    const unread = unreadOf(reading)?.length ?? 0;
    return { kind: reading.kind, ...(events && { events }), ...(unread > 0 && { unread }) };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'refused' };
    throw error;
  }
}
