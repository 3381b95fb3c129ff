import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
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
import { getLinkedAccount, linkAccount, listLinkedAccounts, openAccount } from '../src/accounts/linked-accounts.ts';
import {
  compareVersions,
  findNewestRelease,
  getReleasedPackage,
  listReleases,
  releaseConnector,
} from '../src/connectors/releases.ts';
import { newId, openStore, type Store } from '../src/database/store.ts';

const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

describe('connectors', () => {
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

  const packageOf = (version: string, sha256: string): ConnectorPackage => ({
    format: 1,
    sha256,
    connector: { id: connector, name: 'Practice', version, hosts: [], signIn: { kind: 'none' } },
    actions: {},
    webhooks: {},
  });

  const release = (version: string, { sha256 = `sha-${version}`, workspaceId = null as string | null } = {}) =>
    releaseConnector(store, packageOf(version, sha256), { workspaceId, by: 'test' });

  describe('the marketplace', () => {
    it('keeps each version for good: the same content again changes nothing, other content is refused', async () => {
      const first = await release('1.0.0');
      assert.deepEqual(await release('1.0.0'), first);
      await assert.rejects(release('1.0.0', { sha256: 'other' }), refusal('already_exists'));
      assert.equal((await getReleasedPackage(store, connector, '1.0.0')).sha256, 'sha-1.0.0');
    });

    it('keeps one version when it is released from two sides at once', async () => {
      const results = await Promise.allSettled([release('1.0.0', { sha256: 'a' }), release('1.0.0', { sha256: 'b' })]);
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      assert.equal((await listReleases(store, connector)).length, 1);
    });

    it('lets nobody release under the id of somebody else', async () => {
      await release('1.0.0');
      await assert.rejects(release('1.0.1', { workspaceId: newId() }), refusal('forbidden'));
    });

    it('gives a package back as it was released, also with keys that a database would not take', async () => {
      const released = {
        ...packageOf('1.0.0', 'x'),
        actions: { list: { request: { headers: { $ref: '#/a', 'a.b': '' } } } },
      } as unknown as ConnectorPackage;
      await releaseConnector(store, released, { workspaceId: null, by: 'test' });
      assert.deepEqual(await getReleasedPackage(store, connector, '1.0.0'), released);
    });

    it('orders versions by their numbers', async () => {
      for (const version of ['1.2.0', '10.0.0', '9.0.0']) await release(version);
      assert.equal((await findNewestRelease(store, connector))!.version, '10.0.0');
      const versions = ['2.0.0', '2.0.0-beta', '1.10.0', '1.9.9'];
      assert.deepEqual(
        [...versions].sort((left, right) => compareVersions(right, left)),
        versions,
      );
    });
  });

  describe('an installation', () => {
    it('is of the newest version unless another is named, and stays there until somebody moves it', async () => {
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

    it('is refused for what the marketplace does not have, and absent where nobody made it', async () => {
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

  describe('a build of a connector that is being written', () => {
    const build = (workspaceId: string, content: string) =>
      installBuild(store, workspaceId, packageOf('1.0.0', content), 'test');

    it('takes the place of the build before, and of a release, in its own workspace only', async () => {
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
      assert.equal((await getReleasedPackage(store, connector, first.version)).sha256, first.sha256);
      assert.equal((await installConnector(store, mine, { connector }, 'test')).development, false);
    });

    it('is refused where another content has its version, be it in another workspace', async () => {
      const content = 'a'.repeat(64);
      const { version } = await build(newId(), content);
      const forged = content.slice(0, 12) + 'b'.repeat(52);
      await assert.rejects(build(newId(), forged), refusal('already_exists'));
      assert.equal((await getReleasedPackage(store, connector, version)).sha256, content);
      assert.equal((await build(newId(), content)).version, version);
    });

    it('is in no marketplace, and nobody else can install or release it', async () => {
      const { version } = await build(newId(), 'first');
      assert.deepEqual(await listReleases(store, connector), []);
      await assert.rejects(installConnector(store, newId(), { connector, version }, 'test'), refusal('not_found'));
      const named = packageOf(version, 'first');
      await assert.rejects(
        releaseConnector(store, named, { workspaceId: null, by: 'test' }),
        refusal('invalid_connector'),
      );
    });
  });

  describe('linked accounts', () => {
    const fields = { token: 'canary-secret' };
    const link = (workspaceId: string, label = 'Main') =>
      linkAccount(store, { workspaceId, connector, label, externalId: null, ownerPersonId: null, fields });

    it('may be several of one connector', async () => {
      const workspaceId = newId();
      const linked = [await link(workspaceId), await link(workspaceId, 'Second')];
      assert.deepEqual(await listLinkedAccounts(store, workspaceId, connector), linked);
    });

    it('show no credentials wherever they are read or kept', async () => {
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
        'connector',
        'createdAt',
        'externalId',
        'id',
        'label',
        'ownerPersonId',
        'refused',
        'workspaceId',
      ]);
    });

    it('open their credentials for their own workspace only', async () => {
      const workspaceId = newId();
      const { id } = await link(workspaceId);
      assert.deepEqual((await openAccount(store, workspaceId, id)).fields, fields);
      await assert.rejects(openAccount(store, newId(), id), refusal('not_found'));
      await assert.rejects(getLinkedAccount(store, newId(), id), refusal('not_found'));
    });

    it('are refreshed by one at a time; who died with the right to it is not waited for for ever', async () => {
      const workspaceId = newId();
      const place = { workspaceId, accountId: (await link(workspaceId)).id };
      const take = (holder: string, leaseMs = 60_000) => takeRefreshLease(store, place, { holder, leaseMs });
      const taken = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => take(holder)));
      assert.equal(taken.filter(Boolean).length, 1);
      assert.deepEqual(await readRefreshState(store, place), { revision: 0, isRefreshing: true });
      await releaseRefreshLease(store, place, 'nobody');
      assert.equal(await take('e'), false);
      await releaseRefreshLease(store, place, 'abcd'[taken.indexOf(true)]!);
      assert.deepEqual([await take('e', 0), await take('f')], [true, true]);
      assert.equal(
        await takeRefreshLease(store, { ...place, workspaceId: newId() }, { holder: 'g', leaseMs: 1 }),
        false,
      );
    });

    it('keep what was refreshed last: who was held up does not put an old token over it', async () => {
      const workspaceId = newId();
      const place = { workspaceId, accountId: (await link(workspaceId)).id };
      const { revision } = await openAccount(store, workspaceId, place.accountId);
      const late = { reason: 'refused', revision, at: new Date() };
      assert.equal(await saveAccountFields(store, place, { fields: { token: 'new', expiresAt: 5 }, revision }), true);
      assert.equal(await saveAccountFields(store, place, { fields: { token: 'late' }, revision }), false);
      await markAccountRefused(store, place, late);
      assert.equal((await getLinkedAccount(store, workspaceId, place.accountId)).refused, null);
      const { fields: kept } = await openAccount(store, workspaceId, place.accountId);
      assert.deepEqual(kept, { token: 'new', expiresAt: 5 });
    });

    it('say that the other service refuses them, until they work again', async () => {
      const workspaceId = newId();
      const { id: accountId } = await link(workspaceId);
      const place = { workspaceId, accountId };
      const at = new Date('2026-03-01T08:00:00Z');
      await markAccountRefused(store, place, { reason: 'invalid_grant', revision: 0, at });
      await markAccountRefused(store, place, { reason: 'again', revision: 0, at: new Date() });
      const refused = { at: at.toISOString(), reason: 'invalid_grant' };
      assert.deepEqual((await listLinkedAccounts(store, workspaceId))[0]!.refused, refused);
      await saveAccountFields(store, place, { fields: { token: 'new' }, revision: 0 });
      assert.equal((await getLinkedAccount(store, workspaceId, accountId)).refused, null);
      await markAccountRefused(store, place, { reason: 'invalid_grant', revision: 1, at });
      await markAccountWorking(store, place);
      assert.equal((await openAccount(store, workspaceId, accountId)).isRefused, false);
    });

    it('keep the client that refreshes them sealed as well', async () => {
      const workspaceId = newId();
      const client = { id: 'us', secret: 'canary-client' };
      const account = { workspaceId, connector, label: 'Main', externalId: null, ownerPersonId: null, fields, client };
      const { id } = await linkAccount(store, account);
      assert.deepEqual((await openAccount(store, workspaceId, id)).client, client);
      const rows = await store.system.collection('linked_accounts').find().toArray();
      assert.ok(!JSON.stringify([rows, await listLinkedAccounts(store, workspaceId)]).includes('canary'));
    });

    it('do not open when the sealed credentials of another account were put in their place', async () => {
      const workspaceId = newId();
      const [first, second] = [await link(workspaceId), await link(workspaceId, 'Second')];
      const rows = store.system.collection<{ _id: string; sealed: unknown }>('linked_accounts');
      const { sealed } = (await rows.findOne({ _id: first.id }))!;
      await rows.updateOne({ _id: second.id }, { $set: { sealed } });
      await assert.rejects(openAccount(store, workspaceId, second.id), refusal('internal'));
    });
  });
});
