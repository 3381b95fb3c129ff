import assert from 'node:assert/strict';
import type { ConnectorPackage, ConnectorWebhook } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { chooseWebhook } from './choose-webhook.ts';
import { readDelivery, type Delivery } from './read-delivery.ts';

const plain = makePackage({ webhook: {} }).webhooks['events']!;

function withWebhooks(webhooks: Record<string, Partial<ConnectorWebhook>>): ConnectorPackage {
  const whole = Object.entries(webhooks).map(([name, webhook]) => [name, { ...plain, ...webhook }] as const);
  return { ...makePackage({}), webhooks: Object.fromEntries(whole) };
}

function delivery({ body = '{}', ...more }: Partial<Delivery> & { body?: unknown }): Delivery {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { method: 'POST', headers: { 'content-type': 'application/json' }, query: {}, rawBody, ...more };
}

describe('shared webhook address', () => {
  const match = [{ path: 'event.body.kind', is: 'order' }];
  const handshake: ConnectorWebhook['handshake'] = [
    { method: 'GET', when: [{ path: 'event.query.challenge', isNot: null }], answer: { text: 'here' } },
  ];
  const released = withWebhooks({
    all: { formField: 'payload' },
    orders: { match, handshake },
    'orders-again': { match: [...match, { path: 'event.body.again', is: true }] },
  });
  const taker = (sent: Parameters<typeof delivery>[0]): string =>
    chooseWebhook(released, undefined, delivery(sent)).name;

  it('gives a delivery to the first webhook whose match fits', () => {
    assert.equal(taker({ body: { kind: 'order', again: true } }), 'orders');
    assert.equal(taker({ body: { kind: 'order' } }), 'orders');
  });

  it('gives all others to the webhook without a match', () => {
    assert.equal(taker({ body: { kind: 'refund' } }), 'all');
    assert.equal(taker({ body: {} }), 'all');
  });

  it('gives a handshake to the webhook that declares it', () => {
    assert.equal(taker({ method: 'GET', query: { challenge: 'x' }, body: '' }), 'orders');
    assert.equal(
      readDelivery(released, undefined, delivery({ method: 'GET', query: { challenge: 'x' }, body: '' })).kind,
      'handshake',
    );
  });

  it('lets each webhook read the body in its own way', () => {
    const texts = withWebhooks({ text: { body: 'json', match }, form: { formField: 'payload' } });
    const of = (headers: Delivery['headers'], body: string): string =>
      chooseWebhook(texts, undefined, delivery({ headers, body })).name;
    assert.equal(of({ 'content-type': 'text/plain' }, '{"kind":"order"}'), 'text');
    assert.equal(of({ 'content-type': 'application/x-www-form-urlencoded' }, 'payload={}'), 'form');
    assert.throws(() => of({ 'content-type': 'application/json' }, '{'), { code: 'invalid_json' });
  });

  it('may name a webhook in its query, whatever its match', () => {
    assert.equal(taker({ query: { webhook: 'orders-again' } }), 'orders-again');
    assert.throws(() => taker({ query: { webhook: 'other' } }), { code: 'not_found', message: /no webhook "other"/ });
  });

  it('leaves that parameter to the service if there is only one webhook', () => {
    assert.equal(
      chooseWebhook(withWebhooks({ all: {} }), undefined, delivery({ query: { webhook: 'x' } })).name,
      'all',
    );
  });

  it('refuses a delivery that fits no webhook and says how to name one', () => {
    const without = withWebhooks({
      orders: { match },
      refunds: { match: [{ path: 'event.body.kind', is: 'refund' }] },
    });
    const message =
      /no webhook whose "match" fits this delivery; add \?webhook=<name> to the address \(one of orders, refunds\)/;
    assert.throws(() => chooseWebhook(without, undefined, delivery({})), { code: 'not_found', message });
    const both = withWebhooks({ a: {}, b: {} });
    assert.throws(() => chooseWebhook(both, undefined, delivery({})), { code: 'not_found', message: /one of a, b/ });
  });
});
