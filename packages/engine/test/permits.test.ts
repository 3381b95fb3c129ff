import assert from 'node:assert/strict';
import { newId, type Store } from '@tallyhook/store';
import { queueUpload, takeUpload, writeUpload, type StepKey } from '@tallyhook/store/runs';
import { createPermits, noteLeft, noteNotBegun } from '../src/upload/permits.ts';
import { createUploadJournal } from '../src/upload/upload-journal.ts';
import { dropTestStore, openTestStore } from './engines.ts';

const pieceBytes = 100;
const sizeBytes = 350;

describe('The journal of pieces', () => {
  let store: Store;
  let key: StepKey;
  before(async () => {
    store = await openTestStore();
  });
  after(() => dropTestStore(store));
  beforeEach(async () => {
    key = { workspaceId: newId(), runId: newId(), stepId: 'send', item: '' };
    const file = { id: newId(), name: 'a.mp4', contentType: 'video/mp4', sizeBytes, sha256: '' };
    await queueUpload(store, key, { file, pieceCount: 4, at: new Date() });
  });

  const pieceAt = (start: number) => {
    const index = Math.floor(start / pieceBytes);
    const endExclusive = Math.min(sizeBytes, (index + 1) * pieceBytes);
    return { index, start, endExclusive, last: endExclusive === sizeBytes };
  };
  const pieces = [0, 100, 200, 300].map(pieceAt) as [Piece, Piece, Piece, Piece];
  type Piece = ReturnType<typeof pieceAt>;

  /** A worker that takes the upload over. */
  async function work({ hasStatus = true } = {}) {
    const taken = await takeUpload(store, key, { scheduledAt: new Date() });
    assert.ok(typeof taken === 'object');
    const journal = createUploadJournal(store, taken, { leaseMs: 60_000, now: () => new Date() });
    const description = { hasStatus, pieceAt };
    const left = noteLeft(journal);
    return { ...createPermits({ journal, description, now: () => new Date() }), journal, left, hold: taken.hold };
  }
  /** What the next worker would find, without taking the upload over. */
  async function kept() {
    const { piece, ahead } = (await store.system.collection('uploads').findOne({ runId: key.runId }))!;
    const short = (entry: { index: number; state: string; sends: number } | null) =>
      entry && `${entry.index} ${entry.state} ${entry.sends}`;
    return [short(piece), short(ahead)];
  }
  const nothing = async () => undefined;

  it('records the next piece ahead, so that nothing waits between pieces', async () => {
    const { take, writeAheadDuring } = await work();
    await take(pieces[0]);
    assert.deepEqual(await kept(), ['0 sending 1', '1 sending 1']);
    await writeAheadDuring(nothing);
    const { sends } = await take(pieces[1]);
    assert.equal(sends, 1);
    assert.deepEqual(await kept(), ['0 sending 1', '1 sending 1'], 'it may be sent because it was recorded before');
    await writeAheadDuring(nothing);
    assert.deepEqual(await kept(), ['1 sending 1', '2 sending 1']);
    await take(pieces[2]);
    await writeAheadDuring(nothing);
    await take(pieces[3]);
    await writeAheadDuring(nothing);
    assert.deepEqual(await kept(), ['3 sending 1', null]);
  });

  it('records no piece ahead if the service has no status request', async () => {
    const { take, writeAheadDuring } = await work({ hasStatus: false });
    await take(pieces[0]);
    await writeAheadDuring(nothing);
    assert.deepEqual(await kept(), ['0 sending 1', null]);
    await take(pieces[1]);
    assert.deepEqual(await kept(), ['1 sending 1', null]);
  });

  it('records a piece again if it starts elsewhere than expected', async () => {
    const { take, writeAheadDuring } = await work();
    await take(pieces[0]);
    await writeAheadDuring(nothing);
    await take(pieceAt(150));
    assert.deepEqual(await kept(), ['1 sending 1', '2 sending 1']);
  });

  it('counts each send of a piece', async () => {
    const { take } = await work();
    for (const sends of [1, 2, 3, 4]) assert.equal((await take(pieces[0])).sends, sends);
    await assert.rejects(take(pieces[0]), /stored only part of piece 1 each time/);
    assert.deepEqual(await kept(), ['0 sending 4', '1 sending 1']);
  });

  it('counts a piece and the one ahead as sent if the worker died', async () => {
    await (await work()).take(pieces[0]);
    const { left, take } = await work();
    assert.deepEqual([left?.piece.index, left?.ahead?.index], [0, 1]);
    assert.equal((await take(pieces[1])).sends, 2);
    await (await work()).take(pieces[1]);
    assert.deepEqual(await kept(), ['1 sending 3', '2 sending 2']);
  });

  it('does not count the piece ahead if the service has fewer bytes than precede it', async () => {
    for (let death = 0; death < 3; death++) {
      const { take, journal } = await work();
      noteNotBegun(journal, 99);
      await take(pieces[0]);
    }
    const { take, journal } = await work();
    noteNotBegun(journal, 99);
    assert.equal((await take(pieces[0])).sends, 4);
    assert.equal((await take(pieces[1])).sends, 1);
  });

  it('counts the piece ahead if the service has exactly the bytes that precede it', async () => {
    await (await work()).take(pieces[0]);
    const { take, journal } = await work();
    noteNotBegun(journal, 100);
    assert.equal((await take(pieces[1])).sends, 2);
  });

  it('does not count the piece ahead if the worker ended during a pause', async () => {
    const { take, dropAhead, journal } = await work();
    await take(pieces[0]);
    dropAhead();
    await journal.write({ state: 'pausing' });
    const next = await work();
    assert.deepEqual([next.left?.piece.sends, next.left?.piece.doubtful, next.left?.ahead], [1, undefined, null]);
    assert.equal((await next.take(pieces[1])).sends, 1);
  });

  it('records the next piece before it is sent after a failure', async () => {
    const { take, writeAheadDuring, dropAhead, journal } = await work();
    await take(pieces[0]);
    await writeAheadDuring(nothing);
    dropAhead();
    await journal.write({ state: 'pausing' });
    await take(pieces[1]);
    assert.deepEqual(await kept(), ['1 sending 1', '2 sending 1']);
  });

  it('says for how many sends it is unknown whether they started', async () => {
    for (let death = 0; death < 4; death++) await (await work()).take(pieces[0]);
    const { take } = await work();
    await assert.rejects(
      take(pieces[1]),
      /^ActionError: Piece 2 of 4 was sent at most 4 times without success \(for 4 of them, the worker ended and may not have started\)/,
    );
  });

  it('does not count the piece ahead if the worker ended between two pieces', async () => {
    const { journal, take } = await work();
    const entry = await take(pieces[0]);
    journal.note({ piece: { ...entry, state: 'confirmed' }, confirmedBytes: 100 });
    await journal.flush();
    const next = await work();
    assert.equal(next.left, null);
    assert.equal((await next.take(pieces[1])).sends, 1);
  });

  it('stops a worker that lost the upload', async () => {
    const { take, writeAheadDuring } = await work();
    await take(pieces[0]);
    await writeAheadDuring(nothing);
    await take(pieces[1]);
    await work();
    await assert.rejects(writeAheadDuring(nothing), /took over the upload/);
  });

  it('waits for the write again if recording ahead failed', async () => {
    const { take, writeAheadDuring, hold } = await work();
    await take(pieces[0]);
    await writeAheadDuring(nothing);
    await take(pieces[1]);
    await store.client.close();
    await writeAheadDuring(nothing).finally(() => store.client.connect());
    assert.deepEqual(await kept(), ['0 sending 1', '1 sending 1']);
    await take(pieces[2]);
    assert.deepEqual(await kept(), ['2 sending 1', '3 sending 1']);
    assert.ok(await writeUpload(store, hold, { change: {}, at: new Date() }));
  });
});
