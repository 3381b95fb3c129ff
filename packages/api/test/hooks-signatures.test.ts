import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttp, parseRoutes } from '@tallyhook/sdk';
import { changeAccount, linkAccount } from '@tallyhook/store/accounts';
import { setHookScene, type HookScene } from './hook-scene.ts';
import { assertProblem, send, startService, type Service } from './start-service.ts';

const body = '{"account":"acme"}';
const sign = (key: string, text = body) => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`;
const signature = {
  algorithm: 'hmacSha256',
  key: '{{account.token}}',
  signature: { header: 'x-signature', prefix: 'sha256=' },
};

describe('deliveries with signatures and confirmations, over HTTP', () => {
  let service: Service;
  let partner: Server;
  let called: { url: string | undefined; authorization: string | undefined }[] = [];
  let statuses: number[] = [];

  before(async () => {
    partner = createServer((request, response) => {
      called.push({ url: request.url, authorization: request.headers.authorization });
      response.writeHead(statuses.shift() ?? 200).end();
    }).listen(0, '127.0.0.1');
    await once(partner, 'listening');
    const { port } = partner.address() as AddressInfo;
    const routes = parseRoutes(`https://sns.practice.example=http://127.0.0.1:${port}`);
    service = await startService({ http: createHttp({ routes, privateHosts: [] }) });
  });

  after(async () => {
    await service.stop();
    partner.close();
  });

  beforeEach(() => {
    called = [];
    statuses = [];
  });

  const verify = ({ workspaceId, accountId }: HookScene, verifiesSignatures: boolean) =>
    changeAccount(service.store, { workspaceId, accountId }, { verifiesSignatures }, { by: 'test', now: new Date() });

  it('verifies nothing unless the account switches it on', async () => {
    const scene = await setHookScene(service, { webhook: { signature } });
    assert.equal((await scene.deliver({ body })).status, 200);
    assert.equal((await scene.deliver({ body, path: scene.ownPath })).status, 200);
    assert.equal((await scene.deliveries()).length, 2);
  });

  it('lets the owner of an account switch it on, if all of its deliveries are signed', async () => {
    for (const webhook of [{ signature }, {}]) {
      const { connector, workspaceId } = await setHookScene(service, { webhook });
      const owner = await service.join(workspaceId, 'member');
      const { id } = await linkAccount(service.store, {
        ...{ workspaceId, connector, label: 'Own', externalId: 'own', ownerPersonId: owner.personId },
        fields: { token: 'x' },
      });
      const patch = (as: { cookie: string }, verifiesSignatures: boolean) =>
        send(service, 'PATCH', `/api/accounts/${id}`, { as, json: { verifiesSignatures } });
      assertProblem(await patch(await service.join(workspaceId, 'admin'), true), 403, 'forbidden');
      const on = await patch(owner, true);
      if (!('signature' in webhook)) {
        assertProblem(on, 400, 'invalid_request');
        assert.match(on.body.detail, /does not say how the service signs/);
        continue;
      }
      assert.deepEqual([on.status, on.body.verifiesSignatures], [200, true]);
      const { id: keyless } = await linkAccount(service.store, {
        ...{ workspaceId, connector, label: 'Keyless', externalId: 'keyless', ownerPersonId: owner.personId },
        fields: { token: '' },
      });
      const refused = await send(service, 'PATCH', `/api/accounts/${keyless}`, {
        ...{ as: owner, json: { verifiesSignatures: true } },
      });
      assertProblem(refused, 400, 'invalid_request');
      assert.match(refused.body.detail, /has no key to verify signatures with/);
      assert.equal((await patch(owner, false)).body.verifiesSignatures, false);
    }
  });

  it('are shown without what their account keeps secret, which services send back', async () => {
    const { connector, workspaceId } = await setHookScene(service, {});
    const { hookKey } = await linkAccount(service.store, {
      ...{ workspaceId, connector, label: 'Own', externalId: 'own', ownerPersonId: null },
      fields: { token: 'canary-4711' },
    });
    const guest = await service.join(workspaceId, 'guest');
    const payload = JSON.stringify({ account: 'own', given: 'canary-4711', text: 'with canary-4711' });
    const headers = { 'x-event': 'e', 'x-delivery': 'd', 'x-own': 'canary-4711' };
    const path = `/hooks/${connector}/${hookKey}?given=canary-4711`;
    const sent = await send(service, 'POST', path, { headers, json: JSON.parse(payload) });
    assert.equal(sent.status, 200, sent.text);
    const [{ id }] = (await send(service, 'GET', '/api/deliveries', { as: guest })).body.deliveries;
    const shown = await send(service, 'GET', `/api/deliveries/${id}`, { as: guest });
    assert.equal(shown.body.content.payload.text, 'with [redacted]');
    assert.ok(!shown.text.includes('canary-4711'), shown.text);
  });

  it('answers 401 to a wrong or missing signature, and starts nothing', async () => {
    const scene = await setHookScene(service, { webhook: { signature } });
    await scene.listen();
    await verify(scene, true);
    const wrong: Record<string, string>[] = [
      {},
      { 'x-signature': sign('y') },
      { 'x-signature': sign('x', '{"account":"acme" }') },
    ];
    for (const path of [`/hooks/${scene.connector}`, scene.ownPath])
      for (const headers of wrong) {
        const answered = await scene.deliver({ body, path, headers });
        assertProblem(answered, 401, 'wrong_signature');
        assert.ok(!answered.text.includes(sign('x').slice(7)));
      }
    assert.deepEqual(await scene.deliveries(), []);

    for (const path of [`/hooks/${scene.connector}`, scene.ownPath])
      assert.equal((await scene.deliver({ body, path, headers: { 'x-signature': sign('x') } })).status, 200);
    assert.deepEqual(
      (await scene.deliveries()).map(({ targets }) => targets.length),
      [1, 1],
    );

    await verify(scene, false);
    assert.equal((await scene.deliver({ body })).status, 200);
  });

  it('verifies a POST that only verifies the own address, as services that try it with a wrong one expect', async () => {
    const handshake = [{ when: [{ path: 'event.body.type', is: 1 }], answer: { json: { type: 1 } } }];
    const scene = await setHookScene(service, { webhook: { signature, handshake } });
    const ping = '{"type":1}';
    const send = (headers: Record<string, string>) => scene.deliver({ body: ping, path: scene.ownPath, headers });
    assert.equal((await send({})).status, 200);
    await verify(scene, true);
    assertProblem(await send({ 'x-signature': sign('y', ping) }), 401, 'wrong_signature');
    const answered = await send({ 'x-signature': sign('x', ping) });
    assert.deepEqual([answered.status, answered.text], [200, '{"type":1}']);
  });

  it('refuses a delivery for one account and delivers it to another', async () => {
    const scene = await setHookScene(service, { webhook: { signature } });
    const other = await setHookScene(service, { connector: scene.connector });
    await scene.listen();
    await other.listen();
    await verify(scene, true);
    assert.equal((await scene.deliver({ body, headers: { 'x-signature': sign('y') } })).status, 200);
    assert.deepEqual(await scene.deliveries(), []);
    assert.equal((await other.deliveries()).length, 1);
  });

  it('confirms at an allowed host after the answer, without a credential, and tries again', async () => {
    const handshake = [
      {
        when: [{ path: 'event.body.Type', is: 'SubscriptionConfirmation' }],
        confirm: { url: 'event.body.SubscribeURL', hosts: ['*.practice.example'] },
        answer: { text: 'soon' },
      },
    ];
    const scene = await setHookScene(service, { webhook: { handshake } });
    const ask = (url: string) =>
      scene.deliver({ body: JSON.stringify({ Type: 'SubscriptionConfirmation', SubscribeURL: url }) });
    for (const url of [
      'https://evil.example/?token=1',
      'http://sns.practice.example/',
      'https://practice.example/',
      '/x',
    ])
      assertProblem(await ask(url), 400, 'invalid_request');
    assert.deepEqual(called, []);

    statuses = [503];
    const answered = await ask('https://sns.practice.example/?Action=ConfirmSubscription&Token=abc');
    assert.deepEqual([answered.status, answered.text], [200, 'soon']);
    assert.ok(called.length < 2, 'answers before the second attempt');
    await until(() => called.length === 2);
    const expected = { url: '/?Action=ConfirmSubscription&Token=abc', authorization: undefined };
    assert.deepEqual(called, [expected, expected]);
    assert.deepEqual(await scene.deliveries(), []);

    const reader = await service.join(scene.workspaceId, 'member');
    const confirmation = async (): Promise<Record<string, unknown>> => {
      const { body } = await send(service, 'GET', '/api/deliveries', { as: reader });
      const { confirmations } = body as unknown as { confirmations: Record<string, unknown>[] };
      assert.equal(confirmations.length, 1);
      return confirmations[0]!;
    };
    for (let left = 100; (await confirmation())['state'] !== 'confirmed' && left > 0; left--) await sleep(50);
    const { state, connector, host, attempts, nextAt, reason } = await confirmation();
    assert.deepEqual([state, connector, host], ['confirmed', scene.connector, 'sns.practice.example']);
    assert.deepEqual([attempts, nextAt, reason], [2, null, null]);
    const rows = await service.store.system.collection('confirmations').find().toArray();
    assert.doesNotMatch(JSON.stringify([rows, await confirmation()]), /Token/);

    assert.equal((await ask('https://sns.practice.example/?Action=ConfirmSubscription&Token=abc')).status, 200);
    await sleep(300);
    assert.equal(called.length, 2, 'what was confirmed is not called again');
  });

  it('answers a handshake that names the secret of the account, and refuses any other', async () => {
    const handshake = [
      {
        method: 'GET',
        when: [
          { path: 'event.query.[hub.mode]', is: 'subscribe' },
          { path: 'event.query.[hub.verify_token]', isSecret: 'account.token' },
        ],
        answer: { text: '{{event.query.[hub.challenge]}}' },
      },
    ];
    const scene = await setHookScene(service, { webhook: { handshake } });
    const ask = async (path: string, token: string) => {
      const query = `hub.mode=subscribe&hub.challenge=42&hub.verify_token=${token}`;
      const response = await fetch(`${service.url}${path}?${query}`);
      return [response.status, await response.text()] as const;
    };
    for (const path of [`/hooks/${scene.connector}`, scene.ownPath]) {
      assert.deepEqual(await ask(path, 'x'), [200, '42']);
      const [status, text] = await ask(path, 'y');
      assert.equal(status, 400);
      assert.match(
        (JSON.parse(text) as { detail: string }).detail,
        /the query parameter "hub\.verify_token" is not the value "[^"]+" of the linked account\. Enter the same value/,
      );
    }
  });

  it('starts a run for every delivery if the service gives no id', async () => {
    const webhook = { deliveryId: 'none', missingId: undefined };
    const scene = await setHookScene(service, { webhook });
    await scene.listen();
    for (let sent = 0; sent < 2; sent++) assert.equal((await scene.deliver({ body, id: 'same' })).status, 200);
    assert.equal((await scene.deliveries()).length, 2);
  });

  it('reads XML, one entry as a list of one', async () => {
    const webhook = {
      body: 'xml',
      split: 'event.body.feed.entry',
      event: 'published',
      deliveryId: '{{event.item.yt:videoId}}-{{event.item.updated}}',
      account: '{{event.item.yt:channelId}}',
    };
    const scene = await setHookScene(service, { webhook });
    const entry = (id: string) =>
      `<entry><yt:videoId>${id}</yt:videoId><yt:channelId>acme</yt:channelId><updated>2026</updated></entry>`;
    const send = (text: string) => scene.deliver({ body: text, type: 'application/atom+xml' });
    assert.equal((await send(`<feed>${entry('a')}</feed>`)).status, 200);
    assert.equal((await send(`<feed>${entry('b')}${entry('c')}</feed>`)).status, 200);
    assert.equal((await send(`<feed><title>none</title></feed>`)).status, 200);
    assertProblem(await send('<!DOCTYPE feed [<!ENTITY a "b">]><feed>&a;</feed>'), 400, 'invalid_request');
    assert.deepEqual((await scene.deliveries()).map(({ deliveryId }) => deliveryId).toSorted(), [
      'a-2026',
      'b-2026',
      'c-2026',
    ]);
  });
});

async function until(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error('It did not happen within 15 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
