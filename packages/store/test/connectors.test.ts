import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem, type ConnectorPackage, type Workflow } from '@tallyhook/schemas';
import { ensureIndexes } from '../src/indexes.ts';
import {
  releaseRefreshLease,
  markAccountRefused,
  markAccountWorking,
  readRefreshState,
  saveAccountFields,
  takeRefreshLease,
} from '../src/accounts/account-tokens.ts';
import {
  getInstalledPackage,
  installBuild,
  installConnector,
  listInstallations,
} from '../src/connectors/installations.ts';
import { listVersionsFor, moveKeptWorkflows } from '../src/connectors/kept-versions.ts';
import { getLinkedAccount, linkAccount, listLinkedAccounts, openAccount } from '../src/accounts/linked-accounts.ts';
import {
  compareVersions,
  findNewestRelease,
  getReleasedPackage,
  listReleases,
  releaseConnector,
} from '../src/connectors/releases.ts';
import { coreWorkspaceId } from '../src/database/core-workspace.ts';
import { newId, openStore, type Store } from '../src/database/store.ts';
import { endRun, insertRun, type RunTrigger } from '../src/runs/runs.ts';

const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

describe('Connectors', () => {
  let store: Store;
  let connector: string;

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

  beforeEach(() => {
    connector = `practice-${newId()}`;
  });

  const packageOf = (version: string, sha256 = version): ConnectorPackage => ({
    format: 1,
    sha256,
    connector: { id: connector, name: 'Practice', version, hosts: [], signIn: { kind: 'none' } },
    actions: {},
    webhooks: {},
  });

  const release = (version: string, { sha256 = `sha-${version}`, workspaceId = null as string | null } = {}) =>
    releaseConnector(store, packageOf(version, sha256), { workspaceId, by: 'test' });

  describe('Marketplace', () => {
    it('never changes a version: identical content is accepted, other content refused', async () => {
      const first = await release('1.0.0');
      assert.deepEqual(await release('1.0.0'), first);
      await assert.rejects(release('1.0.0', { sha256: 'other' }), refusal('already_exists'));
      assert.equal(
        (await getReleasedPackage(store, { workspaceId: null }, { connector, version: '1.0.0' })).sha256,
        'sha-1.0.0',
      );
    });

    it('stores a version once when it is released twice at the same time', async () => {
      const results = await Promise.allSettled([release('1.0.0', { sha256: 'a' }), release('1.0.0', { sha256: 'b' })]);
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      assert.equal((await listReleases(store, { workspaceId: null }, connector)).length, 1);
    });

    it('belongs to the product and the operators; any other workspace releases for itself, under ids of its own', async () => {
      const [workspaceId, other] = [newId(), newId()];
      const own = await release('9.0.0', { workspaceId });
      assert.equal(own.isPublic, false);
      assert.deepEqual(await listReleases(store, { workspaceId: other }, connector), []);
      await assert.rejects(
        installConnector(store, other, { connector, version: '9.0.0' }, 'test'),
        refusal('not_found'),
      );
      await assert.rejects(
        getReleasedPackage(store, { workspaceId: other }, { connector, version: '9.0.0' }),
        refusal('not_found'),
      );
      // A private id does not block the marketplace, and its workspace goes on with its own.
      assert.equal((await release('1.0.0', { workspaceId: coreWorkspaceId })).isPublic, true);
      assert.equal((await findNewestRelease(store, { workspaceId: other }, connector))!.version, '1.0.0');
      assert.equal((await findNewestRelease(store, { workspaceId }, connector))!.version, '9.0.0');
      await assert.rejects(release('99.0.0', { workspaceId: other }), refusal('forbidden'));
    });

    it('refuses a version or build in which a secret field is no longer secret', async () => {
      const packaged = (version: string, secret: boolean) => ({
        ...packageOf(version, `sha-${version}`),
        connector: {
          ...packageOf(version).connector,
          account: { fields: [{ name: 'reference', label: 'R', secret }], label: 'R', externalId: '' },
        },
      });
      const released = (version: string, secret: boolean) =>
        releaseConnector(store, packaged(version, secret), { workspaceId: null, by: 'test' });
      await released('1.0.0', true);
      await assert.rejects(released('2.0.0', false), refusal('invalid_connector'));
      await released('2.0.0', true);
      const building = installBuild(store, newId(), packaged('3.0.0', false), 'test');
      await assert.rejects(building, refusal('invalid_connector'));
    });

    it('returns packages unchanged, including keys that MongoDB would not accept', async () => {
      const released = {
        ...packageOf('1.0.0', 'x'),
        actions: { list: { request: { headers: { $ref: '#/a', 'a.b': '' } } } },
      } as unknown as ConnectorPackage;
      await releaseConnector(store, released, { workspaceId: null, by: 'test' });
      assert.deepEqual(
        await getReleasedPackage(store, { workspaceId: null }, { connector, version: '1.0.0' }),
        released,
      );
    });

    it('sorts versions numerically', async () => {
      for (const version of ['1.2.0', '10.0.0', '9.0.0']) await release(version);
      assert.equal((await findNewestRelease(store, { workspaceId: null }, connector))!.version, '10.0.0');
      const versions = ['2.0.0', '2.0.0-beta', '1.10.0', '1.9.9'];
      assert.deepEqual(
        [...versions].sort((left, right) => compareVersions(right, left)),
        versions,
      );
    });
  });

  it('of an earlier build stay in the marketplace, and its accounts get an address of their own', async () => {
    const releases = store.system.collection('connector_releases');
    await release('1.0.0');
    await releases.updateOne({ connector }, { $unset: { scope: '' } });
    await releases.createIndex({ connector: 1, version: 1 }, { unique: true });
    const workspaceId = newId();
    const account = { workspaceId, connector, label: 'Old', externalId: null, ownerPersonId: null, fields: {} };
    const { id } = await linkAccount(store, account);
    await store.system
      .collection<{ _id: string }>('linked_accounts')
      .updateOne({ _id: id }, { $unset: { hookKey: '' } });
    await ensureIndexes(store);
    assert.equal((await findNewestRelease(store, { workspaceId }, connector))!.isPublic, true);
    assert.match((await getLinkedAccount(store, workspaceId, id)).hookKey, /^[\w-]{32}$/);
    assert.ok(!(await releases.indexes()).some(({ name }) => name === 'connector_1_version_1'));
  });

  describe('Installations', () => {
    it('use the newest version unless one is named, and stay there until moved', async () => {
      const workspaceId = newId();
      await release('1.0.0');
      assert.equal((await installConnector(store, workspaceId, { connector }, 'test')).version, '1.0.0');
      await release('1.1.0');
      assert.equal((await getInstalledPackage(store, workspaceId, connector)).connector.version, '1.0.0');
      await installConnector(store, workspaceId, { connector, version: '1.1.0' }, 'test');
      assert.deepEqual(
        (await listInstallations(store, workspaceId)).map(({ version }) => version),
        ['1.1.0'],
      );
    });

    it('are refused for unknown connectors and versions, and absent until made', async () => {
      await assert.rejects(installConnector(store, newId(), { connector }, 'test'), refusal('not_found'));
      await release('1.0.0');
      const misspelt = { connector: `${connector}x` };
      await assert.rejects(installConnector(store, newId(), misspelt, 'test'), {
        message: `The marketplace has no connector "${connector}x": did you mean "${connector}"?`,
      });
      await assert.rejects(
        installConnector(store, newId(), { connector, version: '9.9.9' }, 'test'),
        refusal('not_found'),
      );
      await assert.rejects(getInstalledPackage(store, newId(), connector), refusal('not_found'));
    });
  });

  describe('Development builds', () => {
    const packageIn = (workspaceId: string, version: string) =>
      getReleasedPackage(store, { workspaceId }, { connector, version });
    const build = (workspaceId: string, content: string) =>
      installBuild(store, workspaceId, packageOf('1.0.0', content), 'test');

    it('replace earlier builds and releases in their own workspace only', async () => {
      const [mine, other] = [newId(), newId()];
      await release('1.0.0');
      for (const workspaceId of [mine, other]) await installConnector(store, workspaceId, { connector }, 'test');
      const first = await build(mine, 'first');
      const second = await build(mine, 'second');
      assert.deepEqual([first.development, second.development], [true, true]);
      assert.notEqual(first.version, second.version);
      const installed = await getInstalledPackage(store, mine, connector);
      assert.deepEqual([installed.connector.version, installed.sha256], [second.version, second.sha256]);
      assert.equal((await getInstalledPackage(store, other, connector)).connector.version, '1.0.0');
      // A run queued with the first build keeps it.
      assert.equal((await packageIn(mine, first.version)).sha256, first.sha256);
      assert.equal((await installConnector(store, mine, { connector }, 'test')).development, false);
    });

    it('never change under a version, and are no other workspace’s', async () => {
      const content = 'a'.repeat(64);
      const [mine, other] = [newId(), newId()];
      const { version } = await build(mine, content);
      const forged = content.slice(0, 12) + 'b'.repeat(52);
      await assert.rejects(build(mine, forged), refusal('already_exists'));
      assert.equal((await build(other, forged)).version, version);
      assert.equal((await packageIn(mine, version)).sha256, content);
      assert.equal((await packageIn(other, version)).sha256, forged);
      await assert.rejects(packageIn(newId(), version), refusal('not_found'));
    });

    it('stay as long as a workflow uses them, however many newer ones there are', async () => {
      const workspaceId = newId();
      await release('1.0.0');
      const workflow = { branchId: 'main', workflowId: 'w' };
      const unused = await build(workspaceId, 'unused');
      const { version } = await build(workspaceId, 'kept');
      await installConnector(store, workspaceId, { connector, keep: [workflow] }, 'test');
      for (let count = 0; count < 51; count++) await build(workspaceId, `b${String(count).padStart(11, '0')}`);
      assert.equal((await listVersionsFor(store, workspaceId, workflow))[connector], version);
      assert.equal((await packageIn(workspaceId, version)).connector.version, version);
      await assert.rejects(packageIn(workspaceId, unused.version), refusal('not_found'));
      await moveKeptWorkflows(store, { workspaceId, connector }, [workflow], 'test');
      await build(workspaceId, 'newest');
      await assert.rejects(packageIn(workspaceId, version), refusal('not_found'));
    });

    it('stay as long as a run that has not ended, or that waits for a decision, needs them', async () => {
      const workspaceId = newId();
      const queueWith = async (version: string, place = workspaceId) => {
        const id = newId();
        const workflow = { branchId: 'b', branchName: 'main', workflowId: 'w', workflowName: 'W' };
        const definition = { name: 'W', trigger: { kind: 'button', type: 'ticket' }, steps: [] } as unknown as Workflow;
        const trigger = { kind: 'delivery', deliveryId: newId() } as unknown as RunTrigger;
        const parts = { ...{ definition, accounts: {}, trigger, attempt: 1 }, connectors: { [connector]: version } };
        const run = { ...{ workspaceId: place, ...workflow, ...parts }, temporalWorkflowId: id };
        await insertRun(store, run, new Date(), id);
        return id;
      };
      const [open, undecided, ended, elsewhere] = await Promise.all(
        ['open', 'undecided', 'ended', 'elsewhere'].map((content) => build(workspaceId, content)),
      );
      const openRun = await queueWith(open!.version);
      const undecidedRun = await queueWith(undecided!.version);
      await endRun(store, undecidedRun, { status: 'failed', error: null, at: new Date(), isUndecided: true });
      const endedRun = await queueWith(ended!.version);
      await endRun(store, endedRun, { status: 'completed', error: null, at: new Date() });
      await queueWith(elsewhere!.version, newId());
      for (let count = 0; count < 51; count++) await build(workspaceId, `b${String(count).padStart(11, '0')}`);
      for (const { version } of [open!, undecided!])
        assert.equal((await packageIn(workspaceId, version)).connector.version, version);
      for (const { version } of [ended!, elsewhere!])
        await assert.rejects(packageIn(workspaceId, version), refusal('not_found'));
      await endRun(store, openRun, { status: 'completed', error: null, at: new Date() });
      await build(workspaceId, 'newest');
      await assert.rejects(packageIn(workspaceId, open!.version), refusal('not_found'));
    });

    it('are not in the marketplace, and other workspaces cannot install or release them', async () => {
      const { version } = await build(newId(), 'first');
      assert.deepEqual(await listReleases(store, { workspaceId: null }, connector), []);
      await assert.rejects(installConnector(store, newId(), { connector, version }, 'test'), refusal('not_found'));
      const named = packageOf(version, 'first');
      await assert.rejects(
        releaseConnector(store, named, { workspaceId: null, by: 'test' }),
        refusal('invalid_connector'),
      );
    });
  });

  describe('Linked accounts', () => {
    const fields = { token: 'canary-secret' };
    const link = (workspaceId: string, label = 'Main') =>
      linkAccount(store, { workspaceId, connector, label, externalId: null, ownerPersonId: null, fields });

    it('can be several per connector', async () => {
      const workspaceId = newId();
      const linked = [await link(workspaceId), await link(workspaceId, 'Second')];
      assert.deepEqual(await listLinkedAccounts(store, workspaceId, connector), linked);
    });

    it('never expose or store plain credentials', async () => {
      const workspaceId = newId();
      const linked = await link(workspaceId);
      const seen = [
        linked,
        await getLinkedAccount(store, workspaceId, linked.id),
        await listLinkedAccounts(store, workspaceId),
      ];
      const rows = await store.system.collection('linked_accounts').find().toArray();
      assert.ok(!JSON.stringify([seen, rows]).includes('canary-secret'));
      assert.deepEqual(Object.keys(linked).sort(), [
        'connectBefore',
        'connector',
        'createdAt',
        'externalId',
        'hookKey',
        'id',
        'isProven',
        'isSignedIn',
        'label',
        'ownerPersonId',
        'refused',
        'shared',
        'stopped',
        'succeededAt',
        'verifiesSignatures',
        'workspaceId',
      ]);
    });

    it('open only for their own workspace', async () => {
      const workspaceId = newId();
      const { id } = await link(workspaceId);
      assert.deepEqual((await openAccount(store, workspaceId, id)).fields, fields);
      await assert.rejects(openAccount(store, newId(), id), refusal('not_found'));
      await assert.rejects(getLinkedAccount(store, newId(), id), refusal('not_found'));
    });

    it('are refreshed by one holder at a time, until its lease expires', async () => {
      const workspaceId = newId();
      const place = { workspaceId, accountId: (await link(workspaceId)).id };
      const take = (holder: string, leaseMs = 60_000) => takeRefreshLease(store, place, { holder, leaseMs });
      const taken = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => take(holder)));
      assert.equal(taken.filter(Boolean).length, 1);
      const state = { revision: 0, isRefreshing: true, refusedForGood: undefined };
      assert.deepEqual(await readRefreshState(store, place), state);
      await releaseRefreshLease(store, place, 'nobody');
      assert.equal(await take('e'), false);
      await releaseRefreshLease(store, place, 'abcd'[taken.indexOf(true)]!);
      assert.deepEqual([await take('e', 0), await take('f')], [true, true]);
      assert.equal(
        await takeRefreshLease(store, { ...place, workspaceId: newId() }, { holder: 'g', leaseMs: 1 }),
        false,
      );
    });

    it('keep the latest refresh: a delayed one cannot overwrite it', async () => {
      const workspaceId = newId();
      const place = { workspaceId, accountId: (await link(workspaceId)).id };
      const { revision } = await openAccount(store, workspaceId, place.accountId);
      const late = { reason: 'refused', revision, at: new Date(), isFinal: true };
      assert.equal(await saveAccountFields(store, place, { fields: { token: 'new', expiresAt: 5 }, revision }), true);
      assert.equal(await saveAccountFields(store, place, { fields: { token: 'late' }, revision }), false);
      await markAccountRefused(store, place, late);
      assert.equal((await getLinkedAccount(store, workspaceId, place.accountId)).refused, null);
      const { fields: kept } = await openAccount(store, workspaceId, place.accountId);
      assert.deepEqual(kept, { token: 'new', expiresAt: 5 });
    });

    it('show that the other service refused them until they work again', async () => {
      const workspaceId = newId();
      const { id: accountId } = await link(workspaceId);
      const place = { workspaceId, accountId };
      const at = new Date('2026-03-01T08:00:00Z');
      await markAccountRefused(store, place, { reason: 'invalid_grant', revision: 0, at, isFinal: false });
      await markAccountRefused(store, place, { reason: 'again', revision: 0, at: new Date(), isFinal: false });
      const refused = { at: at.toISOString(), reason: 'invalid_grant' };
      assert.deepEqual((await listLinkedAccounts(store, workspaceId))[0]!.refused, refused);
      await saveAccountFields(store, place, { fields: { token: 'new' }, revision: 0 });
      assert.equal((await getLinkedAccount(store, workspaceId, accountId)).refused, null);
      await markAccountRefused(store, place, { reason: 'invalid_grant', revision: 1, at, isFinal: false });
      await markAccountWorking(store, place, { revision: 1, at });
      assert.equal((await openAccount(store, workspaceId, accountId)).isRefused, false);
    });

    it('stay refused if no other token can be had, until their values change', async () => {
      const workspaceId = newId();
      const { id: accountId } = await link(workspaceId);
      const place = { workspaceId, accountId };
      const reason = 'invalid_grant';
      const final = async () => (await openAccount(store, workspaceId, accountId)).refusedForGood;
      await markAccountRefused(store, place, { reason: '401', revision: 0, at: new Date(), isFinal: false });
      assert.equal(await final(), undefined);
      await markAccountRefused(store, place, { reason, revision: 0, at: new Date(), isFinal: true });
      await markAccountWorking(store, place, { revision: 0, at: new Date() });
      assert.deepEqual([await final(), (await readRefreshState(store, place)).refusedForGood], [reason, reason]);
      await saveAccountFields(store, place, { fields: { token: 'new' }, revision: 0 });
      assert.deepEqual([await final(), (await readRefreshState(store, place)).refusedForGood], [undefined, undefined]);
    });

    it('also seal the client that refreshes them', async () => {
      const workspaceId = newId();
      const client = { id: 'us', secret: 'canary-client' };
      const account = { workspaceId, connector, label: 'Main', externalId: null, ownerPersonId: null, fields, client };
      const { id } = await linkAccount(store, account);
      assert.deepEqual((await openAccount(store, workspaceId, id)).client, client);
      const rows = await store.system.collection('linked_accounts').find().toArray();
      assert.ok(!JSON.stringify([rows, await listLinkedAccounts(store, workspaceId)]).includes('canary'));
    });

    it('do not open with the sealed credentials of another account', async () => {
      const workspaceId = newId();
      const [first, second] = [await link(workspaceId), await link(workspaceId, 'Second')];
      const rows = store.system.collection<{ _id: string; sealed: unknown }>('linked_accounts');
      const { sealed } = (await rows.findOne({ _id: first.id }))!;
      await rows.updateOne({ _id: second.id }, { $set: { sealed } });
      await assert.rejects(openAccount(store, workspaceId, second.id), refusal('internal'));
    });
  });
});
