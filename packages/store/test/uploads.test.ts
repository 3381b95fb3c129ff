import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Branch } from '../src/branches/index.ts';
import { findContent, openContent, saveFile, type ContentReader, type FileRow } from '../src/files/index.ts';
import { ensureIndexes, newId, type Store } from '../src/index.ts';
import {
  holdsUpload,
  listUploads,
  queueUpload,
  takeOpenUploads,
  takeUpload,
  writeUpload,
  type StepKey,
  type UploadHold,
} from '../src/runs/index.ts';
import { storages } from './storages.ts';
import { dropTestStore, openTestStore, refusal, workBranch } from './test-store.ts';

const mebibyte = 1024 * 1024;

describe('Upload journal', () => {
  let store: Store;
  const file = { id: newId(), name: 'a.mp4', contentType: 'video/mp4', sizeBytes: 10, sha256: '0'.repeat(64) };

  before(async () => {
    store = await openTestStore();
    store.keyring = { current: 'test', keys: { test: Buffer.alloc(32, 7) } };
    await ensureIndexes(store);
  });
  after(() => dropTestStore(store));

  async function queued(): Promise<StepKey> {
    const key = { workspaceId: newId(), runId: newId(), stepId: 'upload', item: '' };
    await queueUpload(store, key, { file, pieceCount: 2, at: new Date() });
    return key;
  }
  const take = async (key: StepKey, scheduledAt = new Date()) => {
    const taken = await takeUpload(store, key, { scheduledAt });
    assert.ok(typeof taken === 'object', JSON.stringify(taken));
    return taken;
  };
  const write = (hold: UploadHold, change: Parameters<typeof writeUpload>[2]['change']) =>
    writeUpload(store, hold, { change, at: new Date() });

  it('has one row per step, however often it is queued', async () => {
    const key = await queued();
    const { hold } = await take(key);
    await write(hold, { confirmedBytes: 5 });
    await queueUpload(store, key, { file: { ...file, sizeBytes: 99 }, pieceCount: 9, at: new Date() });
    const [row, ...more] = await listUploads(store, key.runId);
    assert.deepEqual([row?.confirmedBytes, row?.pieceCount, row?.file.sizeBytes, more.length], [5, 2, 10, 0]);
  });

  it('refuses writes from a worker that lost the upload to another', async () => {
    const key = await queued();
    const { hold: first } = await take(key);
    assert.equal(await write(first, { state: 'sending' }), true);
    const { hold: second, upload } = await take(key);
    assert.deepEqual([upload.state, first.fence, second.fence], ['sending', 1, 2]);
    assert.equal(await write(first, { state: 'done' }), false);
    assert.deepEqual([await holdsUpload(store, first), await holdsUpload(store, second)], [false, true]);
    assert.equal((await listUploads(store, key.runId))[0]?.state, 'sending');
  });

  it('is taken over when its run ends, unless the upload has ended', async () => {
    const failure = { code: 'cancelled', message: 'Enough.' };
    const [open, done, failed] = [await queued(), await queued(), await queued()];
    const { hold } = await take(open);
    await write(hold, { state: 'sending', confirmedBytes: 4 });
    await write((await take(done)).hold, { state: 'done' });
    await write((await take(failed)).hold, { state: 'failed', failure });
    const [taken, ...others] = await takeOpenUploads(store, open.runId);
    assert.deepEqual([taken?.upload.confirmedBytes, taken?.hold.fence, others], [4, 2, []]);
    assert.deepEqual([await holdsUpload(store, hold), await write(hold, { state: 'sending' })], [false, false]);
    assert.equal(await write(taken!.hold, { state: 'cancelled', failure }), true);
    for (const { runId } of [open, done, failed]) assert.deepEqual(await takeOpenUploads(store, runId), []);
  });

  it('is not taken over by work scheduled before that of its holder', async () => {
    const key = await queued();
    await take(key, new Date(2_000));
    assert.equal(await takeUpload(store, key, { scheduledAt: new Date(1_000) }), 'overtaken');
    assert.equal((await take(key, new Date(3_000))).hold.fence, 2);
    assert.equal(await takeUpload(store, { ...key, stepId: 'other' }, { scheduledAt: new Date() }), 'absent');
  });

  it('gives answers only to the next worker, and stores them sealed', async () => {
    const key = await queued();
    const { hold } = await take(key);
    const answer = { status: 200, headers: { location: 'https://example.com/?upload_id=hush' }, body: null };
    const entry = { state: 'answered' as const, sends: 1, sendingAt: new Date() };
    await write(hold, { requests: { start: { ...entry, answer } } });
    assert.equal(JSON.stringify(await store.system.collection('uploads').find().toArray()).includes('hush'), false);
    assert.deepEqual((await take(key)).upload.requests.start?.answer, answer);
    assert.equal((await listUploads(store, key.runId))[0]?.requests.start?.answer, undefined);
  });

  it('stays small however many pieces a file has', async () => {
    const key = await queued();
    const { hold } = await take(key);
    const size = async () =>
      JSON.stringify(await store.system.collection('uploads').findOne({ runId: key.runId })).length;
    const piece = { start: 0, endExclusive: 10, state: 'sending' as const, sends: 1 };
    await write(hold, { piece: { ...piece, index: 0 } });
    const before = await size();
    for (let index = 1; index < 10; index++) await write(hold, { piece: { ...piece, index } });
    assert.equal(await size(), before);
  });
});

for (const storage of storages) {
  describe(`Reading a file to send from ${storage.name}`, () => {
    let store: Store;
    let branch: Branch;
    const bytes = Buffer.alloc(6 * mebibyte + 5);

    before(async () => {
      for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(at, at);
      store = await storage.open();
      branch = await workBranch(store);
    });
    after(() => dropTestStore(store));

    const save = async (content = bytes) =>
      saveFile(store, branch, { name: 'a', contentType: 'video/mp4', stream: Readable.from([content]), by: 'tester' });
    const open = async ({ id }: FileRow) => openContent(store, (await findContent(store, branch, id)).place);
    const read = async (reader: ContentReader, start: number, end: number) =>
      buffer(Readable.from(reader.read(start, end)));

    it('returns any range, in order, back and forth, and across chunks', async () => {
      const reader = await open(await save());
      const half = mebibyte / 2;
      const end = bytes.length;
      for (const [start, stop] of [
        [0, end],
        [0, half],
        [half, mebibyte],
        [mebibyte, mebibyte + half],
        [mebibyte + half, 3 * mebibyte + 1],
        [3 * mebibyte + 1, end],
        [5, 7],
        [end - 1, end],
        [4 * mebibyte, end],
        [end, end],
      ] as const) {
        assert.ok((await read(reader, start, stop)).equals(bytes.subarray(start, stop)), `${start} to ${stop}`);
      }
      await reader.close();
    });

    it('can start again after a read was aborted', async () => {
      const reader = await open(await save());
      for await (const part of reader.read(0, bytes.length)) if (part.length > 0) break;
      assert.ok((await read(reader, 0, bytes.length)).equals(bytes));
      await reader.close();
    });

    it('can continue elsewhere while the next chunk is being prefetched', async () => {
      const reader = await open(await save());
      for (let turn = 0; turn < 20; turn++) {
        const start = [0, 3, 1, 2][turn % 4]! * mebibyte;
        const parts: Buffer[] = [];
        for await (const part of reader.read(start, bytes.length)) {
          parts.push(Buffer.from(part));
          if (parts.length > turn % 3) break;
        }
        const read = Buffer.concat(parts);
        assert.ok(read.equals(bytes.subarray(start, start + read.length)), `turn ${turn}`);
      }
      await reader.close();
    });
  });
}

describe('Reading a file to send from GridFS', () => {
  let store: Store;
  let branch: Branch;
  const bytes = Buffer.alloc(6 * mebibyte + 5);

  before(async () => {
    for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(at, at);
    store = await openTestStore();
    branch = await workBranch(store);
  });
  after(() => dropTestStore(store));

  const save = async (content = bytes) =>
    saveFile(store, branch, { name: 'a', contentType: 'video/mp4', stream: Readable.from([content]), by: 'tester' });
  const open = async ({ id }: FileRow) => openContent(store, (await findContent(store, branch, id)).place);
  const read = async (reader: ContentReader, start: number, end: number) =>
    buffer(Readable.from(reader.read(start, end)));

  it('reopens a cursor that the database dropped', async () => {
    const file = await save(Buffer.concat([bytes, bytes]));
    const reader = await open(file);
    const parts: Buffer[] = [];
    for await (const part of reader.read(0, file.sizeBytes)) {
      parts.push(Buffer.from(part));
      // After the prefetched part.
      if (parts.length === 2) await killCursors();
    }
    assert.ok(Buffer.concat(parts).equals(Buffer.concat([bytes, bytes])));
    await reader.close();
  });

  /** Kills the cursor of a paused read; the prefetched part still arrives first. */
  async function killCursors(): Promise<void> {
    const database = store.workspaceDb(branch.workspaceId);
    const pipeline = [{ $currentOp: { idleCursors: true } }, { $match: { ns: `${database.databaseName}.fs.chunks` } }];
    const listIdle = () =>
      store.client
        .db('admin')
        .aggregate<{ cursor?: { cursorId: unknown } }>(pipeline, { readConcern: { level: 'local' } })
        .toArray();
    let cursors: unknown[] = [];
    while (cursors.length === 0)
      cursors = (await listIdle()).flatMap(({ cursor }) => (cursor ? [cursor.cursorId] : []));
    await database.command({ killCursors: 'fs.chunks', cursors });
  }

  it('fails if a part is missing', async () => {
    const file = await save();
    const { workspaceId } = branch;
    const reader = await open(file);
    const chunks = store.workspaceDb(workspaceId).collection('fs.chunks');
    const [second] = await chunks.find({ n: 2 }).sort({ _id: -1 }).limit(1).toArray();
    await chunks.deleteOne({ _id: second!._id });
    await assert.rejects(read(reader, 0, bytes.length), /part 3 of 7 is missing/);
    await reader.close();
  });

  it('fails if the file does not exist', async () => {
    await assert.rejects(findContent(store, branch, newId()), refusal('not_found'));
  });
});
