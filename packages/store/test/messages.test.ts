import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { ensureIndexes, newId, openStore, type Store } from '../src/index.ts';
import {
  countUnread,
  listMessages,
  markMessage,
  markMessagesUpTo,
  tellPeople,
  type Inbox,
} from '../src/messages/index.ts';
import { takeNotice } from '../src/notices/index.ts';
import type { Run } from '../src/runs/index.ts';

const at = new Date('2024-03-01T12:00:00Z');
const workspaceId = newId();
const run = {
  ...{ workspaceId, branchId: newId(), branchName: 'main', workflowId: newId(), workflowName: 'Alert' },
} as unknown as Run;

describe('Messages to people', () => {
  let store: Store;
  let inbox: Inbox;

  before(async () => {
    const uri = process.env['MONGODB_URI'];
    if (!uri) throw new Error('MONGODB_URI names no MongoDB: set it to a replica set, or run npm test at the root.');
    store = await openStore({ uri, databasePrefix: `test_${randomBytes(6).toString('hex')}` });
    await ensureIndexes(store);
  });
  after(async () => {
    await store.system.dropDatabase();
    await store.close();
  });
  beforeEach(() => {
    inbox = { workspaceId, personId: newId() };
  });

  const tell = (text: string, { runId = newId(), personIds = [inbox.personId] } = {}) =>
    tellPeople(store, {
      ...{ key: { workspaceId, runId, stepId: 'tell', item: '' }, run, personIds },
      ...{ text, report: null, link: null, at },
    });
  const list = (given: Partial<Parameters<typeof listMessages>[1]> = {}) =>
    listMessages(store, { ...inbox, limit: 100, ...given });
  const texts = async () => (await list()).messages.map(({ text }) => text);

  it('are stored once per step, with one line of a mail, however often they are sent at once', async () => {
    const runId = newId();
    await Promise.all(Array.from({ length: 12 }, () => tell('Hello', { runId })));
    assert.deepEqual(await texts(), ['Hello']);
    let notice = await takeNotice(store, new Date(at.getTime() + 10 * 60_000));
    while (notice !== undefined && notice.personId !== inbox.personId)
      notice = await takeNotice(store, new Date(at.getTime() + 10 * 60_000));
    assert.deepEqual([notice?.kind, notice?.count, notice?.lines], ['message', 1, [{ runId, text: 'Hello' }]]);
  });

  it('reach the others when a step that has told some runs again', async () => {
    const [runId, other] = [newId(), newId()];
    await tell('Hello', { runId });
    await tell('Hello', { runId, personIds: [inbox.personId, other] });
    assert.deepEqual(await texts(), ['Hello']);
    assert.equal((await list({ personId: other })).messages.length, 1);
  });

  it('are listed newest first, in pages, and only those of the person and workspace', async () => {
    for (const text of ['a', 'b', 'c']) await tell(text);
    const first = await list({ limit: 2 });
    assert.deepEqual(
      first.messages.map(({ text }) => text),
      ['c', 'b'],
    );
    const rest = await list({ limit: 2, cursor: first.nextCursor });
    assert.deepEqual([rest.messages.map(({ text }) => text), rest.nextCursor], [['a'], undefined]);
    assert.deepEqual((await list({ workspaceId: newId() })).messages, []);
    assert.deepEqual((await list({ personId: newId() })).messages, []);
  });

  it('are marked as read one by one, or up to one, and as unread', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await tell(text);
    const [d, c, b] = (await list()).messages.map(({ id }) => id) as [string, string, string];
    const unread = async () => (await list({ isUnread: true })).messages.map(({ text }) => text).join('');
    assert.deepEqual([await countUnread(store, inbox, 100), await countUnread(store, inbox, 3)], [4, 3]);
    assert.equal(await markMessage(store, { ...inbox, id: d, readAt: at }), true);
    assert.equal(await unread(), 'cba');
    await markMessagesUpTo(store, { ...inbox, id: b, readAt: at });
    assert.deepEqual([await unread(), await countUnread(store, inbox, 100)], ['c', 1]);
    await markMessage(store, { ...inbox, id: d, readAt: null });
    assert.equal(await unread(), 'dc');
    assert.equal(await markMessage(store, { ...inbox, personId: newId(), id: c, readAt: at }), false);
    await markMessagesUpTo(store, { workspaceId: newId(), personId: inbox.personId, id: d, readAt: at });
    assert.equal(await unread(), 'dc');
  });

  it('are the last 500 of a person, for 90 days', async () => {
    const old = Array.from({ length: 500 }, (_, index) => ({
      ...{ _id: `${String(index).padStart(24, '0')}`, ...inbox, runId: newId(), stepId: 'tell', item: '' },
      ...{ text: String(index), readAt: null },
    }));
    await store.system.collection<{ _id: string }>('messages').insertMany(old);
    await tell('newest');
    const { messages } = await list({ limit: 1_000 });
    assert.deepEqual([messages.length, messages[0]?.text, messages.at(-1)?.text], [500, 'newest', '1']);
    const row = await store.system.collection('messages').findOne({ text: 'newest' });
    assert.deepEqual(row?.['expiresAt'], new Date('2024-05-30T12:00:00Z'));
  });
});
