import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAsk, deliverCareless, linkCareless, subscribeCareless } from './careless-scene.ts';
import { startCarelessService, type CarelessService } from './careless-service.ts';
import { signIn } from './doors.ts';
import { startProduct, waitFor, type Product } from './product.ts';

interface Keyring {
  current: string;
  remaining: number;
  keys: { id: string; dataKeys: number }[];
}

describe('a rotation of the keyring while the product works', function () {
  this.timeout(180_000);
  let service: CarelessService;
  let product: Product;

  before(async () => {
    service = await startCarelessService();
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: service.route });
    await product.login();
  });
  after(async () => {
    await product?.remove();
    await service?.close();
  });

  const apiPid = async () => (await product.processes()).find(({ name }) => name === 'api')!.pid;
  const isUp = () =>
    fetch(`${product.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );

  it('loses no account, although tokens are refreshed meanwhile and the api is killed', async () => {
    const { cookie } = await signIn(product.url, product.owner);
    const scene = { product, service, cookie };
    const ask = createAsk(scene);
    const accountId = await linkCareless(scene, ask);
    const list = { id: 'list', kind: 'action', connector: 'careless', action: 'list-notes', input: {} };
    const workflow = await subscribeCareless(scene, ask, { accountId, steps: [list] });
    const before = await product.json<Keyring>(['keyring', 'rotate', '--status']);

    let isOver = false;
    let accepted = 0;
    const working = (async () => {
      for (let sent = 1; !isOver; sent++) {
        // While the api is away, the service has to send it again.
        const answered = await deliverCareless(scene, `d${sent}`).catch(() => undefined);
        if (answered?.ok === true) accepted++;
        if (sent % 6 === 0) service.endTokens();
        await sleep(400);
      }
    })();
    try {
      for (const delayMs of [300, 900]) {
        const rotating = product.tallyhook(['keyring', 'rotate']);
        await sleep(delayMs);
        const pid = await apiPid();
        process.kill(pid, 'SIGKILL');
        await rotating;
        await waitFor('the api to come back', async () => (await apiPid()) !== pid && (await isUp()), 60_000);
        const finished = await product.json<Keyring>(['keyring', 'rotate']);
        assert.equal(finished.remaining, 0);
      }
      // Long enough for tokens to end a few times.
      await waitFor('more deliveries', () => accepted >= 15);
    } finally {
      isOver = true;
      await working;
    }
    const { current, keys } = await product.json<Keyring>(['keyring', 'rotate', '--status']);
    assert.notEqual(current, before.current);
    for (const { id } of keys) if (id !== current) await product.json(['keyring', 'remove', id]);

    service.endTokens();
    await ask('POST', `/api/accounts/${accountId}/test`);
    const runs = () => ask<{ runs: { status: string }[] }>('GET', `/api/runs?workflow=${workflow}&limit=200`);
    await waitFor('all runs to end', async () =>
      (await runs()).runs.every(({ status }) => !/queued|running/.test(status)),
    );
    const statuses = (await runs()).runs.map(({ status }) => status);
    assert.ok(accepted >= 10 && statuses.length >= accepted, `${accepted} accepted, ${statuses.length} runs`);
    assert.deepEqual([...new Set(statuses)], ['completed'], service.answered.join('\n'));
    const refreshes = service.answered.filter((what) => what === 'POST /token 200').length;
    assert.ok(refreshes >= 3, `${refreshes} tokens`);
    assert.ok(!service.answered.includes('POST /token 400'), 'a refresh token was used twice');
  });
});
