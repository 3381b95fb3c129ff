import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type AnyPracticeService, createPracticeService, practiceSecret, type ServiceName } from '../src/index.ts';

interface Arrived {
  headers: IncomingHttpHeaders;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests look at whatever came
  json: any;
}

const sign = (text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', practiceSecret).update(text, 'utf8').digest(encoding);

describe('deliveries', () => {
  let receiver: Server;
  let to: string;
  let arrived: Arrived[];
  /** The answers to each delivery; the last one repeats. 0 means no answer. */
  let answers: number[];
  const services = new Map<ServiceName, AnyPracticeService>();

  before(async () => {
    receiver = createServer((request, response) => {
      void buffer(request).then((body) => {
        const text = body.toString('utf8');
        arrived.push({ headers: request.headers, text, json: JSON.parse(text) });
        const status = answers[Math.min(arrived.length, answers.length) - 1]!;
        if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end('taken');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/x`;
    for (const service of ['github', 'stripe', 'shopify', 'slack', 'hubspot'] as const)
      services.set(service, await createPracticeService({ service, port: 0 }));
  });
  beforeEach(() => {
    arrived = [];
    answers = [200];
  });
  after(async () => {
    receiver.close();
    receiver.closeAllConnections();
    for (const service of services.values()) await service.close();
  });

  const deliver = (service: ServiceName, ...events: Record<string, unknown>[]) =>
    services.get(service)!.deliver({ to, events, pace: 0 });

  it('of GitHub have event and id in headers and a signed body', async () => {
    await deliver('github', { event: 'issues', action: 'opened' });
    const { headers, text, json } = arrived[0]!;
    assert.deepEqual([headers['x-github-event'], json], ['issues', { action: 'opened' }]);
    assert.equal(headers['x-hub-signature-256'], `sha256=${sign(text, 'hex')}`);
  });

  it('of GitHub are never resent', async () => {
    answers = [500];
    assert.deepEqual(
      (await deliver('github', { event: 'push' })).map(({ status }) => status),
      [500],
    );
  });

  it('of Stripe have the id in the body and sign time and body', async () => {
    await deliver('stripe', { type: 'invoice.paid' });
    const { headers, text, json } = arrived[0]!;
    const [, time, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['stripe-signature']))!;
    assert.equal(signature, sign(`${time}.${text}`, 'hex'));
    assert.match(json.id, /^evt_/);
  });

  it('of Shopify have topic, shop and two ids in headers', async () => {
    await deliver('shopify', { topic: 'orders/paid', shop: 'fern.myshopify.com', total: '1.00' });
    const { headers, text } = arrived[0]!;
    assert.deepEqual(
      [headers['x-shopify-topic'], headers['x-shopify-shop-domain']],
      ['orders/paid', 'fern.myshopify.com'],
    );
    assert.equal(headers['x-shopify-hmac-sha256'], sign(text, 'base64'));
    assert.notEqual(headers['x-shopify-webhook-id'], headers['x-shopify-event-id']);
  });

  it('of Slack begin with a challenge to send back', async () => {
    const [attempt] = await deliver('slack', { challenge: '3eZb' });
    assert.deepEqual(
      [arrived[0]!.json.type, arrived[0]!.json.challenge, attempt!.body],
      ['url_verification', '3eZb', 'taken'],
    );
  });

  it('of Slack are resent three times with the count and reason', async () => {
    answers = [500];
    await deliver('slack', { type: 'message' });
    assert.deepEqual(
      arrived.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']]),
      [
        [undefined, undefined],
        ['1', 'http_error'],
        ['2', 'http_error'],
        ['3', 'http_error'],
      ],
    );
    const { headers, text } = arrived[3]!;
    assert.equal(
      headers['x-slack-signature'],
      `v0=${sign(`v0:${headers['x-slack-request-timestamp']}:${text}`, 'hex')}`,
    );
    assert.equal(new Set(arrived.map(({ json }) => json.event_id)).size, 1);
  });

  it('of HubSpot come in lists of a hundred that count attempts', async () => {
    answers = [503, 200];
    const events = Array.from({ length: 101 }, (_, index) => ({ objectId: index }));
    await deliver('hubspot', ...events);
    assert.deepEqual(
      arrived.map(({ json }) => [json.length, json[0].attemptNumber]),
      [
        [100, 0],
        [100, 1],
        [1, 0],
      ],
    );
  });

  it('are resent with the same id until a 2xx; a redirect does not count', async () => {
    answers = [302, 429, 204];
    const attempts = await deliver('shopify', { topic: 'orders/create' });
    assert.deepEqual(
      attempts.map(({ status }) => status),
      [302, 429, 204],
    );
    assert.equal(new Set(arrived.map(({ headers }) => headers['x-shopify-webhook-id'])).size, 1);
  });

  it('of Shopify are given up after eight retries without a timely response', async () => {
    answers = [0];
    const order = { to, events: [{ topic: 'orders/create' }], pace: 0, timeoutMs: 50 };
    const attempts = await services.get('shopify')!.deliver(order);
    assert.deepEqual(new Set(attempts.map(({ fault }) => fault)), new Set(['http_timeout']));
    assert.equal(attempts.length, 9);
  });

  it('can be ordered from outside, only to this machine', async () => {
    const ask = async (order: unknown): Promise<[number, string]> => {
      const init = { method: 'POST', body: JSON.stringify(order) };
      const response = await fetch(`${services.get('stripe')!.url}/__practice/deliveries`, init);
      return [response.status, await response.text()];
    };
    assert.equal((await ask({ to, events: [{ type: 'a' }] }))[0], 200);
    assert.equal((await ask({ to: 'https://example.com/', events: [{ type: 'a' }] }))[0], 422);
    assert.equal((await ask({ to }))[0], 422);
    assert.equal(arrived.length, 1);
  });
});
