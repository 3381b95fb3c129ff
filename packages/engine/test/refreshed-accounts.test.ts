import { ActionError, compileConnector, runAction, type AccountValues } from '@tallyhook/sdk';
import { openStore, type Store } from '@tallyhook/store';
import { connectAgain, listLinkedAccounts, openAccount, saveAccountFields } from '@tallyhook/store/accounts';
import { listSends } from '@tallyhook/store/runs';
import assert from 'node:assert/strict';
import { createAccountKeeper, type StoredAccountKeeper } from '../src/account/account-keeper.ts';
import { callWithAccount, openAccountOfStep } from '../src/account/account-of-step.ts';
import { engineAddresses, keyring } from './engines.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { startTokenVault, type TokenVault } from './token-vault.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';

const refreshes = ({ answered }: TokenVault): number => answered.filter((what) => what === 'POST /token 200').length;

describe('An account that signs in with OAuth 2', () => {
  let vault: TokenVault;
  let world: UploadWorld;
  let worker: TestWorker | undefined;

  async function begin(action: 'add-note' | 'send-pieces', sizeBytes?: number): Promise<void> {
    world = await createUploadWorld({ connector: vault.connector(action), ...(sizeBytes && { sizeBytes }) });
  }

  async function run() {
    worker = await runWorker(world, { uploadLimits: { pausesMs: [10, 10, 10] } });
    await world.start();
    return world.endOfRun();
  }

  const linked = async () => (await listLinkedAccounts(world.store, world.branch.workspaceId, 'vault'))[0]!;

  beforeEach(async () => void (vault = await startTokenVault()));
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await world.close();
    await vault.close();
  });

  it('keeps working after its token expired: new tokens are sealed, and two sends counted', async () => {
    await begin('add-note', 1);
    const { id, status, error } = await run();
    assert.deepEqual([status, error], ['completed', null]);
    assert.deepEqual(vault.answered, ['POST /notes 401', 'POST /token 200', 'POST /notes 201']);
    const [send] = await listSends(world.store, id);
    assert.deepEqual([send?.state, send?.count, send?.status], ['answered', 2, 201]);
    const { id: accountId, refused } = await linked();
    assert.equal(refused, null);
    const { fields } = await openAccount(world.store, world.branch.workspaceId, accountId);
    assert.deepEqual(fields, {
      owner: 'fern',
      accessToken: 'canary-access-2',
      refreshToken: 'canary-refresh-2',
    });
    const rows = await world.store.system.collection('linked_accounts').find().toArray();
    assert.ok(!JSON.stringify(rows).includes('canary'));
  });

  it('is refreshed while sending a file, and only the refused piece is sent again', async () => {
    await begin('send-pieces', 4 * 262_144);
    vault.beginToken();
    let pieces = 0;
    vault.onRequest((what) => {
      if (what.startsWith('PUT') && ++pieces === 3) vault.endToken();
    });
    const { status, error } = await run();
    assert.deepEqual([status, error], ['completed', null]);
    assert.deepEqual(vault.answered, [
      'POST /places 201',
      'PUT /places/7 202',
      'PUT /places/7 202',
      'PUT /places/7 401',
      'POST /token 200',
      'PUT /places/7 202',
      'PUT /places/7 200',
    ]);
  });

  it('is shown as refused, without secrets, once the service rejects its refresh token', async () => {
    await begin('add-note', 1);
    vault.revoke();
    const { status, steps } = await run();
    assert.equal(status, 'failed');
    const { refused } = await linked();
    assert.match(refused?.reason ?? '', /^Vault answered 400: invalid_grant/);
    assert.equal(steps[0]?.error?.code, 'auth');
    assert.ok(!JSON.stringify([refused, steps]).includes('canary'));
    assert.deepEqual(
      vault.answered.filter((what) => what.startsWith('POST /token')),
      ['POST /token 400'],
    );
  });

  it('asks nothing of the service once it was refused, until a person connects it again', async () => {
    await begin('add-note', 1);
    vault.revoke();
    await run();
    const asked = vault.answered.length;
    const { workspaceId } = world.branch;
    const { id: accountId } = await linked();
    const released = compileConnector(vault.connector('add-note').files).package!;
    const call = async (): Promise<number> => {
      const way = { store: world.store, http: world.http, now: () => new Date() };
      const account = await openAccountOfStep(
        way,
        { workspaceId, accounts: { vault: accountId } },
        { connector: 'vault' },
      );
      return callWithAccount(released, account, async (values) => {
        const { status } = await runAction(released, 'add-note', {
          input: { note: 'x' },
          account: values,
          http: world.http,
        });
        return status;
      });
    };
    for (let later = 0; later < 3; later++)
      await assert.rejects(call(), { class: 'auth', message: /^connect the account again: Vault answered 400/ });
    assert.equal(vault.answered.length, asked);
    const { fields, revision } = await openAccount(world.store, workspaceId, accountId);
    // By its time it would last, but the service does not accept it.
    const again = { ...fields, refreshToken: 'canary-refresh-other', expiresAt: Date.now() + 3_600_000 };
    await saveAccountFields(world.store, { workspaceId, accountId }, { fields: again, revision });
    await assert.rejects(call(), { class: 'auth' });
    await assert.rejects(call(), { class: 'auth' });
    assert.deepEqual(vault.answered.slice(asked), ['POST /notes 401', 'POST /token 400']);
  });

  it('asks nothing more once a new token was refused too', async () => {
    await begin('add-note', 1);
    vault.onRequest((what) => what.startsWith('POST /notes') && vault.endToken());
    for (let time = 0; time < 3; time++) {
      await run();
      await worker?.stop();
    }
    assert.deepEqual(vault.answered, ['POST /notes 401', 'POST /token 200', 'POST /notes 401']);
    assert.match((await linked()).refused?.reason ?? '', /401/);
  });

  it('is known to have worked exactly when its values first did or a person asked, else to ten minutes', async () => {
    await begin('add-note', 1);
    const { workspaceId } = world.branch;
    const { id: accountId } = await linked();
    const place = { workspaceId, accountId };
    const start = Date.now();
    const keeperAt = async (minute: number) => {
      const opened = await openAccount(world.store, workspaceId, accountId);
      const now = () => new Date(start + minute * 60_000);
      return createAccountKeeper(world.store, place, { opened, now });
    };
    const workedAt = async () => (Date.parse((await linked()).succeededAt!) - start) / 60_000;
    const works = async (minute: number, options?: { isAsked: boolean }) => {
      const keeper = await keeperAt(minute);
      await keeper.read();
      await keeper.markWorking(options);
      return workedAt();
    };
    assert.deepEqual([await works(0), await works(1)], [0, 0]);
    assert.deepEqual([await works(2, { isAsked: true }), await works(3)], [2, 2]);
    const values = { fields: { owner: 'fern', accessToken: 'another' }, externalId: null, isProven: false };
    await connectAgain(world.store, place, values, { by: 'test', now: new Date() });
    assert.deepEqual([await works(4), await works(5)], [4, 4]);
    const refreshing = await keeperAt(6);
    await refreshing.read();
    await refreshing.save({ owner: 'fern', accessToken: 'refreshed' });
    await refreshing.markWorking();
    assert.deepEqual([await workedAt(), await works(7)], [6, 6]);
    await (await keeperAt(8)).markRefused(new ActionError('auth', 'not today'));
    assert.deepEqual([await works(9), await works(10), await works(20)], [9, 9, 20]);
  });

  describe('used by two workers at the same time', () => {
    let second: Store;

    beforeEach(async () => {
      await begin('add-note', 1);
      const { uri } = engineAddresses();
      second = await openStore({ uri, keyring, databasePrefix: world.store.system.databaseName });
    });
    afterEach(() => second.close());

    it('is refreshed once for fifty calls, and none of them fails', async () => {
      const { workspaceId } = world.branch;
      const { id: accountId } = await linked();
      const released = compileConnector(vault.connector('add-note').files).package!;
      const call = async (store: Store): Promise<number> => {
        const way = { store, http: world.http, now: () => new Date() };
        const step = { connector: 'vault' };
        const account = await openAccountOfStep(way, { workspaceId, accounts: { vault: accountId } }, step);
        return callWithAccount(released, account, (values) => addNote(values));
      };
      const addNote = async (account: AccountValues): Promise<number> => {
        const options = { input: { note: 'x' }, account, http: world.http };
        return (await runAction(released, 'add-note', options)).status;
      };
      const calls = Array.from({ length: 50 }, (_, index) => call(index % 2 === 0 ? world.store : second));
      assert.deepEqual([...new Set(await Promise.all(calls))], [201]);
      assert.equal(refreshes(vault), 1);
      assert.equal((await linked()).refused, null);
    });

    /** Two workers' keepers, which have read the account as it was linked. */
    async function keepers(): Promise<[StoredAccountKeeper, StoredAccountKeeper]> {
      const { workspaceId } = world.branch;
      const { id: accountId } = await linked();
      const create = async (store: Store) => {
        const opened = await openAccount(store, workspaceId, accountId);
        return createAccountKeeper(store, { workspaceId, accountId }, { opened, now: () => new Date() });
      };
      return [await create(world.store), await create(second)];
    }
    const tokens = (accessToken: string): AccountValues => ({ owner: 'fern', accessToken, refreshToken: 'next' });
    const keptToken = async () =>
      (await openAccount(world.store, world.branch.workspaceId, (await linked()).id)).fields['accessToken'];

    it('keeps the token that was saved first; the other worker fails and may retry', async () => {
      const [own, other] = await keepers();
      await other.save(tokens('of-the-other'));
      await assert.rejects(
        own.save(tokens('too-late')),
        (error) => error instanceof ActionError && error.class === 'transient' && error.mayRetry,
      );
      assert.equal(await keptToken(), 'of-the-other');
    });

    it('is retried, and not marked as refused, if another worker refreshed it meanwhile', async () => {
      const [own, other] = await keepers();
      const attempts: unknown[] = [];
      const outcome = await own.alone(async () => {
        attempts.push((await own.read())['accessToken']);
        if (attempts.length > 1) return 'went through';
        await other.save(tokens('of-the-other'));
        throw new ActionError('auth', 'the refresh token was used before');
      });
      assert.equal(outcome, 'went through');
      assert.equal(attempts.length, 2);
      assert.equal((await linked()).refused, null);
    });

    it('is marked as refused, once, if no other worker refreshed it', async () => {
      const [own] = await keepers();
      let attempts = 0;
      const refusal = async () => {
        attempts++;
        throw new ActionError('auth', 'the refresh token has ended');
      };
      await assert.rejects(own.alone(refusal), /the refresh token has ended/);
      assert.equal(attempts, 1);
      assert.match((await linked()).refused?.reason ?? '', /the refresh token has ended/);
    });

    it('is not locked by a worker that finds it refreshed', async () => {
      const [own, other] = await keepers();
      await other.save(tokens('of-the-other'));
      await own.alone(async () => {
        const account = await world.store.system.collection('linked_accounts').findOne({ lease: { $exists: true } });
        assert.equal(account, null);
      });
    });
  });
});
