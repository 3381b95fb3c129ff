import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { createHookLimiter, senderKey } from './hook-rates.ts';

const isTooMany = (error: unknown) => error instanceof Problem && error.code === 'too_many_requests';

describe('the rates of deliveries', () => {
  const createLimiter = () => createHookLimiter({ perSenderPerSecond: 2, perConnectorPerSecond: 5 });

  it('let a sender have ten seconds of its rate at once, and say how long to wait for more', async () => {
    const limiter = createLimiter();
    for (let sent = 0; sent < 20; sent++) await limiter.countSender('192.0.2.1');
    await assert.rejects(limiter.countSender('192.0.2.1'), (error: unknown) => {
      assert.ok(error instanceof Problem && error.retryAfterSeconds !== undefined);
      return isTooMany(error) && error.retryAfterSeconds >= 1 && error.retryAfterSeconds <= 10;
    });
  });

  it('leave other senders alone', async () => {
    const limiter = createLimiter();
    for (let sent = 0; sent < 20; sent++) await limiter.countSender('192.0.2.1');
    await limiter.countSender('192.0.2.2');
  });

  it('hold for a connector whoever sends to it, and leave other connectors alone', async () => {
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

describe('the key of a sender', () => {
  const rows: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['what', 'unknown'],
  ];
  for (const [address, key] of rows) {
    it(`of "${address}" is "${key}"`, () => assert.equal(senderKey(address), key));
  }
});
