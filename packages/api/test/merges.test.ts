import assert from 'node:assert/strict';
import { openBranch } from '@tallyhook/store/branches';
import { mergeBranch } from '@tallyhook/store/merging';
import type { Role } from '@tallyhook/store/people';
import { workflowKinds as kinds } from '@tallyhook/schemas/kinds';
import { settleLeftovers } from '../src/branches/settle-leftovers.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

describe('/api/merges', () => {
  let service: Service;
  let founded: Founded;
  let owner: Sender;

  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    founded = await service.found();
    owner = founded.owner;
  });
  after(() => service?.stop());

  const call = (method: string, path: string, json?: unknown, as = owner) =>
    send(service, method, path, { as, ...(json === undefined ? {} : { json }) });
  const join = async (role: Role): Promise<Sender> => {
    const { cookie } = await service.join(founded.workspaceId, role);
    return { cookie };
  };
  const fork = (name = 'draft') => call('POST', '/api/branches', { name });
  const note = async (branch: string, title: string) =>
    (await call('POST', `/api/records?type=note&branch=${branch}`, { fields: { title } })).body as { id: string };
  const edit = (branch: string, id: string, fields: object, revision = 1) =>
    call('PATCH', `/api/records/${id}?type=note&branch=${branch}`, { revision, fields });
  const titles = async (branch: string) => {
    const { body } = await call('GET', `/api/records?type=note&branch=${branch}`);
    return body.records.map(({ fields }: { fields: { title: string } }) => fields.title) as string[];
  };
  const merge = (more: object = {}, as = owner) =>
    call('POST', '/api/merges', { from: 'draft', into: 'main', ...more }, as);
  const preview = async () => (await call('GET', '/api/merges/preview?from=draft&into=main')).body;

  it('previews what would change by type, lists it by field, and merges it', async () => {
    const { id } = await note('main', 'before');
    await fork();
    await edit('draft', id, { title: 'after' });
    await note('draft', 'made');
    assert.deepEqual(await preview(), {
      ...{
        from: 'draft',
        into: 'main',
        conflictCount: 0,
        conflicts: [],
        labels: {},
        types: [],
        refusals: [],
        stops: [],
      },
      counts: { note: { created: 1, updated: 1, deleted: 0 } },
    });
    const { body: page } = await call('GET', '/api/merges/differences?from=draft&into=main&type=note');
    assert.deepEqual(page.differences[0], {
      ...{ type: 'note', id, kind: 'update', label: 'after' },
      parts: [{ part: 'title', before: 'before', after: 'after' }],
    });
    const merged = await merge({ message: 'Take the draft' });
    assert.equal(merged.status, 200, merged.text);
    assert.partialDeepStrictEqual(merged.body.commit, { kind: 'merge', message: 'Take the draft', from: 'draft' });
    assert.deepEqual(await titles('main'), ['after', 'made']);
    assert.deepEqual((await merge()).body, { commit: null });
  });

  it('refuses conflicts with the choices, and takes the decisions', async () => {
    const { id } = await note('main', 'before');
    await fork();
    await edit('draft', id, { title: 'draft' });
    await edit('main', id, { title: 'main' });
    const refused = await merge();
    assertProblem(refused, 409, 'merge_conflict');
    assert.equal(refused.body.conflicts, 1);
    const [{ parts }] = (await preview()).conflicts;
    assert.partialDeepStrictEqual(parts, [{ part: 'title', base: 'before', into: 'main', from: 'draft' }]);
    const { name } = (await call('GET', '/api/session')).body.person;
    assert.deepEqual([parts[0].intoBy.byName, parts[0].fromBy.byName], [name, name]);
    const decision = { type: 'note', id, part: 'title', take: 'from', seen: parts[0].seen };
    assertProblem(await merge({ decisions: [{ ...decision, seen: 'another' }] }), 409, 'merge_conflict');
    assert.deepEqual(await titles('main'), ['main']);
    assert.equal((await merge({ decisions: [decision] })).status, 200);
    assert.deepEqual(await titles('main'), ['draft']);
  });

  it('takes a value that neither branch has, and names the decision whose value does not fit', async () => {
    const { id } = await note('main', 'before');
    await fork();
    await edit('draft', id, { title: 'draft' });
    await edit('main', id, { title: 'main' });
    const [{ parts }] = (await preview()).conflicts;
    const decision = (value: unknown) => ({
      type: 'note',
      id,
      part: 'title',
      seen: parts[0].seen,
      take: 'value',
      value,
    });
    const refused = await merge({ decisions: [decision(7)] });
    assertProblem(refused, 422, 'invalid_input');
    assert.deepEqual(refused.body.errors, [
      { pointer: '#/decisions/0/value', code: 'wrong_kind', detail: 'Title ("title") must be text, got 7.' },
    ]);
    assert.deepEqual(await titles('main'), ['main']);
    assert.equal((await merge({ decisions: [decision('neither')] })).status, 200);
    assert.deepEqual(await titles('main'), ['neither']);
  });

  it('commits, lists and reverts', async () => {
    await note('main', 'first');
    const { body: before } = await call('GET', '/api/commits');
    assert.deepEqual(before.uncommitted, { note: { created: 1, updated: 0, deleted: 0 } });
    assert.deepEqual(
      before.commits.map(({ message }: { message: string }) => message),
      ['New workspace'],
    );
    const made = await call('POST', '/api/commits', { message: 'Start' });
    assert.equal(made.status, 201, made.text);
    assertProblem(await call('POST', '/api/commits', { message: 'Nothing' }), 422, 'invalid_input');
    await note('main', 'second');
    const open = await call('GET', '/api/differences?type=note');
    assert.deepEqual(
      open.body.differences.map(({ label }: { label: string }) => label),
      ['second'],
    );
    const { body: of } = await call('GET', `/api/differences?type=note&commit=${made.body.id}`);
    assert.deepEqual(
      of.differences.map(({ label }: { label: string }) => label),
      ['first'],
    );
    const { body } = await call('POST', `/api/commits/${made.body.id}/revert`, { rest: 'from' });
    assert.partialDeepStrictEqual(body.commit, { kind: 'revert', message: 'Revert "Start"', reverts: made.body.id });
    assert.deepEqual(await titles('main'), ['second']);
    assertProblem(await call('POST', '/api/commits/000000000000000000000000/revert', {}), 404, 'not_found');
    assertProblem(await call('GET', '/api/commits?cursor=bad'), 422, 'invalid_input');
  });

  it('names the types that there are for differences of one that there is not', async () => {
    await fork();
    for (const type of ['__proto__', 'constructor', 'toString', 'notes']) {
      for (const path of ['/api/differences?', '/api/merges/differences?from=draft&into=main&']) {
        const refused = await call('GET', `${path}type=${type}`);
        assertProblem(refused, 404, 'not_found');
        assert.match(refused.body.detail, /only "[^.]*"note"/);
      }
    }
    assert.equal((await call('GET', '/api/differences?type=workflow')).status, 200);
  });

  it('reports progress line by line to clients that ask for it', async () => {
    await fork();
    await note('draft', 'made');
    const headers = { Accept: 'application/x-ndjson' };
    const lines = await send(service, 'POST', '/api/merges', {
      as: owner,
      json: { from: 'draft', into: 'main' },
      headers,
    });
    const last = JSON.parse(lines.text.trim().split('\n').at(-1)!) as { result: { commit: { kind: string } } };
    assert.equal(last.result.commit.kind, 'merge');
    const { body } = await call('GET', '/api/commits');
    const path = `/api/commits/${body.commits[0].id}/revert`;
    const reverted = await send(service, 'POST', path, { as: owner, json: {}, headers });
    assert.equal(JSON.parse(reverted.text.trim().split('\n').at(-1)!).result.commit.kind, 'revert');
    const copied = await send(service, 'POST', '/api/branches', { as: owner, json: { name: 'lines' }, headers });
    assert.equal(JSON.parse(copied.text.trim().split('\n').at(-1)!).result.name, 'lines');
  });

  it('publishes the merged workflow, on or off as it was on the branch', async () => {
    const definition = (title: string) => ({
      name: 'Note it',
      trigger: { kind: 'recordChanged', type: 'ticket', on: ['create'] },
      steps: [{ id: 'note', kind: 'createRecord', type: 'note', fields: { title } }],
    });
    const made = await call('POST', '/api/workflows', { name: 'Note it', definition: definition('one'), on: true });
    assert.equal(made.status, 201, made.text);
    const { id } = made.body as { id: string };
    await fork();
    const workflowOn = async (branch: string) => {
      const { body } = await call('GET', `/api/workflows?branch=${branch}`);
      return (
        body as { id: string; on: boolean; revision: number; definition: { steps: { fields: object }[] } }[]
      ).find((one) => one.id === id)!;
    };
    assert.equal((await workflowOn('draft')).on, false, 'it is off on a new branch');
    const { revision } = await workflowOn('draft');
    const saved = await call('POST', '/api/workflows?branch=draft', {
      id,
      revision,
      name: 'Note it',
      definition: definition('two'),
    });
    assert.ok(saved.status < 300, saved.text);
    await merge();
    const { on, definition: merged } = await workflowOn('main');
    assert.deepEqual([on, merged.steps[0]!.fields], [true, { title: 'two' }]);
    assert.equal((await workflowOn('draft')).on, false);
    const routes = await service.store.system
      .collection('record_routes')
      .find({ workspaceId: founded.workspaceId })
      .toArray();
    assert.deepEqual(
      routes.map(({ branchName, workflowId }) => [branchName, workflowId]),
      [['main', id]],
    );
  });

  it('publishes the workflows of a merge whose process died before it did', async () => {
    const workflow = (type: string) => ({
      name: 'Note it',
      trigger: { kind: 'recordChanged', type, on: ['create'] },
      steps: [{ id: 'note', kind: 'createRecord', type: 'note', fields: { title: 'x' } }],
    });
    const made = await call('POST', '/api/workflows', { name: 'Note it', definition: workflow('ticket'), on: true });
    const { id, revision } = made.body as { id: string; revision: number };
    await fork();
    const definition = workflow('project');
    const saved = await call('POST', '/api/workflows?branch=draft', { id, revision, name: 'Note it', definition });
    assert.ok(saved.status < 300, saved.text);
    const { store } = service;
    const open = (name: string) => openBranch(store, founded.workspaceId, name);
    // The api publishes after this; here it does not come to it.
    const both = { into: await open('main'), from: await open('draft') };
    await mergeBranch(store, { ...both, message: 'm', by: founded.personId });
    const types = async () => {
      const routes = await store.system
        .collection('record_routes')
        .find({ workspaceId: founded.workspaceId })
        .toArray();
      return routes.map(({ trigger }) => (trigger as { type: string }).type);
    };
    assert.deepEqual(await types(), ['ticket']);
    const settle = (leaveForMs?: number) =>
      settleLeftovers({ store, kinds }, { now: new Date(), ...(leaveForMs !== undefined && { leaveForMs }) });
    assert.equal(await settle(), 0, 'the process that merged still has time');
    assert.equal(await settle(0), 1);
    assert.deepEqual(await types(), ['project']);
    assert.equal(await settle(0), 0);
  });

  it('asks before values are lost that do not fit the merged type', async () => {
    const code = { name: 'code', label: 'Code', kind: 'text' };
    const size = { name: 'size', label: 'Size', kind: 'text' };
    const parcel = { name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' };
    const defined = await call('POST', '/api/types', { ...parcel, fields: [code, size] });
    assert.equal(defined.status, 201, defined.text);
    await fork();
    const fields = [code, { ...size, kind: 'number' }];
    const changed = await call('PUT', '/api/types/parcel?branch=draft', { type: { ...parcel, fields } });
    assert.equal(changed.status, 200, changed.text);
    await call('POST', '/api/records?type=parcel', { fields: { code: 'P1', size: 'large' } });
    await call('POST', '/api/records?type=parcel', { fields: { code: 'P2', size: '5' } });
    const { types } = await preview();
    assert.partialDeepStrictEqual(types, [
      { type: 'parcel', removed: 0, lost: 1, fields: [{ field: 'size', lost: 1 }] },
    ]);
    const refused = await merge();
    assertProblem(refused, 409, 'would_lose');
    assert.equal(refused.body.lost, 1);
    assert.match(refused.body.detail, /1 of Size in "parcel"/);
    const { body } = await merge({ acceptLoss: true });
    const { body: records } = await call('GET', '/api/records?type=parcel');
    const sizes = records.records.map((one: { fields: { size?: number } }) => one.fields.size);
    assert.deepEqual(sizes, [undefined, 5]);
    assert.equal((await call('POST', `/api/commits/${body.commit.id}/revert`, {})).status, 200);
  });

  it('names what would stop on the merged branch, wherever it was made', async () => {
    const code = { name: 'code', label: 'Code', kind: 'text' };
    const size = { name: 'size', label: 'Size', kind: 'text' };
    const parcel = { name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' };
    await call('POST', '/api/types', { ...parcel, fields: [code, size] });
    const report = async (branch: string, name: string, field: string) => {
      const definition = { type: 'parcel', chart: 'bars', groupBy: [{ field }] };
      const made = await call('POST', `/api/reports?branch=${branch}`, { name, definition });
      assert.equal(made.status, 201, made.text);
      return made.body.id as string;
    };
    const here = await report('main', 'By size here', 'size');
    await report('main', 'By code', 'code');
    await fork();
    const there = await report('draft', 'By size there', 'size');
    await report('draft', 'By code there', 'code');
    assert.deepEqual((await preview()).stops, []);
    const changed = await call('PUT', '/api/types/parcel', { type: { ...parcel, fields: [code] } });
    assert.equal(changed.status, 200, changed.text);
    // The report of main stopped when its field went, and not by the merge.
    assert.deepEqual((await preview()).stops, [{ kind: 'report', id: there, name: 'By size there', branch: 'draft' }]);
    const back = (await call('GET', '/api/merges/preview?from=main&into=draft')).body as { stops: { id: string }[] };
    assert.deepEqual(back.stops.map(({ id }) => id).toSorted(), [here, there].toSorted());
  });

  it('previews with the decisions taken what they change, and what they lose', async () => {
    const number = { name: 'size', label: 'Size', kind: 'number' };
    const parcel = { name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' };
    const typed = (size: object) => ({
      type: { ...parcel, fields: [{ name: 'code', label: 'Code', kind: 'text' }, size] },
    });
    const text = { ...number, kind: 'text' };
    assert.equal((await call('POST', '/api/types', typed(text).type)).status, 201);
    const add = (code: string, size: string) => call('POST', '/api/records?type=parcel', { fields: { code, size } });
    await add('P1', '1');
    await add('P2', 'large');
    await fork();
    await call(
      'PUT',
      '/api/types/parcel',
      typed({
        ...text,
        kind: 'choice',
        options: [
          { value: '1', label: '1' },
          { value: 'large', label: 'Large' },
          { value: 'precious', label: 'Precious' },
        ],
      }),
    );
    const accepted = { ...typed(number), acceptLoss: true };
    assert.equal((await call('PUT', '/api/types/parcel?branch=draft', accepted)).status, 200);
    await add('P3', 'precious');
    const { conflicts, types } = await preview();
    assert.deepEqual(
      types.flatMap(({ lost }: { lost: number }) => lost),
      [],
    );
    const [{ type, id, parts }] = conflicts.filter((one: { type: string }) => one.type === '(type)');
    const decisions = parts.map(({ part, seen }: { part: string; seen: string }) => ({
      type,
      id,
      part,
      seen,
      take: 'from',
    }));
    const body = { from: 'draft', into: 'main', decisions, rest: 'from' };
    const decided = await call('POST', '/api/merges/preview', body);
    assert.equal(decided.status, 200, decided.text);
    const refused = await merge({ decisions, rest: 'from' });
    assertProblem(refused, 409, 'would_lose');
    const [effect] = decided.body.types;
    const examples = effect.fields[0].examples.map(({ label, value }: { label: string; value: string }) => [
      label,
      value,
    ]);
    assert.deepEqual(examples.length, refused.body.lost);
    assert.ok(
      examples.some(([label]: string[]) => label === 'P3'),
      decided.text,
    );
    assert.equal(decided.body.conflictCount, 0);
    const { body: page } = await call('POST', '/api/merges/differences?type=parcel', body);
    const { updated } = decided.body.counts.parcel;
    assert.equal(page.differences.length, updated);
    const { body: undecided } = await call('GET', '/api/merges/differences?type=parcel&from=draft&into=main');
    assert.notEqual(undecided.differences.length, updated);
    const merged = await merge({ decisions, rest: 'from', acceptLoss: true });
    assert.equal(merged.body.commit.counts.parcel.updated, updated);
  });

  const grid = async (size: number) => {
    const changes = Array.from({ length: size }, (_, index) => ({ do: 'create', fields: { title: `row ${index}` } }));
    const made = await call('POST', '/api/records/batch?type=note', { changes });
    assert.equal(made.status, 200, made.text);
    return made.body.records.map(({ id }: { id: string }) => id) as string[];
  };
  const editAll = async (ids: string[], branch: string, fields: object) => {
    const { body } = await call('GET', `/api/records?type=note&branch=${branch}&limit=500`);
    const known = new Map<string, number>();
    for (const { id, revision } of body.records) known.set(id, revision);
    const changes = ids.map((id) => ({ do: 'update', id, revision: known.get(id), fields }));
    const { status, text } = await call('POST', `/api/records/batch?type=note&branch=${branch}`, { changes });
    assert.equal(status, 200, text);
  };

  it('lists conflicts in pages, so that each can be decided', async () => {
    const ids = await grid(203);
    await fork();
    await editAll(ids, 'main', { title: 'main' });
    await editAll(ids, 'draft', { title: 'draft' });
    const first = await preview();
    assert.deepEqual([first.conflictCount, first.conflicts.length], [203, 200]);
    const next = await call('GET', `/api/merges/preview?from=draft&into=main&cursor=${first.nextCursor}`);
    assert.deepEqual([next.body.conflictCount, next.body.conflicts.length, next.body.nextCursor], [203, 3, undefined]);
    const all = [...first.conflicts, ...next.body.conflicts];
    assert.deepEqual(
      all.map(({ id }) => id),
      ids.toSorted(),
    );
    const decisions = all.map(({ type, id, parts: [{ part, seen }] }) => ({ type, id, part, seen, take: 'from' }));
    assertProblem(await merge({ decisions: decisions.slice(1) }), 409, 'merge_conflict');
    assert.equal((await merge({ decisions })).body.commit.counts.note.updated, 203);
    assertProblem(await call('GET', '/api/merges/preview?from=draft&into=main&cursor=x'), 400, 'invalid_request');
  });

  it('shows what was changed again since a commit, and takes it back as decided', async () => {
    const ids = await grid(3);
    await fork();
    await editAll(ids, 'draft', { title: 'merged' });
    const { commit } = (await merge()).body;
    await editAll(ids.slice(1), 'main', { title: 'again' });
    const seen = await call('GET', `/api/commits/${commit.id}/revert-preview`);
    assert.partialDeepStrictEqual(seen.body, { conflictCount: 2, counts: { note: { updated: 1 } } });
    assert.partialDeepStrictEqual(seen.body.conflicts[0], {
      ...{ type: 'note', id: ids[1], label: 'again' },
      parts: [{ part: 'title', base: 'merged', into: 'again', from: 'row 1', intoBy: { by: founded.personId } }],
    });
    const refused = await call('POST', `/api/commits/${commit.id}/revert`, {});
    assertProblem(refused, 409, 'merge_conflict');
    assert.match(
      refused.body.detail,
      /^2 records were changed again on "main" since the commit "Merge draft": .* revert/,
    );
    const takes = ['from', 'into'];
    const decisions = seen.body.conflicts.map(
      (
        { type, id, parts: [one] }: { type: string; id: string; parts: { part: string; seen: string }[] },
        index: number,
      ) => ({
        ...{ type, id, part: one!.part, seen: one!.seen, take: takes[index] },
      }),
    );
    const reverted = await call('POST', `/api/commits/${commit.id}/revert`, { decisions });
    assert.equal(reverted.body.commit?.kind, 'revert', reverted.text);
    const { body } = await call('GET', '/api/records?type=note');
    const titles = body.records.map((one: { fields: { title: string } }) => one.fields.title);
    assert.deepEqual(titles.sort(), ['again', 'row 0', 'row 1']);
    assertProblem(await call('GET', `/api/commits/${'0'.repeat(24)}/revert-preview`), 404, 'not_found');
  });

  describe('on a protected branch', () => {
    const protect = (protection: object, as = owner) => call('PATCH', '/api/branches/main', { protection }, as);

    it('lets only the roles write and merge that the branch names, and says which one is needed', async () => {
      await fork();
      await note('draft', 'made');
      const who = Object.fromEntries(
        await Promise.all(
          (['admin', 'member', 'viewer', 'guest'] as Role[]).map(async (role) => [role, await join(role)]),
        ),
      ) as Record<Role, Sender>;
      const outcomes = async () => {
        const rows: Record<string, [number, number, number]> = {};
        for (const [role, as] of [['owner', owner] as const, ...Object.entries(who)]) {
          const write = await call('POST', '/api/records?type=note', { fields: { title: role } }, as);
          const elsewhere = await call('POST', '/api/records?type=note&branch=draft', { fields: { title: role } }, as);
          const merged = await merge({}, as);
          rows[role] = [write.status, elsewhere.status, merged.status];
        }
        return rows;
      };
      const none = [403, 403, 403];
      const all = [201, 201, 200];
      assert.deepEqual(await outcomes(), { owner: all, admin: all, member: all, viewer: none, guest: none });
      assertProblem(await protect({ write: 'admin', merge: 'admin' }, who.member), 403, 'forbidden');
      assert.equal((await protect({ write: 'owner', merge: 'admin' })).status, 200);
      assert.deepEqual(await outcomes(), {
        ...{ owner: all, admin: [403, 201, 200], member: [403, 201, 403], viewer: none, guest: none },
      });
      const refused = await merge({}, who.member);
      assert.match(refused.body.detail, /cannot merge into "main": that requires the role admin/);
      const written = await call('POST', '/api/records?type=note', { fields: { title: 'x' } }, who.admin);
      assert.match(written.body.detail, /can be changed directly only by the role owner; yours is admin/);
      const viewer = await call('POST', '/api/records?type=note', { fields: { title: 'x' } }, who.viewer);
      assert.match(viewer.body.detail, /requires the role owner; yours is viewer/);
      const elsewhere = await call('POST', '/api/records?type=note&branch=draft', { fields: {} }, who.viewer);
      assert.match(elsewhere.body.detail, /requires the role member or higher; yours is viewer/);
      const managed = await call('POST', '/api/keys', { name: 'k', access: 'read' }, who.member);
      assert.match(managed.body.detail, /requires the role admin or higher; yours is member/);
      assert.deepEqual(
        [viewer, elsewhere, managed].map(({ body }) => body.needs as Role),
        ['owner', 'member', 'admin'],
      );
      const { body: session } = await call('GET', '/api/session', undefined, who.member);
      assert.deepEqual(session.workspaces[0].limits, [{ branch: 'main', abilities: ['read', 'act'] }]);
    });

    it('is opened again only by a role that the protection names, which may close it further', async () => {
      const admin = await join('admin');
      assert.equal((await protect({ write: 'admin', merge: 'member' }, admin)).status, 200);
      assert.equal((await protect({ write: 'owner', merge: 'member' }, admin)).status, 200);
      const refused = await protect({ write: 'member', merge: 'member' }, admin);
      assertProblem(refused, 403, 'forbidden');
      assert.match(
        refused.body.detail,
        /Only the role owner may let other roles change the branch "main"; yours is admin/,
      );
      assert.equal((await protect({ write: 'owner', merge: 'owner' }, admin)).status, 200);
      assertProblem(await protect({ write: 'owner', merge: 'admin' }, admin), 403, 'forbidden');
      assert.equal((await protect({ write: 'member', merge: 'member' })).status, 200);
    });

    it('is renamed and deleted only by a role that it is kept to', async () => {
      const who = { admin: await join('admin'), member: await join('member') };
      await call('POST', '/api/branches', { name: 'mine' }, who.member);
      const keepTo = async (write: Role, merge: Role) =>
        assert.equal((await call('PATCH', '/api/branches/mine', { protection: { write, merge } })).status, 200);
      const rename = (as: Sender) => call('PATCH', '/api/branches/mine', { name: 'yours' }, as);
      const remove = (as: Sender) => call('DELETE', '/api/branches/mine', undefined, as);
      for (const [write, merge] of [
        ['owner', 'owner'],
        ['owner', 'member'],
        ['member', 'owner'],
      ] as const) {
        await keepTo(write, merge);
        for (const as of Object.values(who)) {
          assertProblem(await rename(as), 403, 'forbidden');
          assertProblem(await remove(as), 403, 'forbidden');
        }
      }
      assert.match((await rename(who.admin)).body.detail, /Only the role owner may rename the branch "mine"/);
      await keepTo('admin', 'member');
      assertProblem(await remove(who.member), 403, 'forbidden');
      assert.equal((await rename(who.admin)).status, 200);
      assert.equal((await call('DELETE', '/api/branches/yours', undefined, who.admin)).status, 204);
    });

    it('gives a key no more than its maker may do there now', async () => {
      const admin = await service.join(founded.workspaceId, 'admin');
      const makeKey = (as: Sender) =>
        call('POST', '/api/keys', { name: 'Nightly', branch: 'main', access: 'write' }, as);
      const { body: key } = await makeKey(admin);
      const write = async (as: Sender) =>
        (await call('POST', '/api/records?type=note', { fields: { title: 'x' } }, as)).status;
      const read = async (as: Sender) => (await call('GET', '/api/records?type=note', undefined, as)).status;
      assert.deepEqual([await write(key), await read(key)], [201, 200]);
      await protect({ write: 'owner', merge: 'owner' });
      assertProblem(await makeKey(admin), 403, 'forbidden');
      assert.deepEqual([await write(key), await read(key), await write(founded.writeKey)], [403, 200, 201]);
      await protect({ write: 'member', merge: 'member' });
      assert.equal(await write(key), 201);
      const demoted = await call('PATCH', `/api/members/${admin.personId}`, { role: 'viewer' });
      assert.ok(demoted.status < 300, demoted.text);
      assert.deepEqual([await write(key), await read(key)], [403, 200]);
      const why = async (as: Sender) =>
        (await call('POST', '/api/records?type=note', { fields: { title: 'x' } }, as)).body.detail as string;
      assert.match(
        await why(key),
        /requires the role member or higher of the person who made the key, who is viewer now/,
      );
      assert.match(await why(founded.readKey), /This key may only read\. Use a key that may write/);
    });

    it('takes no apps and no types from who may not write there', async () => {
      const admin = await join('admin');
      await protect({ write: 'owner', merge: 'owner' });
      const type = { name: 'bill', label: 'Bill', plural: 'Bills', labelField: 'name' };
      const fields = [{ name: 'name', label: 'Name', kind: 'text' }];
      assertProblem(await call('POST', '/api/types', { ...type, fields }, admin), 403, 'forbidden');
      assertProblem(await call('POST', '/api/apps', { id: 'crm' }, admin), 403, 'forbidden');
      assertProblem(await call('DELETE', '/api/installed-apps/work', undefined, admin), 403, 'forbidden');
      assert.ok((await call('GET', '/api/types')).body.some(({ name }: { name: string }) => name === 'ticket'));
    });
  });

  it('lets members delete and rename their own branches, and restores them within a week', async () => {
    const member = await join('member');
    await fork('of the owner');
    await call('POST', '/api/branches', { name: 'mine' }, member);
    assertProblem(await call('DELETE', '/api/branches/of%20the%20owner', undefined, member), 403, 'forbidden');
    const renamed = await call('PATCH', '/api/branches/mine', { name: 'still mine' }, member);
    assert.equal(renamed.body.name, 'still mine', renamed.text);
    assert.equal((await call('DELETE', '/api/branches/still%20mine', undefined, member)).status, 204);
    const [deleted] = (await call('GET', '/api/deleted-branches', undefined, member)).body;
    assert.equal(deleted.name, 'still mine');
    const restored = await call('POST', `/api/deleted-branches/${deleted.id}/restore`, {}, member);
    assert.equal(restored.body.name, 'still mine', restored.text);
    assertProblem(await call('POST', `/api/deleted-branches/${deleted.id}/restore`, {}, member), 404, 'not_found');
  });

  it('shows who works on a branch', async () => {
    await fork();
    await note('draft', 'x');
    const { body } = await call('GET', '/api/branches');
    const draft = body.find(({ name }: { name: string }) => name === 'draft');
    assert.deepEqual([draft.uncommitted, draft.authors.map(({ by }: { by: string }) => by)], [1, [founded.personId]]);
    assert.deepEqual(draft.protection, { write: 'member', merge: 'member' });
  });
});
