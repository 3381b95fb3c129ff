import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { createBranch, openBranch } from '@tallyhook/store/branches';
import { tellPeople } from '@tallyhook/store/messages';
import type { Run } from '@tallyhook/store/runs';
import { removeMember } from '@tallyhook/store/workspaces';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

// Old messages are removed by the database.
const at = new Date();
const [workflowId, reportId] = [newId(), newId()];

describe('messages', () => {
  let service: Service;
  let ours: Founded;

  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());
  beforeEach(async () => {
    ours = await service.found();
  });

  async function tell(text: string, { personId = ours.personId, branch = 'main' } = {}) {
    const { workspaceId } = ours;
    const { id: branchId } = await openBranch(service.store, workspaceId, branch);
    const runId = newId();
    const run = { workspaceId, branchId, branchName: branch, workflowId, workflowName: 'Alert' } as unknown as Run;
    await tellPeople(service.store, {
      ...{ key: { workspaceId, runId, stepId: 'tell', item: '' }, run, personIds: [personId], text, at },
      ...{ report: { id: reportId, name: 'Open tickets' }, link: null },
    });
    return runId;
  }
  const list = async (as: Sender, search = '') => (await send(service, 'GET', `/api/messages${search}`, { as })).body;
  const textsOf = ({ messages }: { messages: { text: string }[] }) => messages.map(({ text }) => text);
  const unread = async (as: Sender) => (await send(service, 'GET', '/api/attention', { as })).body.messages as number;

  describe('GET /api/messages', () => {
    it('lists the messages to the caller, newest first, in pages', async () => {
      const runId = await tell('first');
      for (const text of ['second', 'third']) await tell(text);
      const page = await list(ours.owner, '?limit=2');
      assert.deepEqual([textsOf(page), page.unread], [['third', 'second'], 3]);
      const rest = await list(ours.owner, `?limit=2&cursor=${page.nextCursor}`);
      assert.deepEqual(rest, {
        messages: [
          {
            ...{ id: rest.messages[0].id, text: 'first', at: at.toISOString(), isRead: false, branch: 'main' },
            ...{ workflowId, workflowName: 'Alert', runId, report: { id: reportId, name: 'Open tickets' }, link: null },
          },
        ],
        unread: 3,
      });
    });

    it('lists no messages to others of the workspace', async () => {
      await tell('for the owner');
      const viewer = await service.join(ours.workspaceId, 'viewer');
      assert.deepEqual(await list(viewer), { messages: [], unread: 0 });
      await tell('for the viewer', { personId: viewer.personId });
      assert.deepEqual([textsOf(await list(viewer)), await unread(viewer)], [['for the viewer'], 1]);
      assert.deepEqual(textsOf(await list(ours.owner)), ['for the owner']);
      assert.equal(await unread(ours.readKey), 0);
    });

    it('lists nothing to somebody who has left', async () => {
      const viewer = await service.join(ours.workspaceId, 'viewer');
      const { workspaceId } = ours;
      await tell('secret', { personId: viewer.personId });
      await removeMember(service.store, { workspaceId, personId: viewer.personId, by: 'test', now: new Date() });
      const answered = await send(service, 'GET', `/api/messages?workspace=${workspaceId}`, { as: viewer });
      assertProblem(answered, 404, 'not_found');
    });

    it('lists those of all branches, with the name that the branch has now', async () => {
      const { workspaceId, owner, personId } = ours;
      await createBranch(service.store, workspaceId, { name: 'spring', from: 'main', by: personId });
      await tell('on a branch', { branch: 'spring' });
      const branch = async () => (await list(owner)).messages[0].branch as string | null;
      assert.equal(await branch(), 'spring');
      await send(service, 'PATCH', '/api/branches/spring', { as: owner, json: { name: 'summer' } });
      assert.equal(await branch(), 'summer');
      await send(service, 'DELETE', '/api/branches/summer', { as: owner });
      assert.equal(await branch(), null);
    });

    it('is for people: a key has no inbox', async () => {
      assertProblem(await send(service, 'GET', '/api/messages', { as: ours.readKey }), 403, 'forbidden');
    });
  });

  describe('PUT /api/messages/:id/read', () => {
    it('marks one as read, and as unread', async () => {
      await tell('one');
      await tell('two');
      const [{ id }] = (await list(ours.owner)).messages;
      const put = (isRead: boolean) =>
        send(service, 'PUT', `/api/messages/${id}/read`, { as: ours.owner, json: { isRead } });
      assert.deepEqual((await put(true)).body, { isRead: true });
      assert.deepEqual(textsOf(await list(ours.owner, '?unread=1')), ['one']);
      assert.equal(await unread(ours.owner), 1);
      await put(false);
      assert.deepEqual(textsOf(await list(ours.owner, '?unread=1')), ['two', 'one']);
    });

    it('finds no message to somebody else of the workspace', async () => {
      await tell('one');
      const [{ id }] = (await list(ours.owner)).messages;
      const admin = await service.join(ours.workspaceId, 'admin');
      const answered = await send(service, 'PUT', `/api/messages/${id}/read`, { as: admin, json: { isRead: true } });
      assertProblem(answered, 404, 'not_found');
      assert.equal(await unread(ours.owner), 1);
    });
  });

  describe('POST /api/messages/read', () => {
    it('marks all up to the newest that was seen, and none that came later', async () => {
      await tell('one');
      await tell('two');
      const [{ id: upTo }] = (await list(ours.owner)).messages;
      await tell('came later');
      const admin = await service.join(ours.workspaceId, 'admin');
      await tell('to somebody else', { personId: admin.personId });
      const answered = await send(service, 'POST', '/api/messages/read', { as: ours.owner, json: { upTo } });
      assert.equal(answered.status, 204, answered.text);
      assert.deepEqual(textsOf(await list(ours.owner, '?unread=1')), ['came later']);
      assert.equal(await unread(admin), 1);
    });

    it('refuses what is no id', async () => {
      const answered = await send(service, 'POST', '/api/messages/read', { as: ours.owner, json: { upTo: 'all' } });
      assertProblem(answered, 422, 'invalid_input');
    });
  });
});
