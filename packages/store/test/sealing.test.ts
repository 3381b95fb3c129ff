import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import { openText, sealText, type SealedText } from '../src/keyring/sealing.ts';
import { checkKeyring, parseKeyring } from '../src/keyring/index.ts';
import { newId, openStore, type Keyring, type Store } from '../src/database/store.ts';

const newKey = () => randomBytes(32).toString('base64');
const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

describe('Sealing', () => {
  const databasePrefix = `test_${randomBytes(6).toString('hex')}`;
  const firstKey = newKey();
  const opened: Store[] = [];
  let store: Store;

  const openWith = async (keyring: Keyring | undefined) => {
    const uri = process.env.MONGODB_URI;
    assert.ok(uri, 'Set MONGODB_URI to a MongoDB replica set: these tests write to a real one.');
    opened.push(await openStore({ uri, databasePrefix, keyring }));
    return opened.at(-1)!;
  };

  before(async () => {
    store = await openWith(parseKeyring(`first:${firstKey}`));
  });

  after(async () => {
    await store.system.dropDatabase();
    for (const each of opened) await each.close();
  });

  const seal = async (workspaceId = newId()) => {
    const place = { workspaceId, accountId: newId() };
    return { ...place, sealed: await sealText(store, { ...place, text: 'canary-secret' }) };
  };

  it('opens a sealed text for the same account', async () => {
    assert.equal(await openText(store, await seal()), 'canary-secret');
  });

  it('never returns the same bytes twice for the same text', async () => {
    const { workspaceId, accountId, sealed } = await seal();
    const again = await sealText(store, { workspaceId, accountId, text: 'canary-secret' });
    assert.notEqual(again.data, sealed.data);
    assert.notEqual(again.iv, sealed.iv);
  });

  it('stores neither the text nor a data key in plain text', async () => {
    const { sealed } = await seal();
    const rows = JSON.stringify([sealed, await store.system.collection('data_keys').find().toArray()]);
    assert.ok(!rows.includes('canary-secret'));
    assert.ok(!rows.includes(Buffer.from('canary-secret').toString('base64')));
  });

  for (const part of ['iv', 'tag', 'data'] as const) {
    it(`does not open if one bit of the ${part} is flipped`, async () => {
      const { sealed, ...place } = await seal();
      const bytes = Buffer.from(sealed[part], 'base64');
      bytes[0]! ^= 1;
      const flipped: SealedText = { ...sealed, [part]: bytes.toString('base64') };
      await assert.rejects(openText(store, { ...place, sealed: flipped }), refusal('internal'));
    });
  }

  it('does not open with a shortened tag', async () => {
    const { sealed, ...place } = await seal();
    const tag = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64');
    await assert.rejects(openText(store, { ...place, sealed: { ...sealed, tag } }), refusal('internal'));
  });

  it('does not open after being copied to another account or workspace', async () => {
    const { workspaceId, accountId, sealed } = await seal();
    await assert.rejects(openText(store, { workspaceId, accountId: newId(), sealed }), refusal('internal'));
    const other = await seal();
    await assert.rejects(openText(store, { workspaceId: other.workspaceId, accountId, sealed }), refusal('internal'));
  });

  it('does not open with a different key under the same id, which is checked at startup', async () => {
    const sealed = await seal();
    const wrong = await openWith(parseKeyring(`first:${newKey()}`));
    await assert.rejects(openText(wrong, sealed), refusal('internal'));
    await assert.rejects(checkKeyring(wrong), refusal('internal'));
    await checkKeyring(store);
  });

  it('opens with the old key after a key rotation, and fails without it', async () => {
    const sealed = await seal();
    const second = newKey();
    const both = await openWith(parseKeyring(`second:${second},first:${firstKey}`));
    assert.equal(await openText(both, sealed), 'canary-secret');
    const onlyNew = await openWith(parseKeyring(`second:${second}`));
    await assert.rejects(openText(onlyNew, sealed), /no key "first"/);
  });

  it('refuses to seal or open without a keyring', async () => {
    const sealed = await seal();
    const bare = await openWith(undefined);
    await assert.rejects(sealText(bare, { ...sealed, text: 'x' }), refusal('unavailable'));
    await assert.rejects(openText(bare, sealed), refusal('unavailable'));
  });

  it('uses one data key if two servers seal the first account of a workspace at once', async () => {
    const workspaceId = newId();
    const sealed = await Promise.all(Array.from({ length: 10 }, () => seal(workspaceId)));
    for (const each of sealed) assert.equal(await openText(store, each), 'canary-secret');
  });
});

describe('TALLYHOOK_KEYRING', () => {
  it('seals with the first key', () => {
    const [first, second] = [newKey(), newKey()];
    const keyring = parseKeyring(`2026:${first}, 2025:${second}`);
    assert.equal(keyring.current, '2026');
    assert.equal(keyring.keys['2025']!.toString('base64'), second);
  });

  const rows: [string, string, RegExp][] = [
    ['nothing', '', /key 1 must be written as id:base64/],
    ['a key without an id', newKey(), /key 1 must be written as id:base64/],
    ['a missing second key', `a:${newKey()},`, /key 2 must be written as id:base64/],
    ['a key of 16 bytes', `a:${randomBytes(16).toString('base64')}`, /key "a" has 16 bytes, but must have 32/],
    ['a duplicate id', `a:${newKey()},a:${newKey()}`, /two keys with the id "a"/],
  ];
  for (const [what, text, expected] of rows) {
    it(`is refused with ${what}`, () => {
      assert.throws(() => parseKeyring(text), expected);
    });
  }

  it('is refused without showing a key', () => {
    const key = randomBytes(31).toString('base64');
    assert.throws(
      () => parseKeyring(`a:${key}`),
      (error: Error) => !error.message.includes(key.slice(0, 8)),
    );
  });
});
