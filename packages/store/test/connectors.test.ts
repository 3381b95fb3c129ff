import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { ensureIndexes } from '../src/indexes.ts';
import { getInstalledPackage, installConnector, listInstallations } from '../src/installations.ts';
import { getLinkedAccount, linkAccount, listLinkedAccounts, openAccountFields } from '../src/linked-accounts.ts';
import {
  compareVersions,
  findNewestRelease,
  getReleasedPackage,
  listReleases,
  releaseConnector,
} from '../src/releases.ts';
import { newId, openStore, type Store } from '../src/store.ts';

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
      await assert.rejects(
        installConnector(store, newId(), { connector, version: '9.9.9' }, 'test'),
        refusal('not_found'),
      );
      await assert.rejects(getInstalledPackage(store, newId(), connector), refusal('not_found'));
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
        'workspaceId',
      ]);
    });

    it('open their credentials for their own workspace only', async () => {
      const workspaceId = newId();
      const { id } = await link(workspaceId);
      assert.deepEqual(await openAccountFields(store, workspaceId, id), fields);
      await assert.rejects(openAccountFields(store, newId(), id), refusal('not_found'));
      await assert.rejects(getLinkedAccount(store, newId(), id), refusal('not_found'));
    });

    it('do not open when the sealed credentials of another account were put in their place', async () => {
      const workspaceId = newId();
      const [first, second] = [await link(workspaceId), await link(workspaceId, 'Second')];
      const rows = store.system.collection<{ _id: string; sealed: unknown }>('linked_accounts');
      const { sealed } = (await rows.findOne({ _id: first.id }))!;
      await rows.updateOne({ _id: second.id }, { $set: { sealed } });
      await assert.rejects(openAccountFields(store, workspaceId, second.id), refusal('internal'));
    });
  });
});
