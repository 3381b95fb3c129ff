import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { RecordType } from '@tallyhook/schemas';
import { defineType } from '../src/apps/index.ts';
import { createBranch, deleteBranch, openBranch, type Branch } from '../src/branches/index.ts';
import { readChanges } from '../src/changes/index.ts';
import { commitBranch, listCommits, readUncommitted } from '../src/commits/index.ts';
import { getDefinition, listVersions, saveDefinition } from '../src/definitions/index.ts';
import { importCsv } from '../src/imports/index.ts';
import { sweep, type Store } from '../src/index.ts';
import {
  listCommitDifferences,
  listMergeDifferences,
  mergeBranch,
  previewMerge,
  revertCommit,
  type Decision,
  type MergeOptions,
} from '../src/merging/index.ts';
import { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { changeTypes } from '../src/apps/apps.ts';
import { dropTestStore, openTestStore, problemOf, refusal, sourceOf, testUri, workBranch } from './test-store.ts';

const ways = { 'in one transaction': {}, 'beside and swapped': { maxInTransaction: 0 } };

describe('Branches that merge', () => {
  let store: Store;
  let main: Branch;
  let draft: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    main = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const fork = async () =>
    (draft = await createBranch(store, main.workspaceId, { name: 'draft', from: 'main', by: 'ben' }));
  const note = (branch: Branch, title: string, more = {}) =>
    createRecord(store, branch, 'note', { title, ...more }, 'ana');
  const edit = async (branch: Branch, id: string, fields: Record<string, unknown>) => {
    const { revision } = await getRecord(store, branch, 'note', id);
    return updateRecord(store, branch, 'note', id, { revision, fields }, 'ana');
  };
  const remove = async (branch: Branch, id: string) => {
    const { revision } = await getRecord(store, branch, 'note', id);
    await deleteRecord(store, branch, 'note', id, { revision }, 'ana');
  };
  const fieldsOf = async (branch: Branch, id: string) => (await getRecord(store, branch, 'note', id)).fields;
  const titles = async (branch: Branch) =>
    (await listRecords(store, branch, 'note', { limit: 1000 })).records.map(({ fields }) => fields.title).sort();
  const merge = (options: Partial<MergeOptions> = {}) =>
    mergeBranch(store, { into: main, from: draft, message: 'take the draft', by: 'ben', ...options });
  const preview = (into = main, from = draft) => previewMerge(store, { into, from });
  const bring = (branch: Branch, rows: string[]) => {
    const open = () => Readable.from([Buffer.from(['title,body', ...rows].join('\n'))]);
    return importCsv(store, branch, { type: 'note', open, by: 'ana' });
  };

  for (const [way, how] of Object.entries(ways)) {
    describe(way, () => {
      it('take what was created, changed and deleted, field by field', async () => {
        const [kept, changed, gone] = [
          await note(main, 'kept'),
          await note(main, 'changed', { body: 'b' }),
          await note(main, 'gone'),
        ];
        await fork();
        await edit(draft, changed.id, { title: 'changed on the draft' });
        await edit(main, changed.id, { body: 'changed on main' });
        await remove(draft, gone.id);
        const made = await note(draft, 'made');
        await bring(draft, ['imported,x']);
        const { counts } = await preview();
        assert.deepEqual(counts, { note: { created: 2, updated: 1, deleted: 1 } });
        const commit = await merge(how);
        assert.deepEqual(commit!.counts, counts);
        assert.deepEqual(await titles(main), ['changed on the draft', 'imported', 'kept', 'made']);
        assert.equal((await fieldsOf(main, changed.id)).body, 'changed on main');
        assert.deepEqual((await getRecord(store, main, 'note', kept.id)).revision, 1);
        assert.equal((await getRecord(store, main, 'note', made.id)).createdBy, 'ana');
        assert.deepEqual(await merge(how), null, 'a second merge has nothing to do');
        const [entry] = (await readChanges(store, main, { type: 'note', limit: 10 })).slice(-1);
        assert.deepEqual(entry?.kind === 'merge' && [entry.count, entry.commit], [4, commit!._id]);
      });

      it('show a conflict with base and both values, and take what a person decides', async () => {
        const { id } = await note(main, 'before', { body: 'same' });
        await fork();
        await edit(draft, id, { title: 'on the draft', pinned: true });
        await edit(main, id, { title: 'on main' });
        const { conflictCount, conflicts } = await preview();
        assert.equal(conflictCount, 1);
        const [{ seen, intoBy, fromBy, ...part }] = conflicts[0]!.parts as [(typeof conflicts)[0]['parts'][0]];
        assert.deepEqual([intoBy!.by, fromBy!.by], ['ana', 'ana']);
        assert.deepEqual(part, { part: 'title', base: 'before', into: 'on main', from: 'on the draft' });
        const problem = await problemOf(merge(how));
        assert.deepEqual([problem.code, problem.members.conflicts], ['merge_conflict', 1]);
        assert.equal((await fieldsOf(main, id)).pinned, undefined, 'nothing was merged');
        const decision: Decision = { type: 'note', id, part: 'title', take: 'from', seen };
        await edit(main, id, { title: 'on main again' });
        await assert.rejects(
          merge({ ...how, decisions: [decision] }),
          refusal('merge_conflict'),
          'it has changed since',
        );
        const [again] = (await preview()).conflicts;
        await merge({ ...how, decisions: [{ ...decision, seen: again!.parts[0]!.seen }] });
        assert.deepEqual(await fieldsOf(main, id), { title: 'on the draft', body: 'same', pinned: true });
        // Merged back, the draft has it too, without asking again.
        await mergeBranch(store, { into: draft, from: main, message: 'back', by: 'ben', ...how });
        assert.deepEqual(await fieldsOf(draft, id), await fieldsOf(main, id));
      });

      it('take a value that neither side has, if it fits the field', async () => {
        const { id } = await note(main, 'before', { pinned: true });
        await fork();
        await edit(draft, id, { title: 'on the draft', body: 'x' });
        await edit(main, id, { title: 'on main', body: 'y' });
        const [{ parts }] = (await preview()).conflicts as [Awaited<ReturnType<typeof preview>>['conflicts'][0]];
        const take = (values: Record<string, unknown>): Decision[] =>
          parts.map(({ part, seen }) => ({ type: 'note', id, part, seen, take: 'value', value: values[part] }));
        const problem = await problemOf(merge({ ...how, decisions: take({ title: null, body: 7 }) }));
        assert.deepEqual(
          [problem.code, problem.errors.map(({ pointer, code }) => [pointer, code])],
          [
            'invalid_input',
            parts.map(({ part }, index) => [
              `#/decisions/${index}/value`,
              part === 'title' ? 'required_field' : 'wrong_kind',
            ]),
          ],
        );
        const blank = await problemOf(merge({ ...how, decisions: take({ title: ' ', body: 'z' }) }));
        assert.deepEqual(blank.errors[0]?.code, 'required_field');
        const whole: Decision = { type: 'note', id, part: '', seen: 'x', take: 'value', value: 'x' };
        assert.equal((await problemOf(merge({ ...how, decisions: [whole] }))).errors[0]?.code, 'not_allowed');
        await edit(main, id, { title: 'on main again' });
        const stale = merge({ ...how, decisions: take({ title: 'neither' }), rest: 'from' });
        assert.equal(
          (await problemOf(stale)).code,
          'merge_conflict',
          'a newer edit is not overwritten, not by the rest',
        );
        await edit(main, id, { title: 'on main' });
        await merge({ ...how, decisions: take({ title: 'neither' }) });
        assert.deepEqual(await fieldsOf(main, id), { title: 'neither', pinned: true });
        assert.deepEqual((await preview(draft, main)).counts, { note: { created: 0, updated: 1, deleted: 0 } });
      });

      it('ask when one side deleted what the other one changed', async () => {
        const [one, other] = [await note(main, 'one'), await note(main, 'other')];
        await fork();
        await remove(draft, one.id);
        await edit(main, one.id, { title: 'one changed' });
        await edit(draft, other.id, { title: 'other changed' });
        await remove(main, other.id);
        const { conflicts } = await preview();
        assert.deepEqual(
          conflicts.map(({ label, parts: [part] }) => [label, part!.part, part!.into, part!.from]).sort(),
          [
            ['one changed', '', { title: 'one changed' }, undefined],
            ['other changed', '', undefined, { title: 'other changed' }],
          ],
        );
        await merge({ ...how, rest: 'from' });
        assert.deepEqual(await titles(main), ['other changed']);
      });

      it('lose no acknowledged write of twenty writers', async () => {
        const ids: string[] = [];
        for (let number = 0; number < 20; number += 1) ids.push((await note(main, `n${number}`, { body: '0' })).id);
        await fork();
        for (const id of ids) await edit(draft, id, { title: 'merged' });
        await bring(
          draft,
          Array.from({ length: 2_000 }, (_, index) => `row ${index},x`),
        );
        let isMerging = true;
        const writes = new Map<string, number>();
        const writers = ids.map(async (id) => {
          while (isMerging) {
            const { revision, fields } = await getRecord(store, main, 'note', id);
            const body = String(Number(fields.body) + 1);
            await updateRecord(store, main, 'note', id, { revision, fields: { body } }, 'ana').then(
              () => writes.set(id, Number(body)),
              (error: unknown) => assert.ok(refusal('revision_conflict')(error), String(error)),
            );
          }
        });
        await merge(how);
        isMerging = false;
        await Promise.all(writers);
        for (const id of ids) {
          const { title, body } = await fieldsOf(main, id);
          assert.deepEqual([title, Number(body)], ['merged', writes.get(id) ?? 0]);
        }
        assert.equal((await listRecords(store, main, 'note', { limit: 1 })).records.length, 1);
        assert.equal(await store.workspaceDb(main.workspaceId).collection('merged_changes').countDocuments(), 2_020);
      });

      it('let two people merge at once, and both see everything', async () => {
        await fork();
        const other = await createBranch(store, main.workspaceId, { name: 'other', from: 'main', by: 'ben' });
        await note(draft, 'of the draft');
        await note(other, 'of the other');
        const outcomes = await Promise.all([merge(how), merge({ ...how, from: other }), merge(how)]);
        assert.deepEqual(await titles(main), ['of the draft', 'of the other']);
        assert.equal(outcomes.filter((commit) => commit !== null).length, 2);
        assert.equal((await listCommits(store, main, { limit: 10 })).length, 2);
      });

      it('take a merge back with a new commit, and keep what was changed since if a person says so', async () => {
        const { id } = await note(main, 'before');
        await fork();
        await edit(draft, id, { title: 'merged', body: 'merged' });
        const made = await note(draft, 'made');
        const commit = await merge(how);
        await edit(main, id, { title: 'changed since' });
        const revert = (rest?: 'into' | 'from') =>
          revertCommit(store, main, { id: commit!._id, message: 'not yet', by: 'ana', ...how, ...(rest && { rest }) });
        await assert.rejects(revert(), refusal('merge_conflict'));
        const reverted = await revert('into');
        assert.deepEqual([reverted!.kind, reverted!.reverts], ['revert', commit!._id]);
        assert.deepEqual(await fieldsOf(main, id), { title: 'changed since' });
        await assert.rejects(getRecord(store, main, 'note', made.id), refusal('not_found'));
        await revertCommit(store, main, { id: reverted!._id, message: 'after all', by: 'ana', ...how });
        assert.deepEqual(await titles(main), ['changed since', 'made']);
      });
    });
  }

  describe('through a third branch', () => {
    let ana: Branch;
    let bo: Branch;
    let third: Branch;
    let id: string;
    const take = async (from: Branch, into: Branch) => (await merge({ from, into }))?.counts.note;

    beforeEach(async () => {
      ({ id } = await note(main, '1', { body: '1' }));
      const copy = (name: string) => createBranch(store, main.workspaceId, { name, from: 'main', by: 'ben' });
      [ana, bo, third] = [await copy('ana'), await copy('bo'), await copy('third')];
    });

    for (const title of ['1', '11']) {
      it(`take a title that became ${title} after both merged the two others, and ask nothing`, async () => {
        await edit(ana, id, { title: '7' });
        await edit(bo, id, { body: '8' });
        await take(ana, third);
        await take(bo, third);
        await take(bo, ana);
        await edit(third, id, { title });
        await edit(ana, id, { body: '12' });
        assert.equal((await preview(ana, third)).conflictCount, 0);
        await take(third, ana);
        assert.deepEqual(await fieldsOf(ana, id), { title, body: '12' });
      });
    }

    it('ask if both decided the same conflict on their own and one changed it again', async () => {
      await edit(ana, id, { title: 'ana' });
      await edit(bo, id, { title: 'bo' });
      for (const into of [third, main]) {
        await take(ana, into);
        await merge({ from: bo, into, rest: 'from' });
      }
      await edit(third, id, { title: '1' });
      const { conflicts } = await preview(main, third);
      assert.deepEqual(
        conflicts[0]!.parts.map(({ part, into, from }) => [part, into, from]),
        [['title', 'bo', '1']],
      );
    });

    it('delete a record that the branch between never had', async () => {
      const gone = await note(ana, 'gone');
      await take(ana, main);
      await remove(ana, gone.id);
      assert.equal(await take(ana, third), undefined);
      assert.deepEqual(await take(third, main), { created: 0, updated: 0, deleted: 1 });
      assert.deepEqual(await titles(main), ['1']);
    });

    it('take back what the branch between never saw, also after that changed something else', async () => {
      await edit(ana, id, { title: '7' });
      await take(ana, main);
      await edit(ana, id, { title: '1' });
      assert.equal(await take(ana, third), undefined);
      await edit(third, id, { body: '9' });
      assert.deepEqual(await take(third, main), { created: 0, updated: 1, deleted: 0 });
      assert.deepEqual(await fieldsOf(main, id), { title: '1', body: '9' });
    });

    it('know an import that both merged as it was there, after one deleted or changed its records', async () => {
      await bring(ana, ['gone,', 'changed,1', 'both,1']);
      await take(ana, main);
      await take(ana, third);
      const { records } = await listRecords(store, third, 'note', { limit: 10 });
      const idOf = (title: string) => records.find(({ fields }) => fields.title === title)!.id;
      await remove(third, idOf('gone'));
      await edit(third, idOf('changed'), { body: '2' });
      await edit(third, idOf('both'), { body: '2' });
      await edit(main, idOf('both'), { title: 'more' });
      assert.deepEqual(await take(third, main), { created: 0, updated: 2, deleted: 1 });
      assert.deepEqual(await titles(main), ['1', 'changed', 'more']);
      assert.deepEqual(await fieldsOf(main, idOf('both')), { title: 'more', body: '2' });
    });

    it('merge with the help of the logs of deleted branches that both merged', async () => {
      const gone = await note(ana, 'gone');
      await edit(ana, id, { title: '7' });
      await take(ana, main);
      await remove(ana, gone.id);
      await take(ana, third);
      await edit(third, id, { title: '1' });
      await deleteBranch(store, main.workspaceId, 'ana', 'ben');
      await store
        .workspaceDb(main.workspaceId)
        .collection('unfinished')
        .updateMany({}, { $set: { dropAt: new Date(0) } });
      await sweep(store);
      await take(third, main);
      assert.deepEqual(await titles(main), ['1']);
    });
  });

  it('say who gave a field its value on each side, also if others changed other fields since', async () => {
    const { id } = await note(main, 'before', { body: 'b' });
    await fork();
    const by = async (who: string, branch: Branch, fields: Record<string, unknown>) => {
      const { revision } = await getRecord(store, branch, 'note', id);
      return updateRecord(store, branch, 'note', id, { revision, fields }, who);
    };
    await by('cem', draft, { title: 'on the draft' });
    const { updatedAt } = await getRecord(store, draft, 'note', id);
    await by('dora', draft, { body: 'c' });
    await by('emil', main, { title: 'on main' });
    await by('emil', main, { pinned: true });
    const [{ parts }] = (await preview()).conflicts as [Awaited<ReturnType<typeof preview>>['conflicts'][0]];
    assert.deepEqual([parts[0]!.intoBy!.by, parts[0]!.fromBy], ['emil', { by: 'cem', at: updatedAt }]);
    await remove(main, id);
    const [{ parts: whole }] = (await preview()).conflicts as [Awaited<ReturnType<typeof preview>>['conflicts'][0]];
    assert.deepEqual([whole[0]!.part, whole[0]!.intoBy!.by, whole[0]!.fromBy!.by], ['', 'ana', 'dora']);
  });

  it('do not ask about a change that both sides made, and remember it', async () => {
    const { id } = await note(main, 'before');
    await fork();
    await edit(main, id, { title: 'same' });
    await edit(draft, id, { title: 'same' });
    assert.deepEqual(await preview(), {
      ...{ counts: {}, conflictCount: 0, conflicts: [] },
      ...{ types: [], refusals: [] },
    });
    await merge();
    await edit(draft, id, { title: 'later' });
    await merge();
    assert.equal((await fieldsOf(main, id)).title, 'later');
  });

  it('merge reports by the keys of their JSON, and keep their versions', async () => {
    const definition = { type: 'note', chart: 'bars', groupBy: [{ field: 'author' }] };
    const { id } = await saveDefinition(store, main, 'report', { name: 'Notes', definition }, 'ana');
    await fork();
    await saveDefinition(
      store,
      draft,
      'report',
      { id, name: 'Notes', definition: { ...definition, chart: 'pie' } },
      'ana',
    );
    await saveDefinition(store, main, 'report', { id, name: 'All notes', definition }, 'ana');
    await merge();
    const merged = await getDefinition(store, main, 'report', id);
    assert.deepEqual([merged.name, merged.definition], ['All notes', { ...definition, chart: 'pie' }]);
    const versions = await listVersions(store, main, 'report', { id, limit: 10 });
    assert.deepEqual(
      versions.map(({ name }) => name),
      ['All notes', 'All notes', 'Notes'],
    );
  });

  it('merge a type that both sides gave a field, and ask about the same field', async () => {
    const type = { name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' };
    const field = (name: string, label = name) => ({ name, label, kind: 'text' as const });
    main = await defineType(store, main, { ...type, fields: [field('code')] }, 'ana');
    await fork();
    const add = (branch: Branch, more: RecordType['fields'][0]) =>
      changeTypes(store, branch, {
        by: 'ana',
        change: (types) =>
          types.map((one) => (one.name === 'parcel' ? { ...one, fields: [...one.fields, more] } : one)),
      });
    main = await add(main, field('weight'));
    draft = await add(draft, field('size'));
    const { id } = await createRecord(store, draft, 'parcel', { code: 'P1', size: 'L' }, 'ana');
    await merge();
    main = await openBranch(store, main.workspaceId, 'main');
    const names = main.types.find(({ name }) => name === 'parcel')!.fields.map(({ name }) => name);
    assert.deepEqual(names, ['code', 'size', 'weight']);
    assert.deepEqual((await getRecord(store, main, 'parcel', id)).fields, { code: 'P1', size: 'L' });
    main = await add(main, field('colour', 'Colour'));
    draft = await add(draft, field('colour', 'Color'));
    const { conflicts } = await preview();
    assert.deepEqual(
      conflicts.map(({ label, parts }) => [label, parts[0]!.part]),
      [['parcel', 'definition/fields/colour']],
    );
    await merge({ rest: 'from' });
    main = await openBranch(store, main.workspaceId, 'main');
    assert.equal(
      main.types.find(({ name }) => name === 'parcel')!.fields.find(({ name }) => name === 'colour')!.label,
      'Color',
    );
  });

  it('commit what was changed since the last commit, each record once', async () => {
    const { id } = await note(main, 'a');
    await fork();
    await edit(draft, id, { title: 'b' });
    await edit(draft, id, { title: 'c' });
    const temporary = await note(draft, 'not for long');
    await remove(draft, temporary.id);
    await bring(draft, ['x,1', 'y,2']);
    const imported = (await listRecords(store, draft, 'note', { limit: 9, match: { title: 'x' } })).records[0]!;
    await edit(draft, imported.id, { title: 'x2' });
    const counts = { note: { created: 2, updated: 1, deleted: 0 } };
    assert.deepEqual((await readUncommitted(store, draft)).counts, counts);
    const commit = await commitBranch(store, draft, { message: 'Prices of spring', by: 'ben' });
    assert.deepEqual([commit.counts, commit.message, commit.by], [counts, 'Prices of spring', 'ben']);
    assert.deepEqual((await readUncommitted(store, draft)).counts, {});
    await assert.rejects(commitBranch(store, draft, { message: 'again', by: 'ben' }), refusal('invalid_input'));
    await edit(draft, id, { title: 'after the commit' });
    const { differences } = await listCommitDifferences(store, draft, { id: commit._id, type: 'note', limit: 10 });
    assert.deepEqual(
      differences.map(({ kind, label, parts }) => [kind, label, parts]),
      [
        ['update', 'c', [{ part: 'title', before: 'a', after: 'c' }]],
        [
          'create',
          'x2',
          [
            { part: 'title', after: 'x2' },
            { part: 'body', after: '1' },
          ],
        ],
        [
          'create',
          'y',
          [
            { part: 'title', after: 'y' },
            { part: 'body', after: '2' },
          ],
        ],
      ],
    );
    const open = await listCommitDifferences(store, draft, { type: 'note', limit: 10 });
    assert.deepEqual(
      open.differences.map(({ label }) => label),
      ['after the commit'],
    );
  });

  it('list the differences of a merge in pages', async () => {
    await fork();
    for (const title of ['a', 'b', 'c', 'd', 'e']) await note(draft, title);
    const labels: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listMergeDifferences(store, { into: main, from: draft }, { type: 'note', limit: 2, cursor });
      labels.push(...page.differences.map(({ label }) => label));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(labels, ['a', 'b', 'c', 'd', 'e']);
  });

  it('merge with the help of the log of a deleted branch that they were copied from', async () => {
    const { id } = await note(main, 'before', { body: 'same' });
    await fork();
    await edit(draft, id, { title: 'on the draft' });
    const child = await createBranch(store, main.workspaceId, { name: 'child', from: 'draft', by: 'ben' });
    await deleteBranch(store, main.workspaceId, 'draft', 'ana');
    const past = { $set: { dropAt: new Date(0) } };
    await store.workspaceDb(main.workspaceId).collection('unfinished').updateMany({}, past);
    await sweep(store);
    await edit(main, id, { body: 'on main' });
    await merge({ from: child });
    assert.deepEqual(await fieldsOf(main, id), { title: 'on the draft', body: 'on main' });
  });

  it('leave nothing of a merge whose process was killed, and merge afterwards', async () => {
    const { id } = await note(main, 'before');
    await fork();
    await edit(draft, id, { title: 'merged' });
    await bring(
      draft,
      Array.from({ length: 30_000 }, (_, index) => `row ${index},x`),
    );
    const source = `
      import { openBranch } from ${sourceOf('branches/index.ts')};
      import { mergeBranch } from ${sourceOf('merging/index.ts')};
      import { openStore } from ${sourceOf('index.ts')};
      const store = await openStore({ uri: ${JSON.stringify(testUri())}, databasePrefix: ${JSON.stringify(store.system.databaseName)} });
      const open = (name) => openBranch(store, ${JSON.stringify(main.workspaceId)}, name);
      const [into, from] = [await open('main'), await open('draft')];
      const timer = setInterval(async () => {
        const rows = await store.workspaceDb(into.workspaceId).collection('merged_changes').estimatedDocumentCount();
        if (rows > 1_000) process.kill(process.pid, 'SIGKILL');
      }, 10);
      await mergeBranch(store, { into, from, message: 'm', by: 'ben' });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'inherit' });
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
    assert.deepEqual(await titles(main), ['before']);
    assert.equal((await preview()).counts.note!.created, 30_000);
    assert.equal(await sweep(store, { unseenForMs: 0 }), 2);
    assert.equal(await store.workspaceDb(main.workspaceId).collection('merged_changes').countDocuments(), 0);
    const commit = await merge();
    assert.deepEqual(commit!.counts, { note: { created: 30_000, updated: 1, deleted: 0 } });
    assert.equal((await fieldsOf(main, id)).title, 'merged');
  });

  it('refuse to merge a branch with itself', async () => {
    await fork();
    await assert.rejects(merge({ from: main }), refusal('invalid_input'));
  });
});
