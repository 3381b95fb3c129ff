import assert from 'node:assert/strict';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

/** What a service sends without that its webhook needs it. */
const secret = 'canary-shared-4711';
const delivery = { type: 'order.paid', id: 'd1', account: 'shop-1', shared_secret: secret, order: { total: 12 } };

describe('listening for one delivery', () => {
  let service: Service;
  let ours: Founded;
  let now = new Date();

  before(async () => {
    service = await startService({ now: () => now });
    ours = await service.found();
    const made = await call('POST', '', { from: 'nothing', id: 'my-shop', name: 'My shop', starter: 'webhook' });
    assert.equal(made.status, 201, made.text);
    await changeWebhook((webhook) => ({
      ...webhook,
      ...{ event: '{{event.body.type}}', deliveryId: '{{event.body.id}}', account: '{{event.body.account}}' },
      ...{ match: undefined, handshake: undefined, ignore: undefined, missingId: 'refuse' },
    }));
  });
  after(() => service?.stop());

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, `/api/connector-folders${path}`, { as: ours.owner, ...(json !== undefined && { json }) });
  const listen = async (): Promise<{ id: string; path: string }> => {
    const opened = await call('POST', '/my-shop/listens', { webhook: 'events' });
    assert.equal(opened.status, 201, opened.text);
    assert.match(opened.body.address, /^http:\/\/tallyhook\.test\/listen\/[\w-]{43}$/);
    return { id: opened.body.id, path: new URL(opened.body.address as string).pathname };
  };
  const heard = async (id: string) => (await call('GET', `/my-shop/listens/${id}`)).body;
  const deliver = (path: string, json: unknown, headers: Record<string, string> = {}) =>
    send(service, 'POST', path, { json, headers: { 'x-shop-event': 'paid', ...headers } });

  /** Changes the webhook, and leaves out the fixtures, which expect the one before. */
  async function changeWebhook(change: (webhook: Record<string, unknown>) => object): Promise<void> {
    const { revision, files } = (await call('GET', '/my-shop')).body;
    const changed = (files as { path: string; text: string }[])
      .filter(({ path }) => !path.startsWith('fixtures/'))
      .map(({ path, text }) => ({
        ...{ path, text: path === 'webhooks/events.json' ? JSON.stringify(change(JSON.parse(text))) : text },
      }));
    const saved = await call('PUT', '/my-shop', { revision, files: changed });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(
      saved.body.problems.filter(({ severity }: { severity: string }) => severity === 'error'),
      [],
    );
  }

  it('shows one delivery as it arrived and as the webhook reads it, without credentials, and starts nothing', async () => {
    const { id, path } = await listen();
    assert.deepEqual([(await heard(id)).state, (await heard(id)).delivery], ['waiting', undefined]);
    const answered = await deliver(`${path}?source=shop&token=${secret}`, delivery, {
      authorization: `Bearer ${secret}`,
      'x-forwarded-for': '10.0.0.1',
    });
    assert.equal(answered.status, 200, answered.text);
    const got = await call('GET', `/my-shop/listens/${id}`);
    const { state, delivery: shown, fixture } = got.body;
    assert.equal(state, 'received');
    assert.deepEqual([shown.method, shown.headers.authorization, shown.query], ['POST', '••••', shown.query]);
    assert.deepEqual(shown.query, { source: 'shop', token: '••••' });
    const clean = { ...delivery, shared_secret: '••••' };
    assert.deepEqual(JSON.parse(shown.body as string), clean);
    assert.deepEqual(shown.read, [{ event: 'order.paid', deliveryId: 'd1', account: 'shop-1', payload: clean }]);
    assert.equal(shown.problem, undefined);
    assert.ok(!got.text.includes(secret) && !service.log.join('').includes(secret));
    assert.ok(!service.log.join('').includes(path), 'the address is in no log');

    assert.equal(fixture.delivery.headers['x-shop-event'], 'paid');
    assert.equal(fixture.delivery.headers['x-forwarded-for'], undefined);
    assert.deepEqual(fixture.expect, {
      kind: 'events',
      events: [{ event: 'order.paid', deliveryId: 'd1', externalId: 'shop-1' }],
    });
    const { revision, files } = (await call('GET', '/my-shop')).body;
    const added = { path: 'fixtures/paid.json', text: JSON.stringify(fixture, null, 2) };
    const saved = await call('PUT', '/my-shop', { revision, files: [...files, added] });
    assert.deepEqual(saved.body.problems, []);
    const { body: runs } = await call('POST', '/my-shop/fixture-runs');
    assert.deepEqual(runs.results, [{ file: 'fixtures/paid.json', isOk: true, differences: [] }]);

    const { body: kept } = await send(service, 'GET', '/api/deliveries', { as: ours.owner });
    assert.deepEqual(kept.deliveries, []);
    const rows = await service.store.system.collection('connector_listens').find().toArray();
    assert.ok(!JSON.stringify(rows).includes(secret) && !JSON.stringify(rows).includes(path.slice(8)));
  });

  it('takes no second delivery, and none after ten minutes', async () => {
    const { id, path } = await listen();
    assert.equal((await deliver(path, delivery)).status, 200);
    assertProblem(await deliver(path, { ...delivery, id: 'd2' }), 404, 'not_found');
    assert.equal((await heard(id)).delivery.read[0].deliveryId, 'd1');
    const late = await listen();
    now = new Date(now.getTime() + 10 * 60_000);
    assertProblem(await deliver(late.path, delivery), 404, 'not_found');
    assert.equal((await heard(late.id)).state, 'ended');
    assertProblem(await deliver(`/listen/${'a'.repeat(43)}`, delivery), 404, 'not_found');
  });

  it('is not used up by a look at the address, nor by a body that is too large', async () => {
    const { id, path } = await listen();
    assertProblem(await send(service, 'GET', path), 405, 'method_not_allowed');
    assertProblem(await deliver(path, { ...delivery, text: 'x'.repeat(1_100_000) }), 413, 'body_too_large');
    assert.equal((await heard(id)).state, 'waiting');
    assert.equal((await deliver(path, delivery)).status, 200);
    assert.equal((await heard(id)).state, 'received');
  });

  it('says what is wrong with a delivery, and reads it again once the webhook is corrected', async () => {
    const { id, path } = await listen();
    const withoutId = { ...delivery, id: undefined };
    assertProblem(await deliver(path, { ...withoutId, number: 'n7' }), 400, 'invalid_request');
    const { delivery: shown } = await heard(id);
    assert.equal(shown.read, null);
    assert.match(shown.problem, /has no id: it is expected in \{\{event\.body\.id\}\}/);
    await changeWebhook((webhook) => ({ ...webhook, deliveryId: '{{event.body.number}}' }));
    assert.equal((await heard(id)).delivery.read[0].deliveryId, 'n7');
    await changeWebhook((webhook) => ({ ...webhook, deliveryId: '{{event.body.id}}' }));
  });

  it('goes on listening after a delivery that cannot be read, which it shows with its problem', async () => {
    const { id, path } = await listen();
    const broken = await send(service, 'POST', path, {
      body: '{"type":',
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(broken.status, 400, broken.text);
    const first = await heard(id);
    assert.deepEqual([first.state, first.delivery.read, first.delivery.body], ['waiting', null, '{"type":']);
    assert.match(first.delivery.problem, /JSON/);
    assertProblem(await deliver(path, { ...delivery, id: undefined, order: 'second' }), 400, 'invalid_request');
    const second = await heard(id);
    assert.deepEqual([second.state, JSON.parse(second.delivery.body as string).order], ['waiting', 'second']);
    assert.equal((await deliver(path, delivery)).status, 200);
    assert.deepEqual([(await heard(id)).state, (await heard(id)).delivery.read[0].deliveryId], ['received', 'd1']);
    assertProblem(await deliver(path, { ...delivery, id: undefined }), 404, 'not_found');
    assert.equal((await heard(id)).delivery.read[0].deliveryId, 'd1');

    const late = await listen();
    assertProblem(await deliver(late.path, { ...delivery, id: undefined }), 400, 'invalid_request');
    now = new Date(now.getTime() + 10 * 60_000);
    assert.deepEqual([(await heard(late.id)).state, (await heard(late.id)).delivery.read], ['received', null]);
    assertProblem(await deliver(late.path, delivery), 404, 'not_found');
  });

  it('answers what verifies the address as the webhook declares, and goes on listening', async () => {
    await changeWebhook((webhook) => ({
      ...webhook,
      handshake: [
        { when: [{ path: 'event.body.challenge', exists: true }], answer: { text: '{{event.body.challenge}}' } },
      ],
    }));
    const { id, path } = await listen();
    const verified = await deliver(path, { challenge: 'c-1' });
    assert.deepEqual([verified.status, verified.text], [200, 'c-1']);
    const waiting = await heard(id);
    assert.deepEqual([waiting.state, waiting.isVerified], ['waiting', true]);
    assert.equal((await deliver(path, delivery)).status, 200);
    assert.equal((await heard(id)).state, 'received');
  });

  it('has at most five open for a connector: the oldest ends', async () => {
    const first = await listen();
    for (let count = 0; count < 5; count += 1) {
      now = new Date(now.getTime() + 1);
      await listen();
    }
    assert.equal((await heard(first.id)).state, 'ended');
    assertProblem(await deliver(first.path, delivery), 404, 'not_found');
  });

  it('needs a webhook that the connector has', async () => {
    const wrong = await call('POST', '/my-shop/listens', { webhook: 'event' });
    assertProblem(wrong, 422, 'invalid_input');
    assert.match(wrong.body.detail, /webhooks\/event\.json\. Did you mean "events"\?/);
  });
});
