import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import { checkKeyring, openText, parseKeyring, sealText, type SealedText } from '../src/database/sealing.ts';
import { newId, openStore, type Keyring, type Store } from '../src/database/store.ts';

const newKey = () => randomBytes(32).toString('base64');
const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

describe('sealing', () => {
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

  it('opens what it sealed for the same account', async () => {
    assert.equal(await openText(store, await seal()), 'canary-secret');
  });

  it('never gives the same bytes twice for the same text', async () => {
    const { workspaceId, accountId, sealed } = await seal();
    const again = await sealText(store, { workspaceId, accountId, text: 'canary-secret' });
    assert.notEqual(again.data, sealed.data);
    assert.notEqual(again.iv, sealed.iv);
  });

  it('keeps neither the text nor a data key in the clear', async () => {
    const { sealed } = await seal();
    const rows = JSON.stringify([sealed, await store.system.collection('data_keys').find().toArray()]);
    assert.ok(!rows.includes('canary-secret'));
    assert.ok(!rows.includes(Buffer.from('canary-secret').toString('base64')));
  });

  for (const part of ['iv', 'tag', 'data'] as const) {
    it(`does not open when one bit of the ${part} was flipped`, async () => {
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

  it('does not open when it was copied to another account or another workspace', async () => {
    const { workspaceId, accountId, sealed } = await seal();
    await assert.rejects(openText(store, { workspaceId, accountId: newId(), sealed }), refusal('internal'));
    const other = await seal();
    await assert.rejects(openText(store, { workspaceId: other.workspaceId, accountId, sealed }), refusal('internal'));
  });

  it('does not open with another key under the same id, and a server with that keyring is told at its start', async () => {
    const sealed = await seal();
    const wrong = await openWith(parseKeyring(`first:${newKey()}`));
    await assert.rejects(openText(wrong, sealed), refusal('internal'));
    await assert.rejects(checkKeyring(wrong), refusal('internal'));
    await checkKeyring(store);
  });

  it('opens with the old key after a new one has become the current key, and not without the old one', async () => {
    const sealed = await seal();
    const second = newKey();
    const both = await openWith(parseKeyring(`second:${second},first:${firstKey}`));
    assert.equal(await openText(both, sealed), 'canary-secret');
    const onlyNew = await openWith(parseKeyring(`second:${second}`));
    await assert.rejects(openText(onlyNew, sealed), /no key "first"/);
  });

  it('refuses to seal and to open without a keyring', async () => {
    const sealed = await seal();
    const bare = await openWith(undefined);
    await assert.rejects(sealText(bare, { ...sealed, text: 'x' }), refusal('unavailable'));
    await assert.rejects(openText(bare, sealed), refusal('unavailable'));
  });

  it('agrees on one data key when two servers seal the first account of a workspace at once', async () => {
    const workspaceId = newId();
    const sealed = await Promise.all(Array.from({ length: 10 }, () => seal(workspaceId)));
    for (const each of sealed) assert.equal(await openText(store, each), 'canary-secret');
  });
});

describe('the setting TALLYHOOK_KEYRING', () => {
  it('names the first key as the one that seals', () => {
    const [first, second] = [newKey(), newKey()];
    const keyring = parseKeyring(`2026:${first}, 2025:${second}`);
    assert.equal(keyring.current, '2026');
    assert.equal(keyring.keys['2025']!.toString('base64'), second);
  });

  const rows: [string, string, RegExp][] = [
    ['nothing', '', /key 1 is not written as id:base64/],
    ['a key without an id', newKey(), /key 1 is not written as id:base64/],
    ['a missing second key', `a:${newKey()},`, /key 2 is not written as id:base64/],
    ['a key of 16 bytes', `a:${randomBytes(16).toString('base64')}`, /key "a" has 16 bytes, and a key has 32/],
    ['one id twice', `a:${newKey()},a:${newKey()}`, /two keys called "a"/],
  ];
  for (const [what, text, expected] of rows) {
    it(`refuses ${what}`, () => {
      assert.throws(() => parseKeyring(text), expected);
    });
  }

  it('never shows a key in what it refuses', () => {
    const key = randomBytes(31).toString('base64');
    assert.throws(
      () => parseKeyring(`a:${key}`),
      (error: Error) => !error.message.includes(key.slice(0, 8)),
    );
  });
});
