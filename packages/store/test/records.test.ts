import assert from 'node:assert/strict';
import type { Branch } from '../src/branches/index.ts';
import { newId, type Store } from '../src/index.ts';
import { setRole } from '../src/people/index.ts';
import { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { dropTestStore, openTestStore, problemOf, refusal, workBranch } from './test-store.ts';

describe('Records', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
    branch = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const create = (type: string, fields: Record<string, unknown>) => createRecord(store, branch, type, fields, 'ana');

  it('are returned as written: days as days, instants in UTC, ids as 24 hex digits', async () => {
    const person = await create('person', { name: 'Ana' });
    const made = await create('ticket', {
      title: '$where: {"$gt": 1}',
      status: 'open',
      labels: ['bug', 'feature'],
      assignee: person.id,
      estimate: 2.5,
      due: '2026-03-01',
      closedAt: '2026-03-01T09:30:00+02:00',
      done: false,
    });
    const read = await getRecord(store, branch, 'ticket', made.id);
    assert.deepEqual(read, made);
    assert.deepEqual(read.fields, {
      title: '$where: {"$gt": 1}',
      status: 'open',
      labels: ['bug', 'feature'],
      assignee: person.id,
      estimate: 2.5,
      due: '2026-03-01',
      closedAt: '2026-03-01T07:30:00.000Z',
      done: false,
    });
    assert.equal(read.revision, 1);
    assert.deepEqual([read.createdBy, read.updatedBy], ['ana', 'ana']);
  });

  it('are refused with every mistake at once, each with its pointer', async () => {
    const problem = await problemOf(
      create('ticket', {
        titel: 'x',
        status: 'Open',
        estimate: '3',
        due: '2026-02-30',
        closedAt: '2026-03-01 09:30',
        done: 'yes',
        labels: 'bug',
        assignee: newId(),
        project: 'none',
        createdAt: '2020-01-01T00:00:00Z',
      }),
    );
    assert.equal(problem.code, 'invalid_record');
    assert.deepEqual(Object.fromEntries(problem.errors.map(({ pointer, code }) => [pointer, code])), {
      '#/fields/titel': 'unknown_field',
      '#/fields/status': 'choice_not_allowed',
      '#/fields/estimate': 'wrong_kind',
      '#/fields/due': 'wrong_format',
      '#/fields/closedAt': 'wrong_format',
      '#/fields/done': 'wrong_kind',
      '#/fields/labels': 'wrong_kind',
      '#/fields/project': 'wrong_format',
      '#/fields/createdAt': 'system_field',
      '#/fields/assignee': 'target_missing',
      '#/fields/title': 'required_field',
    });
    const at = (pointer: string) => problem.errors.find((error) => error.pointer === pointer)!;
    assert.equal(at('#/fields/titel').suggestion, 'title');
    assert.equal(at('#/fields/status').suggestion, 'open');
    assert.deepEqual(at('#/fields/status').allowed, ['open', 'in_progress', 'blocked', 'review', 'done']);
    assert.equal(at('#/fields/estimate').detail, 'Estimate in hours ("estimate") must be a number, got "3".');
    const endless = await problemOf(create('ticket', { title: 'x', estimate: JSON.parse('1e999') as number }));
    assert.equal(
      endless.errors[0]!.detail,
      'Estimate in hours ("estimate") must be a finite number, got a number too large to be read.',
    );
  });

  it('cannot smuggle an operator into the database, in a value or a key', async () => {
    const hostile = [
      { title: { $gt: '' } },
      { title: 'x', estimate: { $inc: 1 } },
      { title: 'x', assignee: { $ne: null } },
      { title: 'x', labels: [{ $ne: 'bug' }] },
      { title: 'x', $where: '1' },
      { title: 'x', 'status.x': 'open' },
      JSON.parse('{"title":"x","__proto__":{"done":true}}') as Record<string, unknown>,
    ];
    for (const fields of hostile) await assert.rejects(create('ticket', fields), refusal('invalid_record'));
    for (const match of [{ title: { $gt: '' } }, { $or: [] }]) {
      await assert.rejects(listRecords(store, branch, 'ticket', { limit: 1, match }), refusal('invalid_request'));
    }
    await assert.rejects(getRecord(store, branch, 'ticket', { $gt: '' } as never), refusal('not_found'));
  });

  it('refuse text that is not valid Unicode and numbers that are not finite', async () => {
    await assert.rejects(create('note', { title: 'half \ud800' }), refusal('invalid_record'));
    await assert.rejects(create('ticket', { title: 'x', estimate: Number.NaN }), refusal('invalid_record'));
  });

  it('are limited to 1 MiB', async () => {
    await create('note', { title: 'long', body: 'x'.repeat(1024 * 1024 - 1000) });
    const problem = await problemOf(create('note', { title: 'too long', body: 'x'.repeat(1024 * 1024) }));
    assert.deepEqual(
      problem.errors.map(({ code }) => code),
      ['too_large'],
    );
  });

  it('refer to members of the workspace in person fields', async () => {
    const personId = newId();
    await assert.rejects(create('person', { name: 'Ana', account: personId }), refusal('invalid_record'));
    await setRole(store, { workspaceId: branch.workspaceId, personId, role: 'owner', by: 'ana', now: new Date() });
    const made = await create('person', { name: 'Ana', account: personId });
    assert.equal(made.fields.account, personId);
  });

  it('drop empty fields: null, an empty text and an empty list are the same', async () => {
    const made = await create('ticket', { title: 'x', description: '', labels: [], due: null });
    assert.deepEqual(made.fields, { title: 'x' });
  });

  it('keep each value of a list once', async () => {
    const made = await create('ticket', { title: 'x', labels: ['bug', 'feature', 'bug'] });
    assert.deepEqual(made.fields.labels, ['bug', 'feature']);
  });

  it('are updated only in the given fields; null empties a field', async () => {
    const made = await create('ticket', { title: 'x', estimate: 1, status: 'open' });
    const changed = await updateRecord(
      store,
      branch,
      'ticket',
      made.id,
      { revision: 1, fields: { estimate: null, status: 'done' } },
      'ben',
    );
    assert.deepEqual(changed.fields, { title: 'x', status: 'done' });
    assert.deepEqual([changed.revision, changed.createdBy, changed.updatedBy], [2, 'ana', 'ben']);
    assert.deepEqual(await getRecord(store, branch, 'ticket', made.id), changed);
    const emptied = { revision: 2, fields: { title: '' } };
    await assert.rejects(updateRecord(store, branch, 'ticket', made.id, emptied, 'ben'), refusal('invalid_record'));
  });

  it('keep their revision if an update changes nothing', async () => {
    const made = await create('ticket', { title: 'x', due: '2026-03-01', labels: ['bug'] });
    const same = { revision: 1, fields: { title: 'x', due: '2026-03-01', labels: ['bug'], estimate: null } };
    assert.deepEqual(await updateRecord(store, branch, 'ticket', made.id, same, 'ben'), made);
  });

  it('refuse an update of an older revision and name the current one', async () => {
    const made = await create('ticket', { title: 'x' });
    await updateRecord(store, branch, 'ticket', made.id, { revision: 1, fields: { title: 'y' } }, 'ana');
    const late = { revision: 1, fields: { title: 'z' } };
    const problem = await problemOf(updateRecord(store, branch, 'ticket', made.id, late, 'ben'));
    assert.equal(problem.code, 'revision_conflict');
    assert.equal(problem.members.revision, 2);
    await assert.rejects(
      deleteRecord(store, branch, 'ticket', made.id, { revision: 1 }, 'ben'),
      refusal('revision_conflict'),
    );
    assert.equal((await getRecord(store, branch, 'ticket', made.id)).fields.title, 'y');
  });

  it('have exactly one winner among 200 updates of the same revision', async () => {
    const made = await create('ticket', { title: 'x', estimate: 0 });
    for (const revision of [1, 2]) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 200 }, (_, index) =>
          updateRecord(
            store,
            branch,
            'ticket',
            made.id,
            { revision, fields: { estimate: revision * 1000 + index } },
            'ana',
          ),
        ),
      );
      const losers = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.equal(losers.length, 199);
      // On a busy machine some writes may time out.
      const isRefused = (reason: unknown) => refusal('revision_conflict')(reason) || refusal('unavailable')(reason);
      assert.deepEqual(
        losers.map(({ reason }) => reason as unknown).filter((reason) => !isRefused(reason)),
        [],
      );
    }
    assert.equal((await getRecord(store, branch, 'ticket', made.id)).revision, 3);
  });

  it('are gone once deleted; a relation to a deleted record keeps its id', async () => {
    const person = await create('person', { name: 'Ana' });
    const ticket = await create('ticket', { title: 'x', assignee: person.id });
    await deleteRecord(store, branch, 'person', person.id, {}, 'ana');
    await assert.rejects(getRecord(store, branch, 'person', person.id), refusal('not_found'));
    await assert.rejects(deleteRecord(store, branch, 'person', person.id, {}, 'ana'), refusal('not_found'));
    assert.equal((await getRecord(store, branch, 'ticket', ticket.id)).fields.assignee, person.id);
  });

  it('are listed by page in creation order, and filtered by value', async () => {
    const own = await workBranch(store);
    const titles = ['a', 'b', 'c', 'd', 'e'];
    for (const title of titles) {
      await createRecord(store, own, 'note', { title, ...(title < 'c' ? { pinned: true } : {}) }, 'ana');
    }
    const first = await listRecords(store, own, 'note', { limit: 3 });
    const second = await listRecords(store, own, 'note', { limit: 3, cursor: first.nextCursor });
    assert.deepEqual(
      [...first.records, ...second.records].map(({ fields }) => fields.title),
      titles,
    );
    assert.equal(second.nextCursor, undefined);
    const pinned = await listRecords(store, own, 'note', { limit: 10, match: { pinned: true } });
    assert.deepEqual(
      pinned.records.map(({ fields }) => fields.title),
      ['a', 'b'],
    );
    const others = await listRecords(store, own, 'note', { limit: 10, match: { pinned: null } });
    assert.equal(others.records.length, 3);
    await assert.rejects(listRecords(store, own, 'note', { limit: 3, cursor: 'x' }), refusal('invalid_request'));
    await assert.rejects(listRecords(store, own, 'note', { limit: 5000 }), refusal('invalid_request'));
  });

  it('belong to a type of the branch: an unknown type is refused with a suggestion', async () => {
    const problem = await problemOf(create('tickt', { title: 'x' }));
    assert.equal(problem.code, 'not_found');
    assert.match(problem.message, /did you mean "ticket"\?/);
    await assert.rejects(create('report', { name: 'x', definition: '{}' }), refusal('not_found'));
  });
});
