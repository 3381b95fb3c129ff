import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import { openStore, type Store } from '@tallyhook/store';
import { createSharedTurns } from '@tallyhook/store/turns';
import { createHookLimiter, senderKey } from '../src/hooks/hook-rates.ts';

const isTooMany = (error: unknown) => error instanceof Problem && error.code === 'too_many_requests';

describe('delivery rate limits', () => {
  let store: Store;
  /** As each api process has one. */
  const createLimiter = () =>
    createHookLimiter({ perSenderPerSecond: 2, perConnectorPerSecond: 5 }, createSharedTurns(store));

  beforeEach(async () => {
    const uri = process.env.MONGODB_URI;
    assert.ok(uri, 'Set MONGODB_URI to a MongoDB replica set: these tests run against a real one.');
    store = await openStore({ uri, databasePrefix: `test_${randomBytes(6).toString('hex')}` });
  });
  afterEach(async () => {
    await store.system.dropDatabase();
    await store.close();
  });

  it('allow a burst of ten seconds per sender, and say how long to wait', async () => {
    const limiter = createLimiter();
    for (let sent = 0; sent < 20; sent++) await limiter.countSender('192.0.2.1');
    await assert.rejects(limiter.countSender('192.0.2.1'), (error: unknown) => {
      assert.ok(error instanceof Problem && error.retryAfterSeconds !== undefined);
      return isTooMany(error) && error.retryAfterSeconds >= 1 && error.retryAfterSeconds <= 10;
    });
  });

  it('count the deliveries to all api processes together', async () => {
    const limiters = [createLimiter(), createLimiter()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, sent) => limiters[sent % 2]!.countSender('192.0.2.1')),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 20);
  });

  it('are those of each process while the database is away', async () => {
    const turns = { take: () => Promise.reject(new Error('the database is away')) };
    const limiter = createHookLimiter({ perSenderPerSecond: 2, perConnectorPerSecond: 5 }, turns);
    for (let sent = 0; sent < 20; sent++) await limiter.countSender('192.0.2.1');
    await assert.rejects(limiter.countSender('192.0.2.1'), isTooMany);
  });

  it('do not affect other senders', async () => {
    const limiter = createLimiter();
    for (let sent = 0; sent < 20; sent++) await limiter.countSender('192.0.2.1');
    await limiter.countSender('192.0.2.2');
  });

  it('count all senders of a connector, and do not affect other connectors', async () => {
    const limiter = createLimiter();
    for (let sent = 0; sent < 50; sent++) await limiter.countConnector('github');
    await assert.rejects(limiter.countConnector('github'), isTooMany);
    await limiter.countConnector('stripe');
  });

  it('count all addresses of one IPv6 /64 as one sender', async () => {
    const limiter = createLimiter();
    for (let host = 0; host < 20; host++) await limiter.countSender(`2001:db8:1:2::${host.toString(16)}`);
    await assert.rejects(limiter.countSender('2001:db8:1:2:ffff::1'), isTooMany);
    await limiter.countSender('2001:db8:1:3::1');
  });
});

describe('sender key', () => {
  const rows: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['what', 'unknown'],
  ];
  for (const [address, key] of rows) {
    it(`is "${key}" for "${address}"`, () => assert.equal(senderKey(address), key));
  }
});
