import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { compileConnector, type DeliveryEvent, readDelivery } from '../src/index.ts';
import { type PracticeProcess, startPractice } from './practice-process.ts';

const home = join(import.meta.dirname, '../../connectors');
const names = ['github', 'stripe', 'shopify', 'slack', 'hubspot'];
const packages = new Map(names.map((name) => [name, compileConnector(join(home, name)).package!]));

interface Attempt {
  status: number | null;
  body: string;
}

describe('deliveries of practice services to shipped connectors', () => {
  let practice: PracticeProcess;
  let receiver: Server;
  let read: { kind: string; events: DeliveryEvent[] }[];
  /** How many deliveries get status 500 after they were read, as if the answer was lost. */
  let lost: number;

  before(async () => {
    practice = await startPractice(names);
    receiver = createServer((request, response) => {
      void buffer(request).then((rawBody) => {
        const { pathname, searchParams } = new URL(request.url!, 'http://receiver');
        const released = packages.get(pathname.slice('/hooks/'.length))!;
        const query = Object.fromEntries(searchParams);
        const delivery = { method: request.method!, headers: request.headers, query, rawBody };
        const reading = readDelivery(released, undefined, delivery);
        read.push({ kind: reading.kind, events: reading.kind === 'events' ? reading.events : [] });
        const { status, headers, body } = reading.answer;
        if (read.length <= lost) response.writeHead(500).end();
        else response.writeHead(status, headers).end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  beforeEach(() => {
    read = [];
    lost = 0;
  });
  after(async () => {
    receiver.close();
    receiver.closeAllConnections();
    await practice.stop();
  });

  async function deliver(name: string, events: Record<string, unknown>[], query = ''): Promise<Attempt[]> {
    const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/${name}${query}`;
    const init = { method: 'POST', body: JSON.stringify({ to, events, pace: 0 }) };
    return (await (await fetch(`${practice.services[name]!.url}/__practice/deliveries`, init)).json()) as Attempt[];
  }

  const rows: [name: string, event: Record<string, unknown>, query: string, expected: [string, RegExp, string]][] = [
    [
      'github',
      { event: 'issues', action: 'opened', repository: { owner: { login: 'octo' } } },
      '',
      ['issues.opened', /^[\da-f-]{36}$/, 'octo'],
    ],
    [
      'stripe',
      { type: 'invoice.paid', data: { object: {} } },
      '?account=acct_1',
      ['invoice.paid', /^evt_[\da-f]{32}$/, 'acct_1'],
    ],
    [
      'shopify',
      { topic: 'orders/paid', shop: 'fern.myshopify.com' },
      '',
      ['orders/paid', /^[\da-f-]{36}$/, 'fern.myshopify.com'],
    ],
    ['slack', { type: 'message', text: 'Hello' }, '', ['message', /^Ev[\dA-F]{9}$/, 'T0PRACTICE']],
    [
      'hubspot',
      { subscriptionType: 'contact.creation' },
      '',
      ['contact.creation', /^62515-12345-1-1564113600000$/, '62515'],
    ],
  ];
  for (const [name, event, query, [kind, id, externalId]] of rows) {
    it(`${name}: the connector reads event, id and account, and the service accepts its answer`, async () => {
      const attempts = await deliver(name, [event], query);
      assert.deepEqual(
        attempts.map(({ status }) => status),
        [200],
      );
      const [got] = read[0]!.events;
      assert.deepEqual([got?.event, got?.externalId], [kind, externalId]);
      assert.match(got?.deliveryId ?? '', id);
    });
  }

  for (const [name, event, query] of rows.filter(([name]) => name !== 'github')) {
    it(`${name}: a delivery repeated after a lost answer has the same id`, async () => {
      lost = 2;
      const attempts = await deliver(name, [event], query);
      assert.deepEqual(
        attempts.map(({ status }) => status),
        [500, 500, 200],
      );
      const ids = read.flatMap(({ events }) => events.map(({ deliveryId }) => deliveryId));
      assert.deepEqual([ids.length, new Set(ids).size], [3, 1]);
    });
  }

  it('slack: a challenge is echoed and starts nothing', async () => {
    const [attempt] = await deliver('slack', [{ challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' }]);
    assert.equal(attempt?.body, '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P');
    assert.deepEqual(read, [{ kind: 'handshake', events: [] }]);
  });

  it('github: a ping starts nothing', async () => {
    await deliver('github', [{ event: 'ping', zen: 'Keep it logically awesome.' }]);
    assert.deepEqual(read, [{ kind: 'ignored', events: [] }]);
  });

  it('hubspot: each event of a list has its own id, also when the list is repeated', async () => {
    lost = 1;
    await deliver('hubspot', [{}, { subscriptionId: 7 }, { occurredAt: 1 }]);
    const [first, second] = read.map(({ events }) => events.map(({ deliveryId }) => deliveryId));
    assert.equal(new Set(first).size, 3);
    assert.deepEqual(second, first);
  });
});
