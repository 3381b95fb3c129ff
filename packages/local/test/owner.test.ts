import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureIndexes, newId, openStore, type Store } from '@tallyhook/store';
import { checkPassword } from '@tallyhook/store/people';
import { openHome, type Home } from '../src/home.ts';
import { ensureOwner } from '../src/owner.ts';
import { readSettings, type Settings } from '../src/settings.ts';

describe('owner created by the first start', () => {
  let store: Store;
  let home: Home;

  before(() => {
    assert.ok(process.env.MONGODB_URI, 'MONGODB_URI is not set: npm test sets it.');
  });
  beforeEach(async () => {
    home = await openHome(await mkdtemp(join(tmpdir(), 'tallyhook-owner-')));
    store = await openStore({ uri: process.env.MONGODB_URI!, databasePrefix: `test_${newId()}` });
    await ensureIndexes(store);
  });
  afterEach(async () => {
    await store.system.dropDatabase();
    await store.close();
    await rm(home.path, { recursive: true, force: true });
  });

  const settings = (environment: NodeJS.ProcessEnv = {}): Settings => readSettings(environment, home.path);
  const email = 'owner@tallyhook.local';

  it('gets a generated password, kept for the demo and shown at every start', async () => {
    const first = await ensureOwner(store, home, settings());
    const again = await ensureOwner(store, home, settings());
    const [, password] = /^sign in as owner@tallyhook\.local with password (\S+)$/.exec(first.howToSignIn) ?? [];
    assert.match(password!, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    assert.equal(again.howToSignIn, first.howToSignIn);
    assert.equal(again.personId, first.personId);
    assert.equal((await checkPassword(store, { email, password: password! })).id, first.personId);
  });

  it('without the demo sees a generated password once, stored nowhere', async () => {
    const first = await ensureOwner(store, home, settings({ TALLYHOOK_DEMO: '0' }));
    const again = await ensureOwner(store, home, settings({ TALLYHOOK_DEMO: '0' }));
    const [, password] = /with password (\S+) \(shown only once\)$/.exec(first.howToSignIn) ?? [];
    assert.equal((await checkPassword(store, { email, password: password! })).id, first.personId);
    assert.equal(again.howToSignIn, `sign in as ${email} with your password`);
    for (const name of await readdir(home.secrets)) {
      assert.doesNotMatch(await readFile(join(home.secrets, name), 'utf8'), new RegExp(password!));
    }
  });

  it('uses the email and password of the settings without showing the password', async () => {
    const given = { TALLYHOOK_OWNER_EMAIL: 'ana@example.com', TALLYHOOK_OWNER_PASSWORD: 'chosen by ana' };
    const owner = await ensureOwner(store, home, settings(given));
    assert.equal(owner.howToSignIn, 'sign in as ana@example.com with the password from TALLYHOOK_OWNER_PASSWORD');
    await checkPassword(store, { email: 'ana@example.com', password: 'chosen by ana' });
  });
});
