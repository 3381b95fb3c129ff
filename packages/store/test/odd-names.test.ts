import assert from 'node:assert/strict';
import type { Field } from '@tallyhook/schemas';
import { defineType } from '../src/apps/index.ts';
import { createBranch, createMainBranch, openBranch } from '../src/branches/index.ts';
import { commitBranch } from '../src/commits/index.ts';
import { newId, type Store } from '../src/index.ts';
import { listCommitDifferences, mergeBranch, previewMerge, revertCommit } from '../src/merging/index.ts';
import { createRecord, listRecords } from '../src/records/index.ts';
import { saveType } from '../src/types/index.ts';
import { dropTestStore, openTestStore } from './test-store.ts';

describe('Types and fields with names that every object has', () => {
  let store: Store;

  before(async () => {
    store = await openTestStore();
  });

  after(() => dropTestStore(store));

  for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) {
    it(`are committed, changed, merged and reverted: ${name}`, async () => {
      const main = await createMainBranch(store, newId(), { by: 'ana', timezone: 'UTC' });
      const title: Field = { name: 'title', label: 'Title', kind: 'text' };
      const odd: Field = { name, label: 'Odd', kind: 'text' };
      const typed = (field: Field) => {
        return { ...{ name, label: 'Odd', plural: 'Odds', labelField: 'title' }, fields: [title, field] };
      };
      await defineType(store, main, typed(odd), 'ana');
      const started = await openBranch(store, main.workspaceId, 'main');
      await createRecord(store, started, name, { title: 'empty' }, 'ana');
      const copy = await createBranch(store, main.workspaceId, { name: 'draft', from: 'main', by: 'ben' });
      await createRecord(store, copy, name, { title: 'full', [name]: '7' }, 'ana');
      const draft = await saveType(store, copy, { type: typed({ ...odd, kind: 'number' }) }, 'ben');
      const { _id: id, counts } = await commitBranch(store, draft, { message: 'odd', by: 'ben' });
      assert.deepEqual(counts[name], { created: 1, updated: 0, deleted: 0 });
      const { differences } = await listCommitDifferences(store, draft, { id, type: name, limit: 10 });
      assert.deepEqual(
        differences.map(({ label, kind }) => [label, kind]),
        [['full', 'create']],
      );
      const { types } = await previewMerge(store, { into: started, from: draft });
      assert.deepEqual(
        types.flatMap(({ lost, removed }) => lost + removed).filter((lost) => lost > 0),
        [],
      );
      await mergeBranch(store, { into: started, from: draft, message: 'm', by: 'ben' });
      const merged = await openBranch(store, main.workspaceId, 'main');
      const { records } = await listRecords(store, merged, name, { limit: 10 });
      assert.deepEqual(
        records.map(({ fields }) => fields),
        [{ title: 'empty' }, { title: 'full', [name]: 7 }],
      );
      await revertCommit(store, draft, { id, message: 'r', by: 'ben' });
      const back = await openBranch(store, main.workspaceId, 'draft');
      const left = await listRecords(store, back, name, { limit: 10 });
      assert.deepEqual(
        left.records.map(({ fields }) => fields),
        [{ title: 'empty' }],
      );
    });
  }
});
