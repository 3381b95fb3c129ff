import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { connectTemporal } from '@tallyhook/engine/client';
import { newId } from '@tallyhook/store';
import { linkAccount, rotateHookKey } from '@tallyhook/store/accounts';
import { installBuild } from '@tallyhook/store/connectors';
import { findUnreadDeliveries, listUnstartedTargets, readDeliveryBody } from '@tallyhook/store/deliveries';
import { compile, deliver, release, setHookScene, type HookScene } from './hook-scene.ts';
import { assertProblem, startService, type Answered, type Service } from './start-service.ts';

const limitBytes = 25 * 1024 * 1024;

/** Temporal is down: stored deliveries stay waiting. */
const temporal = connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' });

/**
 * CPU time instead of wall time, so that other load on the machine does not count, and the least of three, so that other
 * work of this process does not.
 */
async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const tookMs: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    tookMs.push((user + system) / 1_000);
  }
  return Math.min(...tookMs);
}

/** Far below what a body costs whose time grows with more than its size. */
function assertCheap(cpuMs: number, harmlessCpuMs: number): void {
  assert.ok(cpuMs < 5 * harmlessCpuMs, `${cpuMs} ms of CPU time instead of ${harmlessCpuMs}`);
}

describe('POST /hooks/:connector', () => {
  let service: Service;
  let scene: HookScene;

  before(async () => {
    service = await startService({ temporal, hookRates: { perSenderPerSecond: 1_000, perConnectorPerSecond: 1_000 } });
  });

  after(async () => {
    await service.stop();
    await temporal.close();
  });

  beforeEach(async () => {
    scene = await setHookScene(service);
  });

  const keptOf = (answered: Answered) => scene.delivery(answered.headers.get('tallyhook-delivery')!);

  describe('stores a delivery', () => {
    it('before it answers 200 with an empty body and the id', async () => {
      const workflowId = await scene.listen();
      const answered = await scene.deliver({ id: 'd-1' });
      assert.deepEqual([answered.status, answered.text], [200, '']);
      const kept = await keptOf(answered);
      assert.deepEqual(
        [kept.deliveryId, kept.event, kept.externalId, kept.outcome],
        ['d-1', 'opened', 'acme', 'accepted'],
      );
      assert.deepEqual(
        kept.targets.map((target) => target.workflowId),
        [workflowId],
      );
    });

    it('while Temporal is down, and leaves the start to the sweep', async () => {
      await scene.listen();
      const answered = await scene.deliver();
      assert.equal(answered.status, 200);
      await service.deps.hooks.starts.idle();
      const waiting = await listUnstartedTargets(service.store, { olderThanMs: 0, limit: 1_000 });
      const id = answered.headers.get('tallyhook-delivery');
      assert.equal(waiting.filter(({ deliveryId }) => deliveryId === id).length, 1);
    });

    it('while Temporal hangs, without waiting for it', async () => {
      const sockets: Socket[] = [];
      const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const hanging = connectTemporal({ address, namespace: 'tallyhook' });
      const other = await startService({ temporal: hanging });
      const theirs = await setHookScene(other);
      await theirs.listen();
      let isStarting = true;
      assert.equal((await theirs.deliver()).status, 200);
      const idle = other.deps.hooks.starts.idle().then(() => (isStarting = false));
      await sleep(50);
      assert.ok(isStarting);
      await idle;
      await other.stop();
      await hanging.close();
      // gRPC keeps a connection whose peer never spoke, even after closing.
      for (const socket of sockets) socket.destroy();
      silent.close();
    });

    it('once if it arrives 50 times in parallel, and answers each the same', async () => {
      await scene.listen();
      const answers = await Promise.all(Array.from({ length: 50 }, () => scene.deliver({ id: 'd-1' })));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      assert.equal(new Set(answers.map(({ headers }) => headers.get('tallyhook-delivery'))).size, 1);
      const results = answers.map(({ headers }) => headers.get('tallyhook-result'));
      assert.deepEqual(results.sort(), [...Array(49).fill('duplicate'), 'new']);
      const [kept, ...others] = await scene.deliveries();
      assert.equal(others.length, 0);
      assert.deepEqual([kept!.targets.length, kept!.repeats], [1, 49]);
    });

    it('once for each connector, even under the same id', async () => {
      const other = await setHookScene(service);
      const [first, second] = [await scene.deliver({ id: 'same' }), await other.deliver({ id: 'same' })];
      assert.notEqual(first.headers.get('tallyhook-delivery'), second.headers.get('tallyhook-delivery'));
    });

    it('with its bytes and parsed content, below and above the size of a row', async () => {
      await scene.listen();
      for (const length of [10, 300_000]) {
        const body = `{ "account": "acme",\n"text": "${'é'.repeat(length)}" }`;
        const answered = await scene.deliver({ body });
        const kept = await readDeliveryBody(service.store, answered.headers.get('tallyhook-delivery')!);
        assert.equal(kept.raw.toString(), body);
        assert.deepEqual(kept.payload, JSON.parse(body));
      }
    });

    it('decoded if its body is compressed', async () => {
      await scene.listen();
      const answered = await scene.deliver({
        body: gzipSync('{"account":"acme"}'),
        headers: { 'content-encoding': 'gzip' },
      });
      const kept = await readDeliveryBody(service.store, answered.headers.get('tallyhook-delivery')!);
      assert.deepEqual(kept.payload, { account: 'acme' });
    });
  });

  describe('delivery id', () => {
    for (const [what, id] of [
      ['missing', undefined],
      ['empty', ''],
      ['blank', '   '],
    ] as const) {
      it(`is refused with 400 if it is ${what} and the connector says refuse`, async () => {
        assertProblem(await scene.deliver({ id }), 400, 'invalid_request');
        assert.deepEqual(await scene.deliveries(), []);
      });
    }

    it('is never the text "undefined" if it is missing', async () => {
      await scene.deliver({ id: 'undefined' });
      assertProblem(await scene.deliver({ id: undefined }), 400, 'invalid_request');
      assert.equal((await scene.deliveries()).length, 1);
    });

    it('makes each delivery new if it is missing and the connector says run', async () => {
      scene = await setHookScene(service, { webhook: { missingId: 'run' } });
      for (let sent = 0; sent < 3; sent++) assert.equal((await scene.deliver({ id: undefined })).status, 200);
      assert.equal((await scene.deliveries()).length, 3);
    });

    it('is the digest of the body if it is missing and the connector says hashBody', async () => {
      scene = await setHookScene(service, { webhook: { missingId: 'hashBody' } });
      for (const n of [1, 1, 2]) await scene.deliver({ id: undefined, body: `{"account":"acme","n":${n}}` });
      const kept = await scene.deliveries();
      assert.deepEqual(
        kept.map(({ repeats }) => repeats),
        [0, 1],
      );
    });

    it('is stored once with ten thousand characters, or with non-ASCII characters', async () => {
      scene = await setHookScene(service, { webhook: { deliveryId: '{{event.body.id}}' } });
      for (const id of ['x'.repeat(10_000), 'line\nbreak\u0000', '🪝 é']) {
        const body = JSON.stringify({ account: 'acme', id });
        const [first, second] = [await scene.deliver({ body }), await scene.deliver({ body })];
        assert.deepEqual([first.status, second.status], [200, 200]);
        assert.equal(first.headers.get('tallyhook-delivery'), second.headers.get('tallyhook-delivery'));
      }
      assert.equal((await scene.deliveries()).length, 3);
    });

    it('is both headers combined if there are two', async () => {
      const send = () => raw({ headers: ['X-Event', 'opened', 'X-Delivery', 'a', 'X-Delivery', 'b'] });
      assert.deepEqual([await send(), await send()], [200, 200]);
      const kept = await scene.deliveries();
      assert.deepEqual(
        kept.map(({ deliveryId, repeats }) => [deliveryId, repeats]),
        [['a, b', 1]],
      );
    });

    it('starts nothing again with another body; both digests are stored', async () => {
      await scene.listen();
      const first = await scene.deliver({ id: 'd-1' });
      const second = await scene.deliver({ id: 'd-1', body: '{"account":"acme","forged":true}' });
      assert.deepEqual([second.status, second.text], [first.status, first.text]);
      const kept = await keptOf(first);
      assert.equal(kept.conflicts.length, 1);
      assert.equal(kept.conflicts[0]!.keptSha256, kept.sha256);
      assert.equal(kept.targets.length, 1);
    });
  });

  describe('delivers', () => {
    it('repeats only to the first targets, not to workflows switched on later', async () => {
      const first = await scene.listen();
      const answered = await scene.deliver({ id: 'd-1' });
      await scene.listen();
      await scene.deliver({ id: 'd-1' });
      assert.deepEqual(
        (await keptOf(answered)).targets.map(({ workflowId }) => workflowId),
        [first],
      );
    });

    it('to nobody if the account is not linked: answers 200, counts it, drops the body', async () => {
      await scene.listen();
      const answered = await scene.deliver({ body: '{"account":"stranger"}' });
      assert.equal(answered.status, 200);
      const kept = await keptOf(answered);
      assert.deepEqual([kept.outcome, kept.targets], ['unlinked', []]);
      await assert.rejects(readDeliveryBody(service.store, kept.id));
    });

    it('to nobody if it names no account, or calls its account "any"', async () => {
      await scene.listen();
      for (const body of ['{}', '{"account":"any"}', '{"account":""}']) {
        assert.equal((await keptOf(await scene.deliver({ body }))).outcome, 'unlinked');
      }
    });

    it('to workflows whose trigger conditions are met', async () => {
      const workflowId = await scene.listen({ conditions: [{ path: 'issue.labels.0.name', op: 'eq', value: 'bug' }] });
      const bug = await keptOf(await scene.deliver({ body: '{"account":"acme","issue":{"labels":[{"name":"bug"}]}}' }));
      const idea = await keptOf(
        await scene.deliver({ body: '{"account":"acme","issue":{"labels":[{"name":"idea"}]}}' }),
      );
      assert.deepEqual([bug.targets.map((target) => target.workflowId), idea.targets], [[workflowId], []]);
    });

    it('once to workspaces with different connector versions, as each version reads it', async () => {
      const workflowId = await scene.listen({ events: ['opened'] });
      await release(service, {
        connector: scene.connector,
        version: '2.0.0',
        webhook: { event: 'issue.{{event.headers.x-event}}' },
      });
      const answered = await scene.deliver({ id: 'before' });
      assert.equal((await keptOf(answered)).connectorVersion, '1.0.0');
      const moved = await setHookScene(service, { connector: scene.connector, version: '2.0.0' });
      const other = await moved.listen({ events: ['issue.opened'] });
      const kept = await keptOf(await scene.deliver({ id: 'after' }));
      assert.deepEqual(kept.targets.map((target) => target.workflowId).sort(), [workflowId, other].sort());
      assert.equal(kept.connectorVersion, '2.0.0');
    });

    it('of all workspaces, whatever a newer version or a build of another one takes them for', async () => {
      const workflowId = await scene.listen();
      const { connector } = scene;
      const always = [{ when: [{ path: 'event.method', is: 'POST' }], answer: { text: 'mine' } }];
      const webhooks = [{ handshake: always }, { deliveryId: '{{event.headers.x-impossible}}' }];
      for (const [index, webhook] of webhooks.entries()) {
        const version = `${index + 2}.0.0`;
        await release(service, { connector, version, webhook });
        await setHookScene(service, { connector, version });
        const other = await service.found();
        const built = compile({ connector, version: '99.0.0', webhook });
        await installBuild(service.store, other.workspaceId, built, 'test');
        const kept = await keptOf(await scene.deliver({ id: `after-${version}` }));
        assert.deepEqual(
          kept.targets.map((target) => target.workflowId),
          [workflowId],
        );
      }
    });

    it('to an account at its own address, which stops when it is changed', async () => {
      const workflowId = await scene.listen();
      const body = '{"account":"somebody else"}';
      const kept = await keptOf(await scene.deliver({ id: 'own-1', path: scene.ownPath, body }));
      assert.deepEqual(
        kept.targets.map((target) => target.workflowId),
        [workflowId],
      );
      await rotateHookKey(service.store, scene, { by: 'test', now: new Date() });
      assertProblem(await scene.deliver({ id: 'own-2', path: scene.ownPath, body }), 404, 'not_found');
      const invented = `/hooks/${scene.connector}/${'A'.repeat(32)}`;
      assertProblem(await scene.deliver({ id: 'own-3', path: invented, body }), 404, 'not_found');
    });

    it('only at own addresses if the webhook declares that', async () => {
      scene = await setHookScene(service, { webhook: { account: 'address' } });
      const workflowId = await scene.listen();
      const refused = await scene.deliver({ id: 'a' });
      assertProblem(refused, 404, 'not_found');
      assert.match(refused.body.detail, /own address of each linked account/);
      const kept = await keptOf(await scene.deliver({ id: 'a', path: scene.ownPath }));
      assert.deepEqual(
        kept.targets.map((target) => target.workflowId),
        [workflowId],
      );
    });
  });

  describe('answers as the connector declares', () => {
    it('to a handshake, and stores nothing', async () => {
      const when = [{ path: 'event.body.type', is: 'url_verification' }];
      scene = await setHookScene(service, {
        webhook: { handshake: [{ when, answer: { text: '{{event.body.challenge}}' } }] },
      });
      await scene.listen();
      const answered = await scene.deliver({ id: undefined, body: '{"type":"url_verification","challenge":"3eZb"}' });
      assert.deepEqual(
        [answered.status, answered.text, answered.headers.get('tallyhook-delivery')],
        [200, '3eZb', null],
      );
      assert.match(answered.headers.get('content-type')!, /^text\/plain/);
      assert.deepEqual(await scene.deliveries(), []);
    });

    it('to a handshake by GET or HEAD, but to no other such request', async () => {
      const challenge = 'event.query.[hub.challenge]';
      const when = [{ path: challenge, isNot: null }];
      const text = `{{${challenge}}}`;
      const handshake = [
        { method: 'GET', when, answer: { text } },
        { method: 'HEAD', when, answer: { status: 204 } },
      ];
      scene = await setHookScene(service, { webhook: { handshake } });
      const address = `${service.url}/hooks/${scene.connector}`;
      const proven = await fetch(`${address}?hub.challenge=3eZb%26%C3%BC`);
      assert.deepEqual([proven.status, await proven.text()], [200, '3eZb&ü']);
      assert.match(proven.headers.get('content-type')!, /^text\/plain/);
      assert.equal((await fetch(`${address}?hub.challenge=a`, { method: 'HEAD' })).status, 204);
      const refused = await fetch(address);
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST, OPTIONS']);
      assert.equal((await fetch(`${service.url}/hooks/nothing-here?hub.challenge=a`)).status, 404);
      assert.deepEqual(await scene.deliveries(), []);
    });

    it('to a handshake by OPTIONS, or with the methods if none is declared', async () => {
      const origin = 'event.headers.webhook-request-origin';
      const when = [{ path: origin, isNot: null }];
      const headers = { 'WebHook-Allowed-Origin': `{{${origin}}}` };
      scene = await setHookScene(service, {
        webhook: { handshake: [{ method: 'OPTIONS', when, answer: { headers } }] },
      });
      const ask = (asked: Record<string, string>) =>
        fetch(`${service.url}/hooks/${scene.connector}`, { method: 'OPTIONS', headers: asked });
      const proven = await ask({ 'WebHook-Request-Origin': 'eventgrid.azure.net' });
      assert.deepEqual([proven.status, proven.headers.get('webhook-allowed-origin')], [200, 'eventgrid.azure.net']);
      const plain = await ask({});
      assert.deepEqual([plain.status, plain.headers.get('allow')], [204, 'POST, OPTIONS']);
      assert.deepEqual(await scene.deliveries(), []);
    });

    describe('to a handshake signed with a secret', () => {
      const text = '{{event.body.plain|hmac_sha256 account.token}}';
      const webhook = {
        handshake: [
          {
            when: [{ path: 'event.body.plain', isNot: null }],
            signs: [{ path: 'event.body.plain', characters: 'alphanumeric' as const, minLength: 8, maxLength: 8 }],
            answer: { text },
          },
        ],
        account: ['{{event.body.account}}', '{{event.query.account}}'],
      };
      const sign = (key: string) => createHmac('sha256', key).update('qgg8vlvZ').digest('hex');
      const body = '{"plain":"qgg8vlvZ"}';
      const link = ({ workspaceId, connector }: HookScene, externalId: string, fields: object) =>
        linkAccount(service.store, {
          ...{ workspaceId, connector, label: externalId, externalId, ownerPersonId: null, isProven: true },
          fields: { ...fields },
        });
      const answerTo = async (query = '') => {
        const { status, text: responseText } = await scene.deliver({ body, path: `/hooks/${scene.connector}${query}` });
        return status === 200 ? responseText : [status, (JSON.parse(responseText) as { detail: string }).detail];
      };

      beforeEach(async () => {
        scene = await setHookScene(service, { webhook });
      });

      it('with the secret of the only linked account, or of several with the same secret', async () => {
        assert.equal(await answerTo(), sign('x'));
        await link(await setHookScene(service, { connector: scene.connector }), 'same', { token: 'x' });
        await link(scene, 'without', {});
        assert.equal(await answerTo(), sign('x'));
        assert.deepEqual(await scene.deliveries(), []);
      });

      it('with the secret of the account that it names', async () => {
        await link(scene, 'other', { token: 'y' });
        assert.equal(await answerTo('?account=other'), sign('y'));
        assert.equal(await answerTo('?account=acme'), sign('x'));
        const [status, detail] = (await answerTo()) as [number, string];
        assert.equal(status, 400);
        assert.match(detail, /the linked accounts give different answers.*\{\{event\.query\.account\}\}/);
      });

      it('never as a build or an own release of another workspace declares it, which answers at its own address', async () => {
        const { connector } = scene;
        const trying = await service.found();
        const answer = { text: 'built {{event.body.plain|hmac_sha256 account.token}}' };
        const build = compile({
          ...{ connector, version: '99.0.0' },
          webhook: { ...webhook, handshake: [{ ...webhook.handshake[0], answer }] },
        });
        await installBuild(service.store, trying.workspaceId, build, 'test');
        const { hookKey } = await link({ ...scene, workspaceId: trying.workspaceId }, 'own', { token: 'z' });
        assert.equal(await answerTo(), sign('x'));
        assert.match(String(await answerTo('?account=own')), /^400,.*the account that it names to be linked/);
        assert.equal(await answerTo(`/${hookKey}`), `built ${sign('z')}`);
      });

      it('as the version declares it that the workspace of the account uses', async () => {
        const { connector } = scene;
        const answer = { text: 'newer {{event.body.plain|hmac_sha256 account.token}}' };
        const newer = { ...webhook, handshake: [{ ...webhook.handshake[0], answer }] };
        await release(service, { connector, version: '2.0.0', webhook: newer });
        const moved = await setHookScene(service, { connector, version: '2.0.0' });
        await link(moved, 'moved', { token: 'y' });
        assert.equal(await answerTo('?account=moved'), `newer ${sign('y')}`);
        await link(scene, 'stayed', { token: 'w' });
        assert.equal(await answerTo('?account=stayed'), sign('w'));
      });

      it('never with a partial answer if the account or its secret is missing', async () => {
        await link(scene, 'without', {});
        const [status, detail] = (await answerTo('?account=without')) as [number, string];
        assert.equal(status, 400);
        assert.match(detail, /the linked account has no value "Token"\. Connect the account again with it/);
        const logged = service.log.findLast((line) => line.includes('cannot be answered'))!;
        assert.ok(logged.includes(scene.connector) && logged.includes('has no value'), logged);
        assert.match(String(await answerTo('?account=nobody')), /^400,.*the account that it names to be linked/);
      });
    });

    it('to a ping, and stores nothing', async () => {
      const ignore = [{ when: [{ path: 'event.headers.x-event', is: 'ping' }], reason: 'a ping' }];
      scene = await setHookScene(service, { webhook: { ignore } });
      assert.equal((await scene.deliver({ event: 'ping' })).status, 200);
      assert.deepEqual(await scene.deliveries(), []);
    });

    it('once a delivery is stored', async () => {
      scene = await setHookScene(service, {
        webhook: { answer: { status: 202, json: { seen: '{{event.headers.x-delivery}}' } } },
      });
      const answered = await scene.deliver({ id: 'd-1' });
      assert.deepEqual([answered.status, answered.body], [202, { seen: 'd-1' }]);
    });
  });

  describe('body with several events', () => {
    const webhook = {
      split: 'event.body.entries',
      event: '{{event.item.type}}',
      deliveryId: '{{event.item.id}}-{{event.item.time}}',
      account: '{{event.item.account}}',
    };
    const entry = (id: number, account = 'acme') => ({ type: 'changed', id, time: 1, account });

    it('is stored as one delivery per event, each with its own part', async () => {
      scene = await setHookScene(service, { webhook });
      await scene.listen();
      const answered = await scene.deliver({
        body: JSON.stringify({ entries: [entry(1), entry(2), entry(3, 'stranger')] }),
      });
      const ids = answered.headers.get('tallyhook-delivery')!.split(', ');
      const kept = await Promise.all(ids.map((id) => scene.delivery(id)));
      assert.deepEqual(
        kept.map(({ deliveryId, outcome }) => [deliveryId, outcome]),
        [
          ['1-1', 'accepted'],
          ['2-1', 'accepted'],
          ['3-1', 'unlinked'],
        ],
      );
      assert.deepEqual((await readDeliveryBody(service.store, ids[1]!)).payload, entry(2));
    });

    it('starts nothing twice if the next body repeats some of them', async () => {
      scene = await setHookScene(service, { webhook });
      await scene.listen();
      await scene.deliver({ body: JSON.stringify({ entries: [entry(1), entry(2)], attempt: 0 }) });
      const again = await scene.deliver({ body: JSON.stringify({ entries: [entry(2), entry(3)], attempt: 1 }) });
      assert.equal(again.headers.get('tallyhook-result'), 'duplicate, new');
      const kept = await scene.deliveries();
      assert.deepEqual(
        kept.map(({ deliveryId, repeats, conflictCount }) => [deliveryId, repeats, conflictCount]).sort(),
        [
          ['1-1', 0, 0],
          ['2-1', 1, 0],
          ['3-1', 0, 0],
        ],
      );
    });

    it('counts as unread if two different events have one id, but not if they are equal', async () => {
      scene = await setHookScene(service, { webhook });
      await scene.listen();
      await scene.deliver({ body: JSON.stringify({ entries: [entry(1), entry(1)] }) });
      assert.equal(await findUnreadDeliveries(service.store, scene.connector), undefined);
      const other = { ...entry(2), text: 'other' };
      const answered = await scene.deliver({ body: JSON.stringify({ entries: [entry(2), other] }) });
      assert.equal(answered.status, 200);
      const unread = await findUnreadDeliveries(service.store, scene.connector);
      assert.deepEqual(
        [unread?.count, unread?.lastReason],
        [
          1,
          'event.body.entries.1 has the same delivery id "2-1" as event.body.entries.0 but different content, so it starts nothing',
        ],
      );
      const kept = await scene.deliveries();
      assert.deepEqual(
        kept.map(({ deliveryId, repeats, conflictCount }) => [deliveryId, repeats, conflictCount]).sort(),
        [
          ['1-1', 1, 0],
          ['2-1', 0, 0],
          ['2-1', 1, 1],
        ],
      );
    });

    it('is refused with more than 5,000 events', async () => {
      scene = await setHookScene(service, { webhook });
      const body = JSON.stringify({ entries: Array.from({ length: 5_001 }, (_, id) => entry(id)) });
      assertProblem(await scene.deliver({ body }), 413, 'body_too_large');
      assert.deepEqual(await scene.deliveries(), []);
    });
  });

  describe('body size', () => {
    const bodyOf = (sizeBytes: number) => {
      const frame = '{"account":"acme","text":""}';
      return Buffer.from(frame.replace('""', `"${'x'.repeat(sizeBytes - frame.length)}"`));
    };

    it('can be 25 MiB, with Content-Length and in chunks', async () => {
      const body = bodyOf(limitBytes);
      assert.equal((await scene.deliver({ body })).status, 200);
      assert.equal(await raw({ chunks: [body.subarray(0, 1_000_000), body.subarray(1_000_000)] }), 200);
      const [kept] = await scene.deliveries();
      assert.ok((await readDeliveryBody(service.store, kept!.id)).raw.equals(body));
    });

    it('is refused with 413 from one byte more, and nothing is stored', async () => {
      const body = bodyOf(limitBytes + 1);
      assertProblem(await scene.deliver({ body }), 413, 'body_too_large');
      assert.equal(await raw({ chunks: [body.subarray(0, 1_000_000), body.subarray(1_000_000)] }), 413);
      assert.deepEqual(await scene.deliveries(), []);
    });

    it('is limited after gzip: 200 MB of spaces are refused without reading them all', async () => {
      const refuse = (body: Buffer) => async () =>
        assertProblem(await scene.deliver({ body, headers: { 'content-encoding': 'gzip' } }), 413, 'body_too_large');
      const [small, large] = [30_000_000, 200_000_000].map((bytes) => refuse(gzipSync(Buffer.alloc(bytes, ' '))));
      assertCheap(await cpuMsOf(large!), await cpuMsOf(small!));
    });
  });

  describe('body type', () => {
    const payloadOf = async (type: string | undefined, body: string) => {
      scene = await setHookScene(service, { webhook: { account: 'any', formField: 'payload' } });
      const answered = await scene.deliver({ type, body });
      assert.equal(answered.status, 200, answered.text);
      return (await readDeliveryBody(service.store, answered.headers.get('tallyhook-delivery')!)).payload;
    };

    it('can be missing: the body is then JSON if it parses, otherwise text', async () => {
      assert.deepEqual(await payloadOf(undefined, '{"a":1}'), { a: 1 });
      assert.equal(await payloadOf(undefined, 'hello'), 'hello');
    });

    it('can be JSON under another name, a form, a form with JSON, or text', async () => {
      assert.deepEqual(await payloadOf('application/cloudevents+json; charset=utf-8', '{"a":1}'), { a: 1 });
      assert.deepEqual(await payloadOf('application/x-www-form-urlencoded', 'a=1&b=%20&b=3'), {
        a: '1',
        b: [' ', '3'],
      });
      assert.deepEqual(await payloadOf('application/x-www-form-urlencoded', 'payload=%7B%22a%22%3A1%7D'), { a: 1 });
      assert.equal(await payloadOf('text/plain', '{"a":1}'), '{"a":1}');
    });

    it('can be a multipart form', async () => {
      scene = await setHookScene(service, {});
      const body = '--b\r\nContent-Disposition: form-data; name="account"\r\n\r\nacme\r\n--b--\r\n';
      const answered = await scene.deliver({ type: 'multipart/form-data; boundary=b', body });
      assert.equal((await keptOf(answered)).externalId, 'acme');
      assertProblem(await scene.deliver({ type: 'multipart/form-data', body }), 400, 'invalid_request');
    });

    it('is ignored if the connector says that it is JSON', async () => {
      scene = await setHookScene(service, { webhook: { body: 'json' } });
      const type = 'text/plain; charset=UTF-8';
      const answered = await scene.deliver({ type });
      assert.equal((await keptOf(answered)).externalId, 'acme');
      assertProblem(await scene.deliver({ type, body: 'acme' }), 400, 'invalid_json');
      assertProblem(await scene.deliver({ type, body: '['.repeat(101) }), 400, 'invalid_request');
    });

    it('is refused with 415 if it is unreadable', async () => {
      assertProblem(await scene.deliver({ type: 'application/octet-stream' }), 415, 'unsupported_type');
    });

    it('is refused with 400 if it says JSON and is not, without leaking the body', async () => {
      const answered = await scene.deliver({ body: '{"account": canary-8f2e' });
      assertProblem(answered, 400, 'invalid_json');
      assert.ok(!answered.text.includes('canary-8f2e') && !service.log.join('').includes('canary-8f2e'));
    });
  });

  describe('a large body, which is read in another thread,', () => {
    const large = (n: number) => JSON.stringify({ account: 'acme', n, text: 'x'.repeat(100_000) });

    it('goes to the workflows whose conditions it meets, and is kept unchanged', async () => {
      const one = await scene.listen({ conditions: [{ path: 'n', op: 'eq', value: 1 }] });
      await scene.listen({ conditions: [{ path: 'n', op: 'eq', value: 2 }] });
      const answered = await scene.deliver({ body: large(1) });
      assert.equal(answered.status, 200, answered.text);
      const id = answered.headers.get('tallyhook-delivery')!;
      assert.deepEqual(
        (await scene.delivery(id)).targets.map(({ workflowId }) => workflowId),
        [one],
      );
      const body = await readDeliveryBody(service.store, id);
      assert.deepEqual(JSON.stringify(body.payload), large(1));
      assert.equal(body.raw.toString(), large(1));
    });

    it('counts as the same as before, or as another with its id', async () => {
      await scene.listen();
      const send = async (n: number) => (await scene.deliver({ id: 'large', body: large(n) })).headers;
      const results = [];
      for (const n of [1, 1, 2]) results.push((await send(n)).get('tallyhook-result'));
      assert.deepEqual(results, ['new', 'duplicate', 'duplicate']);
      const [conflict, first] = await scene.deliveries();
      assert.deepEqual([first!.repeats, first!.conflictCount, conflict!.conflictOf], [2, 1, first!.id]);
    });

    it('is split into events, each with what stood around it', async () => {
      scene = await setHookScene(service, {
        webhook: { split: 'event.body.list', account: '{{event.item.account}}', deliveryId: '{{event.item.id}}' },
      });
      const list = Array.from({ length: 300 }, (_, id) => ({ id, account: 'acme', text: 'é'.repeat(300) }));
      const answered = await scene.deliver({ body: JSON.stringify({ kept: true, list }) });
      assert.equal(answered.status, 200, answered.text);
      const [last] = await scene.deliveries();
      const { payload, around } = await readDeliveryBody(service.store, last!.id);
      assert.deepEqual(payload, list[299]);
      assert.deepEqual(around, { body: { kept: true } });
    });

    it('is refused like a small one', async () => {
      assertProblem(await scene.deliver({ body: large(1).slice(0, -1) }), 400, 'invalid_json');
      const many = JSON.stringify({
        account: 'acme',
        list: Array.from({ length: 2_001 }, (_, id) => ({ id, a: 'x'.repeat(40) })),
      });
      scene = await setHookScene(service, {
        webhook: { split: 'event.body.list', deliveryId: '{{event.item.id}}', account: 'any' },
      });
      const refused = await scene.deliver({ body: many });
      assertProblem(refused, 400, 'invalid_request');
      assert.match(refused.body.detail, /has 2001 events, and at most 2000 can come at once/);
    });
  });

  describe('JSON', () => {
    // The thread for large bodies starts with the first of them.
    beforeEach(() => scene.deliver({ body: JSON.stringify({ account: 'acme', text: 'x'.repeat(100_000) }) }));
    const harmless = (bytes: number) => JSON.stringify({ account: 'acme', text: 'x'.repeat(bytes) });
    const nested = (levels: number) => `{"account":"acme","a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

    it('is refused with 400 if nested 5,000 levels deep, even 20 MB of brackets, no slower than as harmless text', async () => {
      assertProblem(await scene.deliver({ body: nested(5_000) }), 400, 'invalid_request');
      const refuse = async () =>
        assertProblem(await scene.deliver({ body: nested(10_000_000) }), 400, 'invalid_request');
      const accept = async () => assert.equal((await scene.deliver({ body: harmless(20_000_000) })).status, 200);
      assertCheap(await cpuMsOf(refuse), await cpuMsOf(accept));
    });

    it('is refused if nested too deeply inside a form, no slower than a form of harmless text', async () => {
      scene = await setHookScene(service, { webhook: { formField: 'payload' } });
      const deliver = (body: string) => scene.deliver({ body, type: 'application/x-www-form-urlencoded' });
      const refuse = async () =>
        assertProblem(await deliver(`payload=${'%5B'.repeat(8_000_000)}`), 400, 'invalid_request');
      const accept = async () => assert.equal((await deliver(`payload=${harmless(24_000_000)}`)).status, 200);
      assertCheap(await cpuMsOf(refuse), await cpuMsOf(accept));
    });

    it('is stored as data if its keys have a meaning in JavaScript or a database', async () => {
      await scene.listen();
      const body = '{"account":"acme","__proto__":{"isAdmin":true},"constructor":{"prototype":1},"$where":"1","a.b":2}';
      const answered = await scene.deliver({ body });
      const { payload } = await readDeliveryBody(service.store, answered.headers.get('tallyhook-delivery')!);
      assert.equal(JSON.stringify(payload), body);
      assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
    });

    it('keeps the last of duplicate keys, large numbers as text, and the original bytes', async () => {
      await scene.listen();
      const body = '{"account":"stranger","account":"acme","n":9007199254740993}';
      const answered = await scene.deliver({ body });
      const kept = await readDeliveryBody(service.store, answered.headers.get('tallyhook-delivery')!);
      assert.deepEqual(kept.payload, { account: 'acme', n: '9007199254740993' });
      assert.equal(kept.raw.toString(), body);
    });
  });

  describe('address', () => {
    it('is answered with 404 for an unknown connector or one without webhooks', async () => {
      const connector = `practice-${newId()}`;
      await release(service, { connector, webhook: null });
      const answers = [];
      for (const path of ['nothing-here', '%00..%2f', connector]) answers.push(await deliver(service, path, {}));
      for (const answered of answers) assertProblem(answered, 404, 'not_found');
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify({ ...body, instance: '' }))).size, 1);
    });

    it('serves all webhooks of a connector by match, or one with ?webhook=', async () => {
      const connector = `practice-${newId()}`;
      const match = [{ path: 'event.body.kind', is: 'order' }];
      const of = (event: string) => ({ event, match: [{ path: 'event.body.kind', is: event }] });
      await release(service, { connector, webhook: { event: 'rest' }, others: { orders: { event: 'order', match } } });
      const nameOf = async (sent: object) => (await keptOf(await deliver(service, connector, sent))).event;
      assert.equal(await nameOf({ body: '{"account":"acme","kind":"order"}' }), 'order');
      assert.equal(await nameOf({ body: '{"account":"acme"}' }), 'rest');
      assert.equal(await nameOf({ path: `/hooks/${connector}?webhook=orders` }), 'order');
      const strict = `practice-${newId()}`;
      await release(service, { connector: strict, webhook: of('order'), others: { refunds: of('refund') } });
      const refused = await deliver(service, strict, {});
      assertProblem(refused, 404, 'not_found');
      assert.match(JSON.stringify(refused.body), /add \?webhook=<name> to the address \(one of events, refunds\)/);
    });

    it('is answered as usual for a connector that nobody installed, and starts nothing', async () => {
      const connector = `practice-${newId()}`;
      await release(service, { connector });
      const answered = await deliver(service, connector, {});
      assert.equal(answered.status, 200);
      assert.equal((await keptOf(answered)).outcome, 'unlinked');
    });
  });

  describe('half a body', () => {
    it('starts nothing if the sender disconnects', async () => {
      await scene.listen();
      const port = Number(new URL(service.url).port);
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /hooks/${scene.connector} HTTP/1.1\r\nHost: a\r\nX-Event: opened\r\nX-Delivery: half\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{"account":`,
      );
      await once(socket, 'connect');
      await sleep(100);
      socket.destroy();
      await sleep(200);
      assert.deepEqual(await scene.deliveries(), []);
    });
  });

  it('writes neither secrets nor payloads into the log', async () => {
    await scene.listen();
    const canary = `canary-${randomBytes(8).toString('hex')}`;
    const headers = { authorization: `Bearer ${canary}`, 'x-hub-signature-256': canary };
    await scene.deliver({
      body: JSON.stringify({ account: 'acme', secret: canary }),
      headers,
      path: `/hooks/${scene.connector}?token=${canary}`,
    });
    await scene.deliver({ body: `{"account":"acme","a":${canary}`, headers });
    await sleep(100);
    assert.ok(service.log.length > 0);
    assert.ok(!service.log.join('').includes(canary));
  });

  /** Sends raw headers and, for several chunks, no Content-Length. Returns the status. */
  async function raw({
    headers = ['X-Event', 'opened', 'X-Delivery', newId()],
    chunks = [Buffer.from('{"account":"acme"}')],
  }: {
    headers?: string[];
    chunks?: Buffer[];
  }): Promise<number> {
    const length =
      chunks.length === 1 ? ['Content-Length', String(chunks[0]!.length)] : ['Transfer-Encoding', 'chunked'];
    const outgoing = sendRequest(`${service.url}/hooks/${scene.connector}`, {
      method: 'POST',
      headers: ['Host', 'localhost', 'Content-Type', 'application/json', ...length, ...headers] as never,
    });
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode!;
  }
});
