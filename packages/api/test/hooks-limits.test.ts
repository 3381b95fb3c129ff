import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { connectTemporal } from '@tallyhook/engine/client';
import { setHookScene, type HookScene } from './hook-scene.ts';
import { assertProblem, startService, type Service } from './start-service.ts';

/** Temporal is down: stored deliveries stay waiting. */
const temporal = connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' });

describe('limits of POST /hooks/:connector', () => {
  let service: Service;
  let scene: HookScene;

  const start = async (limits: Parameters<typeof startService>[0]) => {
    service = await startService({ temporal, ...limits });
    scene = await setHookScene(service);
  };

  afterEach(() => service.stop());
  after(() => temporal.close());

  const statusesOf = async (count: number, headers: (index: number) => Record<string, string> = () => ({})) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => scene.deliver({ headers: headers(index) })),
    );
    return answers.map(({ status }) => status);
  };
  const countOf = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

  describe('for a sender', () => {
    const hookRates = { perSenderPerSecond: 2, perConnectorPerSecond: 1_000 };

    it('allow a burst of ten seconds, then refuse with 429 and Retry-After', async () => {
      await start({ hookRates });
      assert.deepEqual(await statusesOf(20), Array(20).fill(200));
      const refused = await scene.deliver();
      assertProblem(refused, 429, 'too_many_requests');
      const seconds = Number(refused.headers.get('retry-after'));
      assert.ok(seconds >= 1 && seconds <= 10);
      assert.equal((await scene.deliveries()).length, 20);
    });

    it('apply before the body is read, so that an endless one is refused immediately', async () => {
      await start({ hookRates });
      await statusesOf(20);
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.write(
        `POST /hooks/${scene.connector} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      assert.match(answer.toString(), /^HTTP\/1\.1 429 /);
    });

    it('ignore forged X-Forwarded-For headers', async () => {
      await start({ hookRates });
      const statuses = await statusesOf(40, (index) => ({ 'x-forwarded-for': `192.0.2.${index}` }));
      assert.equal(countOf(statuses, 200), 20);
    });

    it('are counted per address that a trusted proxy names', async () => {
      await start({ hookRates, trustedProxies: 'loopback' });
      const statuses = await statusesOf(40, (index) => ({ 'x-forwarded-for': `192.0.2.${index % 2}` }));
      assert.equal(countOf(statuses, 200), 40);
      assert.equal((await scene.deliver({ headers: { 'x-forwarded-for': '192.0.2.1' } })).status, 429);
      // The sender wrote everything before the address that the proxy appended.
      assert.equal((await scene.deliver({ headers: { 'x-forwarded-for': '192.0.2.77, 192.0.2.1' } })).status, 429);
      assert.equal((await scene.deliver({ headers: { 'x-forwarded-for': '192.0.2.3' } })).status, 200);
    });

    it('are shared by all addresses of an IPv6 /64', async () => {
      await start({ hookRates, trustedProxies: 'loopback' });
      const statuses = await statusesOf(40, (index) => ({ 'x-forwarded-for': `2001:db8:1:2::${index.toString(16)}` }));
      assert.equal(countOf(statuses, 200), 20);
      assert.equal((await scene.deliver({ headers: { 'x-forwarded-for': '2001:db8:1:3::1' } })).status, 200);
    });

    it('also count addresses without a connector', async () => {
      await start({ hookRates });
      const paths = Array.from({ length: 30 }, (_, index) => scene.deliver({ path: `/hooks/guess-${index}` }));
      const statuses = (await Promise.all(paths)).map(({ status }) => status);
      assert.deepEqual([countOf(statuses, 404), countOf(statuses, 429)], [20, 10]);
    });
  });

  it('apply to a connector across senders, and do not affect other connectors', async () => {
    await start({ hookRates: { perSenderPerSecond: 1_000, perConnectorPerSecond: 2 } });
    const statuses = await statusesOf(30);
    assert.deepEqual([countOf(statuses, 200), countOf(statuses, 429)], [20, 10]);
    const refused = await scene.deliver();
    assertProblem(refused, 429, 'too_many_requests');
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    scene = await setHookScene(service);
    assert.equal((await scene.deliver()).status, 200);
  });

  it('do not block a sender while others hang in the middle of their bodies', async () => {
    await start({});
    const hanging = Array.from({ length: 50 }, () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`POST /hooks/${scene.connector} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"half":`);
      return socket;
    });
    const startedAt = performance.now();
    assert.equal((await scene.deliver()).status, 200);
    assert.ok(performance.now() - startedAt < 20_000);
    for (const socket of hanging) socket.destroy();
  });

  it('answer a sender that keeps sending after it was refused', async () => {
    await start({ hookRates: { perSenderPerSecond: 1, perConnectorPerSecond: 1_000 } });
    await statusesOf(10);
    const outgoing = sendRequest(`${service.url}/hooks/${scene.connector}`, { method: 'POST' });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    for (let sent = 0; sent < 40; sent++) outgoing.write(Buffer.alloc(1_000_000, 'x'));
    outgoing.end();
    const [response] = await answered;
    // Ignore errors after the answer.
    outgoing.on('error', () => undefined);
    response.resume();
    assert.equal(response.statusCode, 429);
  });
});
