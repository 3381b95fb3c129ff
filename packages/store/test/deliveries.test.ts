import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem, type ConnectorPackage, type Workflow, type WorkflowCondition } from '@tallyhook/schemas';
import { eventPayload } from '../src/deliveries/event-payload.ts';
import { acceptDeliveries, type ReceivedBody, type ReceivedEvent } from '../src/deliveries/accept-deliveries.ts';
import { deleteDeliveries } from '../src/deliveries/delete-deliveries.ts';
import {
  countUnlinkedDeliveries,
  findDelivery,
  getDelivery,
  listDeliveries,
  readDeliveryBody,
} from '../src/deliveries/deliveries.ts';
import { listUnstartedTargets, markTargetRefused, markTargetStarted } from '../src/deliveries/delivery-starts.ts';
import { ensureIndexes } from '../src/indexes.ts';
import { installConnector } from '../src/connectors/installations.ts';
import { linkAccount } from '../src/accounts/linked-accounts.ts';
import { publishTriggerRoutes } from '../src/workflows/publish-trigger-routes.ts';
import { releaseConnector } from '../src/connectors/releases.ts';
import { newId, openStore, type Store } from '../src/database/store.ts';

const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

describe('Deliveries', () => {
  let store: Store;
  let connector: string;
  let account: string;

  before(async () => {
    const uri = process.env.MONGODB_URI;
    assert.ok(uri, 'Set MONGODB_URI to a MongoDB replica set: these tests write to a real one.');
    const keyring = { current: 'a', keys: { a: randomBytes(32) } };
    store = await openStore({ uri, keyring, databasePrefix: `test_${randomBytes(6).toString('hex')}` });
    await ensureIndexes(store);
  });

  after(async () => {
    await store.system.dropDatabase();
    await store.close();
  });

  beforeEach(async () => {
    connector = `practice-${newId()}`;
    account = `account-${newId()}`;
    await release('1.0.0');
  });

  const packageOf = (version: string, sha256: string): ConnectorPackage => ({
    format: 1,
    sha256,
    connector: { id: connector, name: 'Practice', version, hosts: [], signIn: { kind: 'none' } },
    actions: {},
    webhooks: {},
  });

  const release = (version: string) =>
    releaseConnector(store, packageOf(version, version), { workspaceId: null, by: 'test' });

  interface Listening {
    workspaceId?: string;
    on?: boolean;
    events?: string[];
    conditions?: WorkflowCondition[];
    externalId?: string;
    isProven?: boolean;
    version?: string;
  }

  /** A workspace with a linked account and a workflow that listens to it. */
  const listen = async ({
    workspaceId = newId(),
    on = true,
    events = ['*'],
    conditions,
    externalId = account,
    isProven = true,
    version = '1.0.0',
  }: Listening = {}) => {
    await installConnector(store, workspaceId, { connector, version }, 'test');
    const linked = await linkAccount(store, {
      workspaceId,
      connector,
      label: 'Main',
      externalId,
      isProven,
      ownerPersonId: null,
      fields: { token: 'canary' },
    });
    const definition: Workflow = {
      name: 'Listen',
      trigger: { kind: 'connector', connector, events, ...(conditions ? { conditions } : {}) },
      steps: [{ id: 'count', kind: 'runReport', report: newId() }],
    };
    const workflow = { workspaceId, branchId: newId(), branchName: 'main', workflowId: newId(), definition };
    const settings = { on, accounts: { [connector]: linked.id } };
    await publishTriggerRoutes(store, workflow, settings, 'test');
    return { ...workflow, accountId: linked.id, settings };
  };

  const payload = (value: unknown) => eventPayload('opened', value);
  const event = (values: Partial<ReceivedEvent> = {}): ReceivedEvent => ({
    connectorVersion: '1.0.0',
    event: 'opened',
    externalId: account,
    deliveryId: 'd-1',
    payload: payload({ number: 1 }),
    ...values,
  });

  const accept = (events: ReceivedEvent[], values: Partial<ReceivedBody> = {}) =>
    acceptDeliveries(store, {
      connector,
      contentType: 'application/json',
      raw: Buffer.from('{"number":1}'),
      events,
      ...values,
    });

  const acceptOne = async (values: Partial<ReceivedEvent> = {}) => (await accept([event(values)]))[0]!;

  const targetsOf = async (id: string) => (await getDelivery(store, id)).targets.map(({ workflowId }) => workflowId);

  describe('are stored once', () => {
    it('if the same delivery arrives 50 times at once: one row, one target, 49 repeats', async () => {
      await listen();
      const results = await Promise.all(Array.from({ length: 50 }, () => acceptOne()));
      assert.equal(new Set(results.map(({ id }) => id)).size, 1);
      assert.equal(results.filter(({ result }) => result === 'new').length, 1);
      assert.equal(results.filter(({ result }) => result === 'repeated').length, 49);
      const kept = await getDelivery(store, results[0]!.id);
      assert.equal(kept.targets.length, 1);
      assert.equal(kept.repeats, 49);
    });

    it('if a large delivery arrives ten times at once, without leftover bytes', async () => {
      await listen();
      const raw = Buffer.from(JSON.stringify({ text: 'x'.repeat(300_000) }));
      const value = JSON.parse(raw.toString()) as unknown;
      const results = await Promise.all(
        Array.from({ length: 10 }, () => accept([event({ payload: payload(value) })], { raw })),
      );
      const ids = new Set(results.map(([first]) => first!.id));
      assert.equal(ids.size, 1);
      const pieces = await store.system.collection<{ piecesId: string }>('delivery_body_pieces').distinct('piecesId');
      assert.deepEqual(pieces, [`${[...ids][0]}:raw`]);
    });

    it('if many arrive at once, one of which cannot be stored: it fails alone', async () => {
      await listen();
      const tooLarge = acceptOne({ deliveryId: 'large', event: 'x'.repeat(17 * 1024 * 1024) });
      const others = Array.from({ length: 20 }, (_, index) => acceptOne({ deliveryId: `d-${index % 10}` }));
      const [refused, ...results] = await Promise.allSettled([tooLarge, ...others]);
      assert.equal(refused.status, 'rejected');
      const found = results.map((one) => (one.status === 'fulfilled' ? one.value.result : one.status));
      assert.deepEqual(found.toSorted(), [...Array<string>(10).fill('new'), ...Array<string>(10).fill('repeated')]);
      const ids = new Set(results.map((one) => (one.status === 'fulfilled' ? one.value.id : undefined)));
      assert.equal(ids.size, 10);
      for (const id of ids) assert.equal((await getDelivery(store, id!)).targets.length, 1);
    });

    it('per connector and account', async () => {
      const ids = [
        await acceptOne(),
        await acceptOne({ externalId: 'another' }),
        await acceptOne({ externalId: null }),
      ];
      connector = `${connector}-b`;
      ids.push(await acceptOne());
      assert.equal(new Set(ids.map(({ id }) => id)).size, 4);
    });

    it('if one body contains a delivery id twice', async () => {
      await listen();
      const [first, second] = await accept([event(), event()]);
      assert.deepEqual([first!.result, second!.result, first!.id], ['new', 'repeated', second!.id]);
    });

    it('with a delivery id of ten thousand characters, line breaks and emoji', async () => {
      for (const deliveryId of ['x'.repeat(10_000), 'a\nb\u0000c', '🪝']) {
        const first = await acceptOne({ deliveryId });
        assert.equal(first.result, 'new');
        assert.deepEqual(await acceptOne({ deliveryId }), { ...first, result: 'repeated' });
        assert.ok((await getDelivery(store, first.id)).deliveryId.length <= 1024);
      }
    });

    it('for 30 days', async () => {
      const { id } = await acceptOne();
      const row = await store.system
        .collection<{ _id: string; expiresAt: Date; receivedAt: Date }>('deliveries')
        .findOne({ _id: id });
      assert.equal(row!.expiresAt.getTime() - row!.receivedAt.getTime(), 30 * 24 * 60 * 60 * 1000);
    });
  });

  describe('with a known id and other content', () => {
    it('start nothing and are recorded with both digests', async () => {
      await listen();
      const first = await acceptOne();
      const second = await acceptOne({ payload: payload({ number: 2 }) });
      assert.deepEqual(second, { ...first, result: 'conflict' });
      const kept = await getDelivery(store, first.id);
      assert.equal(kept.conflictCount, 1);
      assert.equal(kept.conflicts[0]!.keptSha256, kept.sha256);
      assert.notEqual(kept.conflicts[0]!.givenSha256, kept.sha256);
      assert.equal(kept.targets.length, 1);
      assert.deepEqual((await readDeliveryBody(store, first.id)).payload, { number: 1 });
      const id = kept.conflicts[0]!.delivery!;
      assert.deepEqual((await readDeliveryBody(store, id)).payload, { number: 2 }, 'kept like any other');
      const other = await getDelivery(store, id);
      assert.deepEqual(
        [other.outcome, other.conflictOf, other.targets, other.deliveryId],
        ['conflict', first.id, [], kept.deliveryId],
      );
      await acceptOne({ payload: payload({ number: 2 }) });
      assert.equal((await getDelivery(store, id)).repeats, 1);
    });

    it('are all counted and kept; the first twenty are listed with the delivery', async () => {
      const { workspaceId } = await listen();
      const { id } = await acceptOne();
      for (let number = 2; number <= 21; number++) await acceptOne({ payload: payload({ number }) });
      const { conflicts: first } = await getDelivery(store, id);
      assert.equal(new Set(first.map(({ givenSha256 }) => givenSha256)).size, 20);
      for (let number = 22; number <= 25; number++) await acceptOne({ payload: payload({ number }) });
      const kept = await getDelivery(store, id);
      assert.equal(kept.conflictCount, 24);
      assert.deepEqual(kept.conflicts, first);
      const { deliveries } = await listDeliveries(store, workspaceId, { outcome: 'conflict', limit: 100 });
      assert.equal(deliveries.filter(({ conflictOf }) => conflictOf === id).length, 24);
    });
  });

  describe('are deleted', () => {
    it('with their bodies, and stay known: sent again, they start nothing', async () => {
      const { workspaceId } = await listen();
      const first = await acceptOne({ payload: payload({ text: 'x'.repeat(300_000) }) });
      assert.equal(await deleteDeliveries(store, workspaceId, { ids: [first.id] }), 0, 'its run has not been started');
      const [target] = (await getDelivery(store, first.id)).targets;
      await markTargetStarted(store, first.id, target!.key, { workflowId: 'w', runId: 'r' });
      assert.equal(await deleteDeliveries(store, newId(), { ids: [first.id] }), 0, 'not by another workspace');
      assert.equal(await deleteDeliveries(store, workspaceId, { ids: [first.id] }), 1);
      assert.equal(await findDelivery(store, workspaceId, first.id), null);
      await assert.rejects(readDeliveryBody(store, first.id), refusal('not_found'));
      const pieces = await store.system
        .collection('delivery_body_pieces')
        .countDocuments({ piecesId: `${first.id}:payload` });
      assert.equal(pieces, 0);
      assert.equal((await acceptOne()).result, 'conflict');
      assert.equal((await listDeliveries(store, workspaceId, { limit: 10 })).deliveries.length, 0);
    });

    it('by what they have in common, and stay for the other workspaces that have them', async () => {
      const [one, other] = [await listen({ events: ['closed'] }), await listen({ events: ['closed'] })];
      const { id } = await acceptOne();
      await acceptOne({ deliveryId: 'd-2', event: 'closed' });
      assert.equal(await deleteDeliveries(store, one.workspaceId, { connector, outcome: 'untriggered' }), 1);
      assert.equal((await listDeliveries(store, one.workspaceId, { limit: 10 })).deliveries.length, 1);
      assert.notEqual(await findDelivery(store, other.workspaceId, id), null);
      assert.deepEqual((await readDeliveryBody(store, id)).payload, { number: 1 });
    });
  });

  describe('are sent', () => {
    it('to every workflow that accepts them, in every workspace that linked the account', async () => {
      const [first, second] = [await listen(), await listen()];
      const { id, waiting } = await acceptOne();
      assert.equal(waiting, true);
      assert.deepEqual((await targetsOf(id)).sort(), [first.workflowId, second.workflowId].sort());
    });

    it('to their own account when one body contains events of several', async () => {
      const [first, second] = [await listen(), await listen({ externalId: 'another' })];
      const [own, other] = await accept([event(), event({ externalId: 'another' })]);
      assert.deepEqual(
        [await targetsOf(own!.id), await targetsOf(other!.id)],
        [[first.workflowId], [second.workflowId]],
      );
    });

    it('not to an account whose id was only typed, if another workspace has the same', async () => {
      const proven = await listen();
      await listen({ isProven: false });
      assert.deepEqual(await targetsOf((await acceptOne({ deliveryId: 'd-2' })).id), [proven.workflowId]);
      account = `account-${newId()}`;
      const typed = await listen({ isProven: false });
      const alone = await acceptOne();
      await listen({ isProven: false });
      const both = await acceptOne({ deliveryId: 'd-3' });
      assert.deepEqual([await targetsOf(alone.id), await targetsOf(both.id)], [[typed.workflowId], []]);
      assert.equal((await getDelivery(store, both.id)).outcome, 'unlinked');
    });

    it('at an account’s own address to that account alone, whatever they say, and apart from all others', async () => {
      const [first, second] = [await listen(), await listen()];
      const at = async ({ accountId: id, workspaceId }: typeof first) =>
        (await accept([event({ externalId: 'somebody else' })], { account: { id, workspaceId } }))[0]!;
      const [one, other, again] = [await at(first), await at(second), await at(first)];
      assert.deepEqual([await targetsOf(one.id), await targetsOf(other.id)], [[first.workflowId], [second.workflowId]]);
      assert.deepEqual([one.result, other.result, again.result], ['new', 'new', 'repeated']);
    });

    it('not to a workflow that is off, has another event or account, or whose conditions fail', async () => {
      await listen({ on: false });
      await listen({ events: ['closed'] });
      await listen({ externalId: 'another' });
      await listen({ conditions: [{ path: 'number', op: 'eq', value: 2 }] });
      const { id } = await acceptOne();
      assert.deepEqual(await targetsOf(id), []);
      assert.equal((await getDelivery(store, id)).outcome, 'untriggered');
    });

    it('not to a workflow that was switched off', async () => {
      const { settings, ...workflow } = await listen();
      await publishTriggerRoutes(store, workflow, { ...settings, on: false }, 'test');
      const { id } = await acceptOne();
      assert.deepEqual(await targetsOf(id), []);
    });

    it('to all workflows of the only workspace if they name no account, but not if they name "any"', async () => {
      const workspaceId = newId();
      const [first, second] = [await listen({ workspaceId }), await listen({ workspaceId, externalId: 'another' })];
      const { id } = await acceptOne({ externalId: null });
      assert.deepEqual((await targetsOf(id)).sort(), [first.workflowId, second.workflowId].sort());
      const forged = await acceptOne({ externalId: 'any' });
      assert.deepEqual(await targetsOf(forged.id), []);
      await listen();
      const shared = await acceptOne({ externalId: null, deliveryId: 'd-2' });
      assert.deepEqual(await targetsOf(shared.id), []);
    });

    it('only from the webhook that the trigger names', async () => {
      const { settings, definition, ...place } = await listen();
      const trigger = { ...(definition.trigger as { kind: 'connector'; connector: string; events: string[] }) };
      const named = { ...place, definition: { ...definition, trigger: { ...trigger, webhook: 'orders' } } };
      await publishTriggerRoutes(store, named, settings, 'test');
      const [orders, other] = [
        await acceptOne({ webhook: 'orders' }),
        await acceptOne({ webhook: 'customers', deliveryId: 'd-2' }),
      ];
      assert.deepEqual([await targetsOf(orders.id), await targetsOf(other.id)], [[place.workflowId], []]);
    });

    it('only to workspaces on the connector version that read them', async () => {
      await release('2.0.0');
      const [old, fresh] = [await listen(), await listen({ version: '2.0.0' })];
      const [first] = await accept([event({ connectorVersion: '1.0.0', deliveryId: 'by-1' })]);
      const [second] = await accept([event({ connectorVersion: '2.0.0', deliveryId: 'by-2' })]);
      assert.deepEqual(
        [await targetsOf(first!.id), await targetsOf(second!.id)],
        [[old.workflowId], [fresh.workflowId]],
      );
    });

    it('to a workflow that stays on an older version, as that version reads them', async () => {
      await release('2.0.0');
      const workspaceId = newId();
      const stays = await listen({ workspaceId });
      const moves = await listen({ workspaceId });
      const keep = [{ branchId: stays.branchId, workflowId: stays.workflowId }];
      await installConnector(store, workspaceId, { connector, version: '2.0.0', keep }, 'test');
      const read = async (connectorVersion: string) => {
        const [accepted] = await accept([event({ connectorVersion, deliveryId: `by-${connectorVersion}` })]);
        return targetsOf(accepted!.id);
      };
      assert.deepEqual([await read('1.0.0'), await read('2.0.0')], [[stays.workflowId], [moves.workflowId]]);
    });

    it('once, even if workspaces use versions that read the event differently', async () => {
      await release('2.0.0');
      const [old, fresh] = [
        await listen({ events: ['opened'] }),
        await listen({ events: ['issue.opened'], version: '2.0.0' }),
      ];
      const otherReadings = [{ connectorVersion: '1.0.0', event: 'opened', payload: payload({ number: 1 }) }];
      const { id } = await acceptOne({ connectorVersion: '2.0.0', event: 'issue.opened', otherReadings });
      assert.deepEqual((await targetsOf(id)).sort(), [old.workflowId, fresh.workflowId].sort());
    });

    it('only to their first targets: a workflow switched on later gets no repeats', async () => {
      const first = await listen();
      const { id } = await acceptOne();
      await listen();
      await acceptOne();
      assert.deepEqual(await targetsOf(id), [first.workflowId]);
    });

    it('nowhere if the account was not linked, even if it is linked later; no body is stored', async () => {
      const { id } = await acceptOne();
      await listen();
      const again = await acceptOne();
      assert.deepEqual(again, { id, result: 'repeated', waiting: false });
      assert.equal((await getDelivery(store, id)).outcome, 'unlinked');
      assert.equal(await countUnlinkedDeliveries(store, connector), 1);
      await assert.rejects(readDeliveryBody(store, id), refusal('not_found'));
    });
  });

  describe('return', () => {
    it('the body and payload unchanged, whether stored in a row or a file', async () => {
      await listen();
      for (const length of [10, 300_000, 9_000_000]) {
        const value = { text: 'é'.repeat(length / 2) };
        const raw = Buffer.from(JSON.stringify(value));
        const [kept] = await accept([event({ payload: payload(value), deliveryId: `d-${length}` })], { raw });
        const body = await readDeliveryBody(store, kept!.id);
        assert.deepEqual(body.payload, value);
        assert.ok(body.raw.equals(raw));
      }
    });

    it('the payload of each event in a body, and the body for all of them', async () => {
      await listen();
      const raw = Buffer.from('[{"n":1},\n{"n":2}]');
      const kept = await accept(
        [
          event({ deliveryId: 'a', payload: payload({ n: 1 }) }),
          event({ deliveryId: 'b', payload: payload({ n: 2 }) }),
        ],
        { raw },
      );
      for (const [index, { id }] of kept.entries()) {
        const body = await readDeliveryBody(store, id);
        assert.deepEqual(body.payload, { n: index + 1 });
        assert.ok(body.raw.equals(raw));
      }
    });

    it('keys that are special in JavaScript or MongoDB as plain data', async () => {
      await listen();
      const raw = Buffer.from('{"__proto__":{"a":1},"constructor":2,"$where":"x","a.b":{"$gt":1}}');
      const [kept] = await accept([event({ payload: payload(JSON.parse(raw.toString())) })], { raw });
      const { payload: read } = await readDeliveryBody(store, kept!.id);
      assert.equal(JSON.stringify(read), raw.toString());
      assert.equal(({} as { a?: number }).a, undefined);
    });
  });

  describe('keep targets waiting', () => {
    it('until they are started or refused, exactly once', async () => {
      await listen();
      await listen();
      const { id } = await acceptOne();
      const waiting = async () =>
        (await listUnstartedTargets(store, { olderThanMs: 0, limit: 1000 })).filter(
          ({ deliveryId }) => deliveryId === id,
        );
      const [first, second] = (await waiting()).map(({ target }) => target.key) as [string, string];
      await markTargetStarted(store, id, first, { workflowId: 'w', runId: 'r' });
      await markTargetStarted(store, id, first, { workflowId: 'w', runId: 'r2' });
      assert.deepEqual(
        (await waiting()).map(({ target }) => target.key),
        [second],
      );
      await markTargetRefused(store, id, second, 'The branch is gone.');
      assert.deepEqual(await waiting(), []);
      const { targets } = await getDelivery(store, id);
      assert.deepEqual(
        targets
          .map(({ status, started, reason }) => ({ status, started, reason }))
          .sort((a) => (a.status === 'started' ? -1 : 1)),
        [
          { status: 'started', started: { workflowId: 'w', runId: 'r' }, reason: null },
          { status: 'refused', started: null, reason: 'The branch is gone.' },
        ],
      );
      assert.equal((await acceptOne()).waiting, false);
    });

    it('hidden from the sweep until they are old enough', async () => {
      await listen();
      const { id } = await acceptOne();
      const found = await listUnstartedTargets(store, { olderThanMs: 60_000, limit: 1000 });
      assert.ok(!found.some(({ deliveryId }) => deliveryId === id));
    });
  });

  describe('are listed', () => {
    it("for workspaces that linked the account, newest first, by page, without others' targets", async () => {
      const [own, other] = [await listen(), await listen({ events: ['closed'] })];
      const ids = [];
      for (const deliveryId of ['a', 'b', 'c']) ids.unshift((await acceptOne({ deliveryId })).id);
      const first = await listDeliveries(store, own.workspaceId, { connector, limit: 2 });
      const second = await listDeliveries(store, own.workspaceId, { connector, limit: 2, cursor: first.nextCursor! });
      assert.deepEqual(
        [...first.deliveries, ...second.deliveries].map(({ id }) => id),
        ids,
      );
      assert.equal(second.nextCursor, undefined);
      assert.equal((await listDeliveries(store, own.workspaceId, { connector, limit: 3 })).nextCursor, undefined);
      assert.equal(first.deliveries[0]!.targets.length, 1);
      const one = await listDeliveries(store, own.workspaceId, { id: ids[1]!, limit: 10 });
      assert.deepEqual(
        one.deliveries.map(({ id }) => id),
        [ids[1]],
      );
      const theirs = await listDeliveries(store, other.workspaceId, { limit: 10 });
      assert.deepEqual(
        theirs.deliveries.map(({ targets, outcome }) => [targets, outcome]),
        Array(3).fill([[], 'untriggered']),
      );
      assert.deepEqual((await listDeliveries(store, newId(), { limit: 10 })).deliveries, []);
    });
  });
});
